import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { OpenDatabase } from '../../server/backend/core/database/open-database.ts';
import { exportShop } from '../../server/backend/import-export/export-shop.ts';
import { importCommand } from '../../server/backend/import-export/import-command.ts';
import { importShop } from '../../server/backend/import-export/import-shop.ts';
import { price } from '../../server/backend/schema/schema.ts';
import { runCommand } from '../fixtures/run-command.ts';
import { openSampleDatabase, PACKSHOTS_FOLDER, SAMPLE_DATA_FOLDER } from '../fixtures/sample-database.ts';

const LATER = new Date('2026-11-12T09:00:00Z');

let openedDatabase: OpenDatabase;
let folder: string;
beforeAll(async () => {
  openedDatabase = await openSampleDatabase();
  folder = await mkdtemp(path.join(tmpdir(), 'export-again-'));
  await exportShop(openedDatabase.database, path.join(folder, 'shop'), { now: LATER });
});
afterAll(async () => {
  await openedDatabase?.close();
  await rm(folder, { recursive: true, force: true });
});

const createCommandContext = () => ({
  database: openedDatabase.database,
  workingDirectory: folder,
  now: LATER,
});
const UNCHANGED_REPORT = 'Records: 0 added, 0 changed, 0 withdrawn.';

it('the comparison of an export finds no change in the shop that it was made from', async () => {
  const done = await runCommand(importCommand, ['shop', '--check'], createCommandContext());
  expect(done).toMatchObject({ exit: 0, err: '' });
  expect(done?.out.split('\n')).toEqual([
    'The files can be imported. Nothing was written.',
    UNCHANGED_REPORT,
  ]);
});

it('the import of an export changes nothing, and neither does that of the files that the shop was imported from', async () => {
  const prices = await openedDatabase.database.$count(price);
  const options = { now: LATER, packshotsFolder: PACKSHOTS_FOLDER };
  const unchanged = { differences: [], kept: [], changedPages: [], priceChanges: 0, withdrawnProducts: [] };
  const again = await importShop(openedDatabase.database, path.join(folder, 'shop'), options);
  expect(again).toMatchObject(unchanged);
  expect(await importShop(openedDatabase.database, SAMPLE_DATA_FOLDER, options)).toMatchObject(unchanged);
  expect(await openedDatabase.database.$count(price)).toBe(prices);
});
