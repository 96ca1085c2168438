import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import {
  oneDatabasePathPattern,
  testFilesOnBothDatabases,
  testFilesOnServerOnly,
} from '../test/test-files-by-database.mjs';

const testFolder = path.join(import.meta.dirname, '../test');
const files = ['integration', 'extended']
  .flatMap((name) =>
    readdirSync(path.join(testFolder, name), { recursive: true }).map((file) => path.join(name, file)),
  )
  .filter((name) => name.endsWith('.test.ts'));
const runsOnOneDatabase = (file) => new RegExp(oneDatabasePathPattern).test(path.join(testFolder, file));

/**
 * Imports of a file that opens its own database, interrupts connections to it, simulates failing tables or
 * synchronises processes on it.
 */
const DATABASE_CONTROL_IMPORT_PATTERN =
  /\/fixtures\/(database-proxy|database-server|write-failures|import-process|queue-process)\.ts'|\bopenEmptyDatabase\b|import \{[^}]*\bopenDatabase\b[^}]*\} from/;

const readTestFile = (file) => readFileSync(path.join(testFolder, file), 'utf8');
const getTestName = (file) => path.basename(file, '.test.ts');

it('a test file that tests the database itself runs on both databases, or on the server only', () => {
  const own = files.filter((name) => DATABASE_CONTROL_IMPORT_PATTERN.test(readTestFile(name)));
  expect(own).toContain('integration/core/transactions.test.ts');
  expect(own.filter(runsOnOneDatabase).map(getTestName).sort()).toEqual(testFilesOnServerOnly);
});

it('a test file that runs on the server only has no test for the embedded database', () => {
  const onServer = files.filter((file) => testFilesOnServerOnly.includes(getTestName(file)));
  expect(onServer).toHaveLength(testFilesOnServerOnly.length);
  for (const file of onServer) {
    expect([file, readTestFile(file).match(/^(?:describe|it|test)\b(?!OnServer)/gm)]).toEqual([file, null]);
  }
});

it('a test file of API calls runs on one database, and names are compared as a whole', () => {
  expect(runsOnOneDatabase('integration/admin/admin-pages.test.ts')).toBe(true);
  expect(runsOnOneDatabase('integration/commerce/orders.test.ts')).toBe(false);
  expect(runsOnOneDatabase('integration/commerce/orders-again.test.ts')).toBe(true);
});

it('every name in the list is a file', () => {
  const names = files.map(getTestName);
  expect(testFilesOnBothDatabases.filter((name) => !names.includes(name))).toEqual([]);
});
