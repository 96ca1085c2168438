import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { firstPages } from './first-pages.mjs';

/** Runs at the head of a chunk: its words are there before any of its code is. `client/start/texts.ts` says what it calls. */
const waitForTexts = 'await globalThis.shopTexts?.();\n';

/**
 * Divides the texts between what the entry and the first pages say and what only other code says, and makes that other code
 * wait for its texts. Words that no code of the browser says stay on the server.
 *
 * A key is said where it stands in a file as a string; `facts.${name}` says all keys that begin so.
 *
 * @param {string} folder of the built scripts
 * @param {Record<string, Record<string, string>>} texts 'nl.havero' → all texts
 * @returns {Promise<{ messages: Record<string, { first: string, deferred: string }>, waiting: string[] }>} names of the files with
 *   texts, and of the scripts that wait for deferred ones
 */
export async function splitTexts(folder, texts) {
  const names = (await readdir(folder)).filter((name) => /\.js$/.test(name) && !name.startsWith('start-'));
  const scripts = await Promise.all(
    names.map(async (name) => ({ name, source: await readFile(path.join(folder, name), 'utf8') })),
  );
  const [anyTexts = {}] = Object.values(texts);
  const keys = Object.keys(anyTexts);
  const said = new Map(scripts.map(({ name, source }) => [name, findKeys(source, keys)]));
  const isFirst = (name) =>
    name.startsWith('main-') || firstPages.some((page) => name.startsWith(`${page}-`));
  const first = new Set(names.filter(isFirst).flatMap((name) => said.get(name)));
  const deferred = new Set(names.flatMap((name) => said.get(name)).filter((key) => !first.has(key)));

  const waiting = names.filter((name) => said.get(name).some((key) => deferred.has(key)));
  for (const { name, source } of scripts) {
    if (!waiting.includes(name)) continue;
    const file = path.join(folder, name);
    await writeFile(file, waitForTexts + source);
    const map = JSON.parse(await readFile(`${file}.map`, 'utf8'));
    // One line more above what the map speaks of.
    await writeFile(`${file}.map`, JSON.stringify({ ...map, mappings: `;${map.mappings}` }));
  }
  const messages = {};
  for (const [name, all] of Object.entries(texts)) {
    messages[name] = {
      first: await writeTexts(folder, name, all, first),
      deferred: await writeTexts(folder, name, all, deferred),
    };
  }
  return { messages, waiting };
}

function findKeys(source, keys) {
  const prefixes = [...source.matchAll(/`((?:[a-zA-Z]+\.)+)\$\{/g)].map(([, prefix]) => prefix);
  return keys.filter(
    (key) =>
      ['"', "'", '`'].some((quote) => source.includes(quote + key + quote)) ||
      prefixes.some((prefix) => key.startsWith(prefix)),
  );
}

async function writeTexts(folder, name, all, keys) {
  const picked = Object.fromEntries(Object.entries(all).filter(([key]) => keys.has(key)));
  const code = `export default ${JSON.stringify(picked)};`;
  const hash = createHash('sha256').update(code).digest('hex').slice(0, 10);
  const file = `texts-${name.replace(/\..*/, '')}-${hash}.js`;
  await writeFile(path.join(folder, file), code);
  return file;
}
