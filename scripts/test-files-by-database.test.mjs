import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import {
  oneDatabasePathPattern,
  testFilesOnBothDatabases,
  testFilesOnServerOnly,
} from '../test/test-files-by-database.mjs';

const folder = path.join(import.meta.dirname, '../test');
const files = ['integration', 'extended']
  .flatMap((name) =>
    readdirSync(path.join(folder, name), { recursive: true }).map((file) => path.join(name, file)),
  )
  .filter((name) => name.endsWith('.test.ts'));
const isOnOne = (file) => new RegExp(oneDatabasePathPattern).test(path.join(folder, file));

/**
 * Imports of a file that opens its own database, interrupts connections to it, simulates failing tables or
 * synchronises processes on it.
 */
const DATABASE_CONTROL_IMPORTS =
  /\/fixtures\/(database-proxy|database-server|hostile-database|import-process|queue-process)\.ts'|\bopenEmptyDatabase\b|import \{[^}]*\bopenDatabase\b[^}]*\} from/;

const read = (file) => readFileSync(path.join(folder, file), 'utf8');
const getName = (file) => path.basename(file, '.test.ts');

it('a test file that tests the database itself runs on both databases, or on the server only', () => {
  const own = files.filter((name) => DATABASE_CONTROL_IMPORTS.test(read(name)));
  expect(own).toContain('integration/core/transactions.test.ts');
  expect(own.filter(isOnOne).map(getName).sort()).toEqual(testFilesOnServerOnly);
});

it('a test file that runs on the server only has no test for the embedded database', () => {
  const onServer = files.filter((file) => testFilesOnServerOnly.includes(getName(file)));
  expect(onServer).toHaveLength(testFilesOnServerOnly.length);
  for (const file of onServer) {
    expect([file, read(file).match(/^(?:describe|it|test)\b(?!OnServer)/gm)]).toEqual([file, null]);
  }
});

it('a test file of API calls runs on one database, and names are compared as a whole', () => {
  expect(isOnOne('integration/admin/admin-pages.test.ts')).toBe(true);
  expect(isOnOne('integration/commerce/orders.test.ts')).toBe(false);
  expect(isOnOne('integration/commerce/orders-again.test.ts')).toBe(true);
});

it('every name in the list is a file', () => {
  const names = files.map(getName);
  expect(testFilesOnBothDatabases.filter((name) => !names.includes(name))).toEqual([]);
});
