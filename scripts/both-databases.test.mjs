import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { filesOnBoth, filesOnServer, onOneDatabase } from '../test/both-databases.mjs';

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

const read = (file) => readFileSync(path.join(folder, file), 'utf8');
const getName = (file) => path.basename(file, '.test.ts');

it('a file that has the database itself in view runs on both, or on the server alone', () => {
  const own = files.filter((name) => OWN_DATABASE.test(read(name)));
  expect(own).toContain('integration/core/transactions.test.ts');
  expect(own.filter(isOnOne).map(getName).sort()).toEqual(filesOnServer);
});

it('a file that runs on the server alone has no test for the embedded database', () => {
  const onServer = files.filter((file) => filesOnServer.includes(getName(file)));
  expect(onServer).toHaveLength(filesOnServer.length);
  for (const file of onServer) {
    expect([file, read(file).match(/^(?:describe|it|test)\b(?!OnServer)/gm)]).toEqual([file, null]);
  }
});

it('a file that asks and is answered runs on one, and what only begins like another is another', () => {
  expect(isOnOne('integration/admin/keeper-pages.test.ts')).toBe(true);
  expect(isOnOne('integration/commerce/orders.test.ts')).toBe(false);
  expect(isOnOne('integration/commerce/orders-again.test.ts')).toBe(true);
});

it('every name in the list is a file', () => {
  const names = files.map(getName);
  expect(filesOnBoth.filter((name) => !names.includes(name))).toEqual([]);
});
