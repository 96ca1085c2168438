import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { firstVisitChunks } from './first-visit-chunks.mjs';

/**
 * Statement at the start of a chunk that loads its texts before its code runs. `client/start/load-texts.ts`
 * defines the function.
 */
const waitForTextsStatement = 'await globalThis.shopTexts?.();\n';

/**
 * Splits the texts into those of the entry and the first pages, and deferred ones. Code that uses deferred
 * texts is changed to wait for them. Texts that no browser code uses remain on the server.
 *
 * A file uses a key if it contains the key as a string; `facts.${name}` uses all keys with that prefix.
 *
 * @param {string} folder folder of the built scripts
 * @param {Record<string, Record<string, string>>} texts 'nl.havero' → all texts
 * @returns {Promise<{ messages: Record<string, { first: string, deferred: string }>, waiting: string[] }>}
 *   names of the text files, and of the scripts that wait for deferred texts
 */
export async function splitLocaleTexts(folder, texts) {
  const names = (await readdir(folder)).filter((name) => /\.js$/.test(name) && !name.startsWith('start-'));
  const scripts = await Promise.all(
    names.map(async (name) => ({ name, source: await readFile(path.join(folder, name), 'utf8') })),
  );
  const [anyTexts = {}] = Object.values(texts);
  const keys = Object.keys(anyTexts);
  const said = new Map(scripts.map(({ name, source }) => [name, findUsedTextKeys(source, keys)]));
  const isFirst = (name) =>
    name.startsWith('main-') || firstVisitChunks.some((page) => name.startsWith(`${page}-`));
  const first = new Set(names.filter(isFirst).flatMap((name) => said.get(name)));
  const deferred = new Set(names.flatMap((name) => said.get(name)).filter((key) => !first.has(key)));

  const waiting = names.filter((name) => said.get(name).some((key) => deferred.has(key)));
  for (const { name, source } of scripts) {
    if (!waiting.includes(name)) continue;
    const file = path.join(folder, name);
    await writeFile(file, waitForTextsStatement + source);
    const map = JSON.parse(await readFile(`${file}.map`, 'utf8'));
    // The file has one more line at its start, so the mappings do, too.
    await writeFile(`${file}.map`, JSON.stringify({ ...map, mappings: `;${map.mappings}` }));
  }
  const messages = {};
  for (const [name, all] of Object.entries(texts)) {
    messages[name] = {
      first: await writeLocaleChunk(folder, name, all, first),
      deferred: await writeLocaleChunk(folder, name, all, deferred),
    };
  }
  return { messages, waiting };
}

function findUsedTextKeys(source, keys) {
  const prefixes = [...source.matchAll(/`((?:[a-zA-Z]+\.)+)\$\{/g)].map(([, prefix]) => prefix);
  return keys.filter(
    (key) =>
      ['"', "'", '`'].some((quote) => source.includes(quote + key + quote)) ||
      prefixes.some((prefix) => key.startsWith(prefix)),
  );
}

async function writeLocaleChunk(folder, name, all, keys) {
  const picked = Object.fromEntries(Object.entries(all).filter(([key]) => keys.has(key)));
  const code = `export default ${JSON.stringify(picked)};`;
  const hash = createHash('sha256').update(code).digest('hex').slice(0, 10);
  const file = `texts-${name.replace(/\..*/, '')}-${hash}.js`;
  await writeFile(path.join(folder, file), code);
  return file;
}
