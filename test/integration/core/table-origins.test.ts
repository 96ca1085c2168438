import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { sql } from 'drizzle-orm';
import type { OpenDatabase } from '../../../server/backend/core/database/open-database.ts';
import { openEmptyDatabase } from '../../fixtures/sample-database.ts';
import { listTableNames } from '../../fixtures/table-names.ts';

let openedDatabase: OpenDatabase;

async function fetchAllRows<T>(query: string): Promise<T[]> {
  return ((await openedDatabase.database.execute(sql.raw(query))) as unknown as { rows: T[] }).rows;
}

beforeAll(async () => {
  openedDatabase = await openEmptyDatabase();
});

afterAll(() => openedDatabase.close());

it('every table of the database has declared contents', async () => {
  const tables = await fetchAllRows<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'`,
  );
  expect(tables.map(({ name }) => name).sort()).toEqual(listTableNames());
});

it('every table with a name, an address or an opinion is declared as written by people', async () => {
  const tables = await fetchAllRows<{ name: string }>(
    `select distinct table_name as name from information_schema.columns
    where table_schema = 'public' and column_name ~ '(email|recipient|author_name|phone_number|opinion)'
      -- A shop and a dealer are businesses, which the files describe.
      and table_name not in ('site', 'dealer')`,
  );
  const ofPeople = listTableNames('person');
  expect(tables.length).toBeGreaterThan(3);
  expect(tables.map(({ name }) => name).filter((name) => !ofPeople.includes(name))).toEqual([]);
});

it('deleting a site, a product or other shop data deletes no data of people, and no promotion', async () => {
  const ofPeople = new Set([...listTableNames('person'), ...listTableNames('staff')]);
  const keys = await fetchAllRows<{ child: string; parent: string; rule: string }>(
    `select child.relname as child, parent.relname as parent, key.confdeltype as rule from pg_constraint key
    join pg_class child on child.oid = key.conrelid
    join pg_class parent on parent.oid = key.confrelid
    where key.contype = 'f'`,
  );
  const toShop = keys.filter(({ child, parent }) => ofPeople.has(child) && !ofPeople.has(parent));
  expect(toShop.length).toBeGreaterThan(8);
  // a: no action, r: restrict, n: set null.
  expect(toShop.filter(({ rule }) => !['a', 'r', 'n'].includes(rule))).toEqual([]);
});

it('every allowed value of an enumerated column is known', async () => {
  const named = await fetchAllRows<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and table_name not like 'product_listing%'
      and table_name not like 'search_%'
      and (table_name = 'site' and column_name in ('type', 'brand') or column_name in ('kind', 'status', 'packaging', 'content_unit',
        'feed_type', 'product_type', 'actor_kind', 'currency_code', 'shipping_method'))
      -- ISO 4217, which the shop does not choose from.
      and not (table_name = 'country' and column_name = 'currency_code')
      and not (table_name = 'product' and column_name = 'kind')
      and not (table_name = 'outbox_mail') and not (table_name = 'idempotent_answer')`,
  );
  const checked = await fetchAllRows<{ name: string }>(
    `select c.conrelid::regclass || '.' || a.attname as name from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
    where c.contype = 'c' and c.convalidated`,
  );
  const known = new Set(checked.map(({ name }) => name));
  expect(named.length).toBeGreaterThan(7);
  expect(named.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([]);
  const misspelt = openedDatabase.database.execute(
    sql`insert into content_page (content_page_id, key, kind, scene) values (1, 'a', 'advise', 'hay-barn')`,
  );
  await expect(misspelt).rejects.toMatchObject({ code: '23514' });
});

it('every page and part that a site refers to has a foreign key', async () => {
  const named = await fetchAllRows<{ name: string }>(
    `select column_name as name from information_schema.columns where table_schema = 'public' and table_name = 'site'
      and column_name like '%_id' and column_name not in ('site_id', 'payment_provider_configuration_id', 'gtm_container_id')`,
  );
  const keys = await fetchAllRows<{ name: string; holds: boolean }>(
    `select a.attname as name, c.convalidated as holds from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
    where c.contype = 'f' and c.conrelid = 'site'::regclass`,
  );
  expect(named.length).toBeGreaterThan(15);
  const known = new Set(keys.flatMap(({ name, holds }) => (holds ? [name] : [])));
  expect(named.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([]);
});

it('no rate and no amount is a binary fraction, except in derived lists and in the search', async () => {
  const rows = await fetchAllRows<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and data_type in ('real', 'double precision') and table_name not like 'product_listing%'
      and table_name not like 'search_%'
    order by 1`,
  );
  expect(rows.map(({ name }) => name)).toEqual([
    // Measured values, which are displayed rounded.
    'dealer.latitude',
    'dealer.longitude',
    'parcel_shop.latitude',
    'parcel_shop.longitude',
    // A net content is a quantity, for which JavaScript uses grams, millilitres and pieces.
    'product_variant.content_value',
  ]);
});

it('prices, stock and imports are retained whatever is deleted', async () => {
  const cascades = await fetchAllRows<{ child: string }>(
    `select conrelid::regclass::text as child from pg_constraint where contype = 'f' and confdeltype = 'c'`,
  );
  const reached = new Set(cascades.map(({ child }) => child));
  expect(['price', 'stock', 'shop_import'].filter((table) => reached.has(table))).toEqual([]);
});
