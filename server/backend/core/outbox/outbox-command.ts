import { logCommandChanges } from '../admin/change-log.ts';
import { commandActor, recordAuditEntry } from '../audit/audit.ts';
import { createCommand } from '../cli/command.ts';
import { formatUtcMinute } from '../cli/utc-minute.ts';
import { discardJob, listDeadJobs, requeueJob } from '../jobs/job-queue.ts';
import { discardEvent, listDeadEvents, requeueEvent } from './queries.ts';

const USAGE = `Usage: npm run outbox -- list
       npm run outbox -- retry <id>
       npm run outbox -- discard <id>

Lists dead events and jobs, oldest first, retries one, or discards one permanently: the later events of its key then
go on. An id is event-<number> or job-<number>. The running backend does it; where none runs, it is done in the database that DATA_DIR
or DATABASE_URL names.
`;

/** Dead letter: an event of the outbox, or a job. */
export interface DeadLetter {
  readonly id: number;
  /** Type of the event, or name of the job. */
  readonly name: string;
  /** Subject; null if only the payload contains it. */
  readonly about: string | null;
  readonly attempts: number;
  /** Code of the last attempt's failure. */
  readonly failure: string | null;
  readonly deadAt: Date;
}

type DeadLetterTable = 'event' | 'job';

type OutboxArguments =
  | { readonly kind: 'list' }
  | { readonly kind: 'retry' | 'discard'; readonly table: DeadLetterTable; readonly id: number };

const change = {
  event: { retry: requeueEvent, discard: discardEvent },
  job: { retry: requeueJob, discard: discardJob },
} as const;

function parseArguments(words: readonly string[]): OutboxArguments | null {
  const [kind, name = '', ...others] = words;
  if (kind === 'list' && words.length === 1) return { kind };
  const found = /^(event|job)-(\d{1,15})$/.exec(name);
  if ((kind !== 'retry' && kind !== 'discard') || !found || others.length > 0) return null;
  return { kind, table: found[1] as DeadLetterTable, id: Number(found[2]) };
}

const describeDeadLetter =
  (table: DeadLetterTable) =>
  ({ id, name, about, attempts, failure, deadAt }: DeadLetter): string =>
    [
      `${table}-${id}`,
      name,
      ...(about === null ? [] : [about]),
      `given up ${formatUtcMinute(deadAt)} (UTC)`,
      `${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`,
      failure ?? '',
    ].join(' · ');

/** The command for dead events and jobs: lists them, retries one, or discards one permanently. */
export const outboxCommand = createCommand<OutboxArguments>({
  name: 'outbox',
  usage: USAGE,
  read: parseArguments,
  async run(order, { openDatabase, now, print: say, warn }) {
    const { database } = await openDatabase();
    if (order.kind === 'list') {
      const lines = [
        ...(await listDeadEvents(database)).map(describeDeadLetter('event')),
        ...(await listDeadJobs(database)).map(describeDeadLetter('job')),
      ];
      say(lines.length > 0 ? lines.join('\n') : 'There are no dead events or jobs.');
      return 0;
    }
    const { kind, table, id } = order;
    const isDone = await database.transaction('change-dead-letter', async (transaction) => {
      const isFound = await change[table][kind](transaction, id, now);
      if (isFound) {
        await recordAuditEntry(transaction, {
          actor: commandActor,
          act: kind,
          resource: table,
          resourceId: id,
          now,
        });
        const after = kind === 'retry' ? { state: 'tried again' } : null;
        const told = { resource: table, resourceId: id, before: { state: 'given up' }, after };
        await logCommandChanges(transaction, `outbox.${kind}`, [told], now);
      }
      return isFound;
    });
    if (!isDone) {
      warn(`There is no dead ${table}-${id}: nothing was changed.`);
      return 1;
    }
    say(`${table}-${id} ${kind === 'retry' ? 'is retried now' : 'was discarded permanently'}.`);
    return 0;
  },
});
