import { logCommandChanges } from '../admin/change-log.ts';
import { commandActor, recordAuditEntry } from '../audit/audit.ts';
import { createCommand } from '../cli/command.ts';
import { formatUtcMinute } from '../cli/utc-minute.ts';
import { type DeadItem, discardItem, listDeadItems, parseQueueItemId, retryItem } from './dead-items.ts';

const USAGE = `Usage: npm run outbox -- list
       npm run outbox -- retry <id>
       npm run outbox -- discard <id>

Lists dead items of the queue, oldest first, retries one, or discards one permanently: the later items of its key then
go on. An id is item-<number>. The running backend does it; where none runs, it is done in the database that DATA_DIR
or DATABASE_URL names.
`;

const actions = { retry: retryItem, discard: discardItem } as const;

type OutboxArguments =
  | { readonly kind: 'list' }
  | { readonly kind: keyof typeof actions; readonly id: number };

function parseArguments(words: readonly string[]): OutboxArguments | null {
  const [kind, name = '', ...others] = words;
  if (kind === 'list' && words.length === 1) return { kind };
  const id = parseQueueItemId(name);
  if ((kind !== 'retry' && kind !== 'discard') || id === null || others.length > 0) return null;
  return { kind, id };
}

const describeDeadItem = ({ id, name, orderingKey, attempts, failure, deadAt }: DeadItem): string =>
  [
    `item-${id}`,
    name,
    ...(orderingKey === null ? [] : [orderingKey]),
    `given up ${formatUtcMinute(deadAt)} (UTC)`,
    `${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`,
    failure ?? '',
  ].join(' · ');

/** The command for dead items of the queue: lists them, retries one, or discards one permanently. */
export const outboxCommand = createCommand<OutboxArguments>({
  name: 'outbox',
  usage: USAGE,
  read: parseArguments,
  async run(order, { openDatabase, now, print: say, warn }) {
    const { database } = await openDatabase();
    if (order.kind === 'list') {
      const lines = (await listDeadItems(database)).map(describeDeadItem);
      say(lines.length > 0 ? lines.join('\n') : 'There are no dead items.');
      return 0;
    }
    const { kind, id } = order;
    const isDone = await database.transaction('change-dead-letter', async (transaction) => {
      const isFound = await actions[kind](transaction, id, now);
      if (isFound) {
        await recordAuditEntry(transaction, {
          actor: commandActor,
          act: kind,
          resource: 'queue-item',
          resourceId: id,
          now,
        });
        const after = kind === 'retry' ? { state: 'tried again' } : null;
        const told = { resource: 'queue-item', resourceId: id, before: { state: 'given up' }, after };
        await logCommandChanges(transaction, `outbox.${kind}`, [told], now);
      }
      return isFound;
    });
    if (!isDone) {
      warn(`There is no dead item-${id}: nothing was changed.`);
      return 1;
    }
    say(`item-${id} ${kind === 'retry' ? 'is retried now' : 'was discarded permanently'}.`);
    return 0;
  },
});
