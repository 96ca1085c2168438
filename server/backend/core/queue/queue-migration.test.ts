import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { unaccent } from '@electric-sql/pglite/contrib/unaccent';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { migrate } from '../database/migrate.ts';

const FOLDER = path.join(import.meta.dirname, '../database/migrations');

let client: PGlite;
/** Folder with the initial migration only. */
let initialFolder: string;

beforeAll(async () => {
  client = await PGlite.create('memory://', { extensions: { btree_gin, pg_trgm, unaccent } });
  initialFolder = await mkdtemp(path.join(tmpdir(), 'havero-migrations-'));
  await mkdir(path.join(initialFolder, 'meta'));
  await cp(path.join(FOLDER, '0000_initial.sql'), path.join(initialFolder, '0000_initial.sql'));
  const journal = JSON.parse(await readFile(path.join(FOLDER, 'meta/_journal.json'), 'utf8'));
  await writeFile(
    path.join(initialFolder, 'meta/_journal.json'),
    JSON.stringify({ ...journal, entries: journal.entries.slice(0, 1) }),
  );
});

afterAll(async () => {
  await client?.close();
  await rm(initialFolder, { recursive: true });
});

const applyMigrations = (folder: string) =>
  migrate(async (text) => (await client.exec(text)).at(-1)?.rows ?? [], folder);

it('moves events and jobs that are not done into the queue, in their order', async () => {
  await applyMigrations(initialFolder);
  await client.exec(`
    insert into outbox_event
      (kind, ordering_key, payload, created_at, attempts, next_attempt_at, done_at, failure, dead_at)
    values
      ('mail', 'mail 1', '{"mailId": 1}', '2026-11-01Z', 1, '2026-11-01Z', '2026-11-01Z', null, null),
      ('mail', 'mail 2', '{"mailId": 2}', '2026-11-02Z', 0, '2026-11-02Z', null, null, null),
      ('mail', 'mail 3', '{"mailId": 3, "isLetter": true}', '2026-11-02Z', 2, '2026-11-03Z', null, 'later: EAWAY', null),
      ('payment', 'order 1', '{"act": "capture"}', '2026-11-02Z', 10, '2026-11-04Z', null, 'refused', '2026-11-05Z'),
      ('payment', 'order 1', '{"act": "refund"}', '2026-11-03Z', 0, '2026-11-03Z', null, null, null);
    insert into job (name, payload, created_at, attempts, run_at, failure, dead_at) values
      ('price-turn', '{"productVariantId": 1}', '2026-11-01Z', 0, '2026-12-01Z', null, null),
      ('order-message', '{"orderId": "1"}', '2026-11-01Z', 6, '2026-11-02Z', 'Error', '2026-11-03Z')`);
  await applyMigrations(FOLDER);
  const { rows } = await client.query<Record<string, unknown>>(`
    select name, ordering_key, payload, due_since::date::text, run_at::date::text, attempts, failure,
      dead_at::date::text, done_at, unique_key
    from queue_item order by queue_item_id`);
  const item = {
    ordering_key: null,
    attempts: 0,
    failure: null,
    dead_at: null,
    done_at: null,
    unique_key: null,
  };
  expect(rows).toEqual([
    {
      ...item,
      name: 'mail',
      ordering_key: 'mail 2',
      payload: { mailId: 2 },
      due_since: '2026-11-02',
      run_at: '2026-11-02',
    },
    {
      ...item,
      name: 'letter',
      ordering_key: 'mail 3',
      payload: { mailId: 3 },
      due_since: '2026-11-02',
      run_at: '2026-11-03',
      attempts: 2,
      failure: 'later: EAWAY',
    },
    {
      ...item,
      name: 'payment',
      ordering_key: 'order 1',
      payload: { act: 'capture' },
      due_since: '2026-11-02',
      run_at: '2026-11-04',
      attempts: 10,
      failure: 'refused',
      dead_at: '2026-11-05',
    },
    {
      ...item,
      name: 'payment',
      ordering_key: 'order 1',
      payload: { act: 'refund' },
      due_since: '2026-11-03',
      run_at: '2026-11-03',
    },
    {
      ...item,
      name: 'price-turn',
      payload: { productVariantId: 1 },
      due_since: '2026-12-01',
      run_at: '2026-12-01',
    },
    {
      ...item,
      name: 'order-message',
      payload: { orderId: '1' },
      due_since: '2026-11-01',
      run_at: '2026-11-02',
      attempts: 6,
      failure: 'Error',
      dead_at: '2026-11-03',
    },
  ]);
});
