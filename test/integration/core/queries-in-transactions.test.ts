import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eq, sql } from 'drizzle-orm';
import { readPriceHistoriesByVariant } from '../../../server/backend/catalogue/prices/queries.ts';
import { listSiblingVariants, listVariants } from '../../../server/backend/catalogue/products/queries.ts';
import type { Database } from '../../../server/backend/core/database/database.ts';
import type { OpenDatabase } from '../../../server/backend/core/database/open-database.ts';
import { price, stock } from '../../../server/backend/schema/schema.ts';
import { FIXTURE_NOW } from '../../fixtures/backend-fixture.ts';
import { openSampleDatabase } from '../../fixtures/sample-database.ts';

const VARIANT_ID = 1010;
const orderScope = { siteId: 1, languageId: 1, brand: 'Havero', now: FIXTURE_NOW } as const;

let openedDatabase: OpenDatabase;
let database: Database;

beforeAll(async () => {
  openedDatabase = await openSampleDatabase();
  database = openedDatabase.database;
});

afterAll(() => openedDatabase.close());

/** Reads the data of a variant that an order needs. */
async function readOrderData(handle: Database) {
  const [variant] = await listVariants(handle, orderScope, [VARIANT_ID]);
  const siblings = await listSiblingVariants(handle, orderScope, VARIANT_ID);
  const prices = await readPriceHistoriesByVariant(handle, orderScope, [VARIANT_ID]);
  return {
    stock: variant?.stockAmount,
    siblings: siblings.length,
    amount: prices.get(VARIANT_ID)?.at(-1)?.amountExclVat,
  };
}

it('a transaction reads prices and stock as it has written them, and other readers see them as before', async () => {
  const before = await readOrderData(database);
  expect(before.siblings).toBeGreaterThan(0);
  expect(before.amount).toBeGreaterThan(0);
  const undone = new Error('undone');
  let inside: typeof before | undefined;
  const transaction = database.transaction('import-shop', async (handle) => {
    await handle.update(stock).set({ amount: 3 }).where(eq(stock.productVariantId, VARIANT_ID));
    await handle.update(price).set({ amountExclVat: 4242 }).where(eq(price.productVariantId, VARIANT_ID));
    inside = await readOrderData(handle);
    throw undone;
  });
  await expect(transaction).rejects.toBe(undone);
  expect(inside).toEqual({ ...before, stock: 3, amount: 4242 });
  expect(await readOrderData(database)).toEqual(before);
});

it('the outer handle is refused inside a transaction, instead of waiting for ever', async () => {
  const inside = (work: () => Promise<unknown>) =>
    database.transaction('import-shop', async () => {
      await work();
    });
  const refused = /^The transaction 'import-shop' uses another handle than its own/;
  await expect(inside(() => readOrderData(database))).rejects.toThrow(refused);
  await expect(inside(async () => database.execute(sql`select 1`))).rejects.toThrow(refused);
  await expect(inside(() => inside(() => Promise.resolve()))).rejects.toThrow(refused);
  // The outer handle works concurrently with a transaction, and after it.
  const beside = inside(() => Promise.resolve());
  await Promise.all([beside, database.execute(sql`select 1`)]);
  expect(await readOrderData(database)).toMatchObject({ siblings: expect.any(Number) });
});
