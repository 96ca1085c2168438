import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eq, sql } from 'drizzle-orm';
import type { Database, OpenDatabase } from '../../../server/backend/database/database.ts';
import { price, stock } from '../../../server/backend/database/schema.ts';
import { listPrices } from '../../../server/backend/modules/prices/queries.ts';
import { listSiblings, listVariants } from '../../../server/backend/modules/products/queries.ts';
import { FIXTURE_NOW } from '../../fixtures/backend-fixture.ts';
import { openSampleDatabase } from '../../fixtures/sample-database.ts';

const VARIANT = 1010;
const scope = { siteId: 1, languageId: 1, brand: 'Havero', now: FIXTURE_NOW } as const;

let open: OpenDatabase;
let database: Database;

beforeAll(async () => {
  open = await openSampleDatabase();
  database = open.database;
});

afterAll(() => open.close());

/** Reads the data of a variant that an order needs. */
async function read(handle: Database) {
  const [variant] = await listVariants(handle, scope, [VARIANT]);
  const siblings = await listSiblings(handle, scope, VARIANT);
  const prices = await listPrices(handle, scope, [VARIANT]);
  return {
    stock: variant?.stockAmount,
    siblings: siblings.length,
    amount: prices.get(VARIANT)?.at(-1)?.amountExclVat,
  };
}

it('a transaction reads prices and stock as it has written them, and other readers see them as before', async () => {
  const before = await read(database);
  expect(before.siblings).toBeGreaterThan(0);
  expect(before.amount).toBeGreaterThan(0);
  const undone = new Error('undone');
  let inside: typeof before | undefined;
  const transaction = database.transaction('import-shop', async (handle) => {
    await handle.update(stock).set({ amount: 3 }).where(eq(stock.productVariantId, VARIANT));
    await handle.update(price).set({ amountExclVat: 4242 }).where(eq(price.productVariantId, VARIANT));
    inside = await read(handle);
    throw undone;
  });
  await expect(transaction).rejects.toBe(undone);
  expect(inside).toEqual({ ...before, stock: 3, amount: 4242 });
  expect(await read(database)).toEqual(before);
});

it('the outer handle is refused inside a transaction, instead of waiting for ever', async () => {
  const inside = (work: () => Promise<unknown>) =>
    database.transaction('import-shop', async () => {
      await work();
    });
  const refused = /^The transaction 'import-shop' uses another handle than its own/;
  await expect(inside(() => read(database))).rejects.toThrow(refused);
  await expect(inside(async () => database.execute(sql`select 1`))).rejects.toThrow(refused);
  await expect(inside(() => inside(() => Promise.resolve()))).rejects.toThrow(refused);
  // The outer handle works concurrently with a transaction, and after it.
  const beside = inside(() => Promise.resolve());
  await Promise.all([beside, database.execute(sql`select 1`)]);
  expect(await read(database)).toMatchObject({ siblings: expect.any(Number) });
});
