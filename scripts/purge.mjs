// `npm run purge -- product-101 category-11` or `npm run purge -- --all`: every web process forgets those pages, and all
// answers of the backend, so that what was changed is seen at once. Built-ins only: runs wherever the code is.
import { fileURLToPath } from 'node:url';

const usage = `Usage: npm run purge -- <key> [<key> …] | --all

A key is site-<id>, product-<id>, category-<id> or content-<id>.
PURGE_TARGETS  addresses of the web processes' admin ports, separated by commas (http://127.0.0.1:ADMIN_PORT)
PURGE_TOKEN    what they want to see, where they have one`;

/**
 * What the command line asks for.
 *
 * @param {string[]} words
 * @returns {{ all: true } | { keys: string[] } | null} null where it asks for nothing that can be done
 */
function readOrder(words) {
  if (words.length === 1 && words[0] === '--all') return { all: true };
  const isKey = (word) => /^(site|product|category|content)-\d{1,9}$/.test(word);
  return words.length > 0 && words.every(isKey) ? { keys: words } : null;
}

/**
 * @param {Readonly<Record<string, string | undefined>>} environment
 * @returns {URL[]} where to send the order
 * @throws TypeError where an address is none
 */
function readTargets({ PURGE_TARGETS, ADMIN_PORT }) {
  const own = `http://127.0.0.1:${ADMIN_PORT || 9100}`;
  const addresses = (PURGE_TARGETS || own).split(',').map((address) => address.trim());
  return addresses.filter((address) => address !== '').map((address) => new URL('/purge', address));
}

async function purge(target, order, token) {
  const answer = await fetch(target, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(order),
    signal: AbortSignal.timeout(10_000),
  });
  if (!answer.ok)
    throw new Error(answer.status === 400 ? 'the order was not understood' : `status ${answer.status}`);
  return (await answer.json()).pages;
}

async function main() {
  const order = readOrder(process.argv.slice(2));
  if (order === null) {
    console.error(usage);
    return 1;
  }
  const targets = readTargets(process.env);
  const results = await Promise.allSettled(
    targets.map((target) => purge(target, order, process.env.PURGE_TOKEN)),
  );
  for (const [index, result] of results.entries()) {
    const { host } = targets[index];
    if (result.status === 'fulfilled') console.log(`${host}: ${result.value} pages forgotten`);
    else console.error(`${host}: failed (${result.reason.cause?.code ?? result.reason.message})`);
  }
  return results.every(({ status }) => status === 'fulfilled') ? 0 : 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = await main();
