import { logChanges } from '../../core/admin/change-log.ts';
import { AdminRefusal } from '../../core/admin/operation.ts';
import type { Database } from '../../core/database/database.ts';
import { takeLock } from '../../core/database/locks.ts';
import type { Job } from '../../core/queue/scheduler.ts';
import type { ShopEditor } from '../../shop-store/shop-editor.ts';
import { findVersion, listDueVersionIds, lockVersion, setVersionState } from './queries.ts';
import { publishVersion } from './service.ts';
import { serialiseRefusal } from './version-refusal.ts';

/**
 * Creates the job that publishes planned versions at their time. A version that can no longer be published is
 * left to staff, with the reason.
 */
export function createPublishPlannedTextsJob({
  database,
  clock,
  editor,
}: {
  readonly database: Database;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly editor: ShopEditor;
}): Job {
  async function publishPlanned(textVersionId: number): Promise<void> {
    const now = new Date(clock());
    try {
      await database.transaction('admin-operation', async (transaction) => {
        // Every writer of texts takes this lock before locking a version; another order could cause a
        // deadlock.
        await takeLock(transaction, 'importShop');
        // Another backend or a staff member may have processed it in the meantime.
        if ((await lockVersion(transaction, textVersionId)) !== 'planned') return;
        const version = await findVersion(transaction, textVersionId);
        if (!version?.publishAt || version.publishAt > now) return;
        const actor = { kind: 'keeper', id: version.madeBy } as const;
        const changes = await publishVersion(transaction, textVersionId, { actor, now, editor });
        await logChanges(transaction, { operation: 'text.publish', changes, actor, now });
      });
    } catch (error) {
      if (!(error instanceof AdminRefusal)) throw error;
      const fault = serialiseRefusal(error);
      await database.transaction('admin-operation', async (transaction) => {
        if ((await lockVersion(transaction, textVersionId)) !== 'planned') return;
        await setVersionState(transaction, textVersionId, { state: 'refused', fault });
      });
    }
  }

  return {
    name: 'planned-texts',
    intervalMs: 1000,
    async run(signal) {
      for (const id of await listDueVersionIds(database, new Date(clock()))) {
        if (signal.aborted) return;
        await publishPlanned(id);
      }
    },
  };
}
