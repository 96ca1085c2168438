import type { Database } from '../../database/database.ts';
import { takeLock } from '../../database/locks.ts';
import type { Job } from '../../jobs/job-runner.ts';
import { noteChanges } from '../../keeper/log.ts';
import { KeeperRefusal } from '../../keeper/operation.ts';
import { findVersion, listDueVersions, lockVersion, setVersionState } from './queries.ts';
import { publishVersion } from './service.ts';
import { writeFault } from './version-fault.ts';

/** Makes the job that publishes what was planned, at its moment. What the shop cannot take any more is left to its keeper, with the reason. */
export function createPublishPlanned({
  database,
  clock,
}: {
  readonly database: Database;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}): Job {
  async function publishPlanned(textVersionId: number): Promise<void> {
    const now = new Date(clock());
    try {
      await database.transaction('keeper-operation', async (transaction) => {
        // As everybody who writes texts does, before a version is locked: who took them in another order could wait for this one for ever.
        await takeLock(transaction, 'importShop');
        // Another backend, or somebody at a page, may have decided about it meanwhile.
        if ((await lockVersion(transaction, textVersionId)) !== 'planned') return;
        const version = await findVersion(transaction, textVersionId);
        if (!version?.publishAt || version.publishAt > now) return;
        const actor = { kind: 'keeper', id: version.madeBy } as const;
        const changes = await publishVersion(transaction, textVersionId, { actor, now });
        await noteChanges(transaction, { operation: 'text.publish', changes, actor, now });
      });
    } catch (error) {
      if (!(error instanceof KeeperRefusal)) throw error;
      const fault = writeFault(error);
      await database.transaction('keeper-operation', async (transaction) => {
        if ((await lockVersion(transaction, textVersionId)) !== 'planned') return;
        await setVersionState(transaction, textVersionId, { state: 'refused', fault });
      });
    }
  }

  return {
    name: 'planned-texts',
    intervalMs: 1000,
    async run(signal) {
      for (const id of await listDueVersions(database, new Date(clock()))) {
        if (signal.aborted) return;
        await publishPlanned(id);
      }
    },
  };
}
