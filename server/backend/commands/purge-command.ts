import { describeFailure } from '../queue/drain-queue.ts';
import { ALL_PAGES } from '../web-caches.ts';
import { createCommand } from './command.ts';

/** Has every web forget pages, and all answers of the backend, so that what was changed is seen at once. */
export const purgeCommand = createCommand<readonly string[]>({
  name: 'purge',
  usage: `Usage: npm run purge -- <key> [<key> …] | --all

A key is site-<id>, product-<id>, category-<id> or content-<id>.
PURGE_TARGETS  addresses of the web processes' admin ports, separated by commas (http://127.0.0.1:ADMIN_PORT)
PURGE_TOKEN    what they want to see, where they have one
`,
  read(words) {
    if (words.length === 1 && words[0] === '--all') return [ALL_PAGES];
    const isKey = (word: string) => /^(site|product|category|content)-\d{1,9}$/.test(word);
    return words.length > 0 && words.every(isKey) ? words : null;
  },
  async run(keys, { webCaches, say, warn }) {
    const told = await Promise.allSettled(webCaches.targets.map((target) => webCaches.tell(target, keys)));
    for (const [index, answer] of told.entries()) {
      const { host } = new URL(webCaches.targets[index] ?? '');
      if (answer.status === 'fulfilled') say(`${host}: ${answer.value} pages forgotten`);
      else warn(`${host}: failed (${describeFailure(answer.reason)})`);
    }
    return told.every(({ status }) => status === 'fulfilled') ? 0 : 1;
  },
});
