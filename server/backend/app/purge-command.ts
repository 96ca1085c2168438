import { isSurrogateKey } from '../../../shared/rules/surrogate-key.ts';
import { commandActor, recordAuditEntry } from '../core/audit/audit.ts';
import { enqueuePurge } from '../core/cache-purges.ts';
import { createCommand } from '../core/cli/command.ts';
import type { Database } from '../core/database/database.ts';
import { ALL_PAGES_KEY, notifyWebsFromCommand } from '../core/web-caches.ts';

/** Notifies the web processes of outdated pages, and records who requested it. */
export function purgeFromCommand(database: Database, keys: readonly string[], now: Date): Promise<void> {
  return database.transaction('order-purge', async (transaction) => {
    await enqueuePurge(transaction, keys, now);
    await recordAuditEntry(transaction, {
      actor: commandActor,
      act: 'purge',
      resource: 'pages',
      details: { keys },
      now,
    });
  });
}

/**
 * The command that purges pages and all API responses from every web cache, so that changes are visible
 * immediately.
 */
export const purgeCommand = createCommand<readonly string[]>({
  name: 'purge',
  usage: `Usage: npm run purge -- <key> [<key> …] | --all

A key is site-<id>, site-<id>-<language>, product-<id>, category-<id>, content-<id> or dealers. The running backend does it; where none runs, it is done with the
database that DATA_DIR or DATABASE_URL names. A web process that is away is told when it is back.
PURGE_TARGETS  addresses of the web processes' admin ports, separated by commas (http://127.0.0.1:WEB_ADMIN_PORT)
PURGE_TOKEN    what they want to see, where they have one
`,
  read(words) {
    if (words.length === 1 && words[0] === '--all') return [ALL_PAGES_KEY];
    return words.length > 0 && words.every(isSurrogateKey) ? words : null;
  },
  async run(keys, context) {
    const { database } = await context.openDatabase();
    await purgeFromCommand(database, keys, context.now);
    return (await notifyWebsFromCommand(context, keys)) ? 0 : 1;
  },
});
