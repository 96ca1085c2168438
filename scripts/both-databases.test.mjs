import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { filesOnBoth, onOneDatabase } from '../test/both-databases.mjs';

const folder = path.join(import.meta.dirname, '../test');
const files = ['integration', 'extended']
  .flatMap((name) =>
    readdirSync(path.join(folder, name), { recursive: true }).map((file) => path.join(name, file)),
  )
  .filter((name) => name.endsWith('.test.ts'));
const isOnOne = (file) => new RegExp(onOneDatabase).test(path.join(folder, file));

/** What a file takes in that opens a database by itself, breaks lines to it, has tables misbehave or processes meet on it. */
const OWN_DATABASE =
  /\/fixtures\/(database-line|database-server|hostile-database|import-process|queue-process)\.ts'|\bopenEmptyDatabase\b|import \{[^}]*\bopenDatabase\b[^}]*\} from/;

it('a file that has the database itself in view runs on both', () => {
  const own = files.filter((name) => OWN_DATABASE.test(readFileSync(path.join(folder, name), 'utf8')));
  expect(own).toContain('integration/core/transactions.test.ts');
  expect(own.filter(isOnOne)).toEqual([]);
});

it('a file that asks and is answered runs on one, and what only begins like another is another', () => {
  expect(isOnOne('integration/admin/keeper-pages.test.ts')).toBe(true);
  expect(isOnOne('integration/commerce/orders.test.ts')).toBe(false);
  expect(isOnOne('integration/commerce/orders-again.test.ts')).toBe(true);
});

it('every name in the list is a file', () => {
  const names = files.map((file) => path.basename(file, '.test.ts'));
  expect(filesOnBoth.filter((name) => !names.includes(name))).toEqual([]);
});
