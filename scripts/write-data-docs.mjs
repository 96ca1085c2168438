// Writes docs/data.md and docs/schemas/ from the schemas of the import: `npm run data-docs`; with --check it
// checks whether they are up to date.
import { mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createJsonSchemas, renderFieldReference } from '../server/backend/shop-store/shop-file-reference.ts';

const projectRoot = path.resolve(import.meta.dirname, '..');
const GENERATED_PART_MARK = '<!-- From here on written by `npm run data-docs`. -->';

/**
 * Creates the documents that are generated from the schemas, by path. The part of docs/data.md above the
 * marker is written by hand.
 *
 * @returns {Map<string, string>}
 */
export function createDataDocs() {
  const page = readFileSync(path.join(projectRoot, 'docs/data.md'), 'utf8');
  const end = page.indexOf(GENERATED_PART_MARK);
  if (end === -1) throw new Error(`docs/data.md has no line ${GENERATED_PART_MARK}`);
  return new Map([
    ['docs/data.md', `${page.slice(0, end)}${GENERATED_PART_MARK}\n\n${renderFieldReference()}\n`],
    ...[...createJsonSchemas()].map(([name, schema]) => [
      `docs/schemas/${name}`,
      `${JSON.stringify(schema, null, 2)}\n`,
    ]),
  ]);
}

/** @returns {string[]} paths of documents that differ from the schemas, and of schemas without a file */
export function findStaleDataDocs() {
  const docs = createDataDocs();
  const read = (file) => {
    try {
      return readFileSync(path.join(projectRoot, file), 'utf8');
    } catch {
      return undefined;
    }
  };
  const extra = readdirSync(path.join(projectRoot, 'docs/schemas'))
    .map((name) => `docs/schemas/${name}`)
    .filter((file) => !docs.has(file));
  return [...extra, ...[...docs].flatMap(([file, text]) => (read(file) === text ? [] : [file]))];
}

if (process.argv[1] && realpathSync(process.argv[1]) === import.meta.filename) {
  if (process.argv.includes('--check')) {
    const stale = findStaleDataDocs();
    for (const file of stale) console.error(`${file} is outdated: run npm run data-docs`);
    process.exitCode = stale.length === 0 ? 0 : 1;
  } else {
    const docs = createDataDocs();
    rmSync(path.join(projectRoot, 'docs/schemas'), { recursive: true, force: true });
    mkdirSync(path.join(projectRoot, 'docs/schemas'));
    for (const [file, text] of docs) writeFileSync(path.join(projectRoot, file), text);
  }
}
