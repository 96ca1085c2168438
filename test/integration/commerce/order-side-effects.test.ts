import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eq, isNull } from 'drizzle-orm';
import type { StockChange } from '../../../server/backend/catalogue/stock/queries.ts';
import { publishStockChange } from '../../../server/backend/catalogue/stock/service.ts';
import {
  customerOrder,
  orderLine,
  productListingChange,
  productPopularity,
  productVariant,
  queueItem,
  rateLimit,
  review,
  stock,
  stockReminder,
} from '../../../server/backend/schema/schema.ts';
import { DAY_MS } from '../../../shared/rules/durations.ts';
import { type BackendFixture, FIXTURE_NOW, openBackendFixture } from '../../fixtures/backend-fixture.ts';
import { belgianShopHeaders, createBackendCaller, dutchShopHeaders } from '../../fixtures/call-backend.ts';
import { callInputs, SOLD_OUT } from '../../fixtures/call-inputs.ts';
import { type FixtureOrder, insertOrder } from '../../fixtures/orders.ts';

/** Two bags of different products; the first is one of two sizes. */
const [BAG_VARIANT_ID, OTHER_BAG_VARIANT_ID] = [1010, 1002];

let backend: BackendFixture;
const wokenJobs: string[] = [];
const { call } = createBackendCaller(() => backend);

beforeAll(async () => {
  backend = await openBackendFixture({ database: { onWake: (name) => void wokenJobs.push(name) } });
});

afterAll(() => backend?.close());

beforeEach(async () => {
  backend.setNow(FIXTURE_NOW);
  for (const table of [orderLine, customerOrder, queueItem, rateLimit]) {
    await backend.database.delete(table);
  }
  await backend.database.delete(review).where(isNull(review.importKey));
  // Runs the job instead of deleting rows: lists in memory follow its entries.
  await backend.runJob('popularity');
  backend.mails.length = 0;
  backend.forgotten.length = 0;
  wokenJobs.length = 0;
});

const findProductId = async (productVariantId: number) =>
  (
    await backend.database
      .select({ productId: productVariant.productId })
      .from(productVariant)
      .where(eq(productVariant.productVariantId, productVariantId))
  )[0]!.productId;

describe('a change of stock', () => {
  const note = (...changes: StockChange[]) =>
    backend.database.transaction('change-cart', (transaction) =>
      publishStockChange(transaction, changes, FIXTURE_NOW),
    );
  const listPurgedKeys = async () => {
    await backend.runJob('queue');
    await backend.runJob('queue');
    return backend.forgotten;
  };

  it.each([
    ['the last piece is sold', 1, 0, true],
    ['it is back in stock', 0, 40, true],
    ['five of six pieces are left', 6, 5, true],
    ['four of five pieces are left', 5, 4, true],
    ['the stock rises from five to six', 5, 6, true],
    ['it is no longer counted', 3, null, true],
    ['the stock falls from forty to six', 40, 6, false],
    ['the stock rises from six to forty', 6, 40, false],
    ['nothing changes', 3, 3, false],
    ['counting starts', null, 6, false],
  ])('purges its product if a page shows it differently: %s', async (_what, before, after, isOld) => {
    await note({ productVariantId: BAG_VARIANT_ID, before, after });
    expect(await listPurgedKeys()).toEqual(isOld ? [`product-${await findProductId(BAG_VARIANT_ID)}`] : []);
    expect(wokenJobs.includes('stock-reminders')).toBe(before === 0);
  });

  it('purges each product once, and only products that are shown differently', async () => {
    await note(
      { productVariantId: BAG_VARIANT_ID, before: 3, after: 2 },
      { productVariantId: BAG_VARIANT_ID, before: 2, after: 1 },
      { productVariantId: OTHER_BAG_VARIANT_ID, before: 90, after: 80 },
      { productVariantId: SOLD_OUT, before: 2, after: 0 },
    );
    expect((await listPurgedKeys()).toSorted()).toEqual(
      [
        `product-${await findProductId(BAG_VARIANT_ID)}`,
        `product-${await findProductId(SOLD_OUT)}`,
      ].toSorted(),
    );
    expect(wokenJobs).not.toContain('stock-reminders');
  });

  it('purges nothing if it is rolled back', async () => {
    const work = backend.database.transaction('change-cart', async (transaction) => {
      await publishStockChange(
        transaction,
        [{ productVariantId: BAG_VARIANT_ID, before: 1, after: 0 }],
        FIXTURE_NOW,
      );
      throw new Error('undone');
    });
    await expect(work).rejects.toThrow('undone');
    expect(await listPurgedKeys()).toEqual([]);
    expect(wokenJobs).toEqual([]);
  });

  it('sends the stock reminders when the product is back', async () => {
    const { database } = backend;
    const setStock = (amount: number) =>
      database.update(stock).set({ amount }).where(eq(stock.productVariantId, SOLD_OUT));
    await database.delete(stockReminder);
    await setStock(0);
    expect((await call('requestStockReminder')).status).toBe(204);
    await backend.runJob('queue');
    const token = /token=([\w-]+)/.exec(backend.mails.at(-1)!.text)![1]!;
    expect((await call('confirmStockReminder', { body: { token } })).status).toBe(200);
    wokenJobs.length = 0;
    await setStock(2);
    await note({ productVariantId: SOLD_OUT, before: 0, after: 2 });
    // These notifications wake the process that runs the jobs.
    for (const name of wokenJobs.filter((woken) => woken === 'stock-reminders')) await backend.runJob(name);
    await backend.runJob('queue');
    expect(backend.mails.map(({ kind }) => kind)).toEqual(['stock-reminder-confirm', 'stock-reminder-back']);
  });
});

describe('popularity', () => {
  const sell = async (productVariantId: number, quantity: number, order: FixtureOrder = {}) =>
    insertOrder(backend.database, {
      ...order,
      lines: [
        { productId: await findProductId(productVariantId), productVariantId, quantity, unitAmount: 1000 },
      ],
    });
  const count = () => backend.runJob('popularity');
  const listPopular = async (shop = dutchShopHeaders): Promise<number[]> => {
    const { status, body } = await call(
      'searchProducts',
      {
        body: {
          filter: { filters: [] },
          pageInfo: { page: 1, pageSize: 24, descending: false, sort: 'popularity' },
        },
      },
      shop,
    );
    expect(status).toBe(200);
    return body.items.map(({ productId }: { productId: number }) => productId);
  };

  it('counts pieces of paid orders of ninety days, on the site of the order', async () => {
    const [bag, other] = [await findProductId(BAG_VARIANT_ID), await findProductId(OTHER_BAG_VARIANT_ID)];
    const catalogue = await listPopular();
    await sell(BAG_VARIANT_ID, 3);
    await sell(BAG_VARIANT_ID, 2, { status: 'closed' });
    await sell(OTHER_BAG_VARIANT_ID, 4, { status: 'sent' });
    const ignored: FixtureOrder[] = [
      { status: 'open' },
      { status: 'created' },
      { status: 'cancelled' },
      { createdAt: new Date(FIXTURE_NOW.getTime() - 90 * DAY_MS - 1) },
      { siteId: 2 },
    ];
    for (const order of ignored) await sell(OTHER_BAG_VARIANT_ID, 50, order);
    // An order does not change the lists; the job does.
    expect(await listPopular()).toEqual(catalogue);
    await count();
    expect((await listPopular()).slice(0, 2)).toEqual([bag, other]);
    expect((await listPopular(belgianShopHeaders))[0]).toBe(other);
  });

  it('decreases when its orders are older', async () => {
    const catalogue = await listPopular();
    await sell(BAG_VARIANT_ID, 3);
    await count();
    expect((await listPopular())[0]).toBe(await findProductId(BAG_VARIANT_ID));
    backend.setNow(new Date(FIXTURE_NOW.getTime() + 91 * DAY_MS));
    await count();
    expect(await listPopular()).toEqual(catalogue);
    expect(await backend.database.select().from(productPopularity)).toEqual([]);
  });

  it('reloads only products whose number has changed', async () => {
    const listChanges = async () =>
      (await backend.database.select().from(productListingChange)).map(({ siteId, productId }) => [
        siteId,
        productId,
      ]);
    await sell(BAG_VARIANT_ID, 3);
    await sell(OTHER_BAG_VARIANT_ID, 3);
    await count();
    await backend.database.delete(productListingChange);
    await count();
    expect(await listChanges()).toEqual([]);
    await sell(BAG_VARIANT_ID, 1);
    await count();
    expect(await listChanges()).toEqual([[1, await findProductId(BAG_VARIANT_ID)]]);
  });

  it('is not written by orders', async () => {
    await backend.database.delete(productListingChange);
    await sell(BAG_VARIANT_ID, 3);
    expect(await backend.database.select().from(productListingChange)).toEqual([]);
  });
});

describe('a verified purchase', () => {
  const productId = 101;
  const address = callInputs.writeReview.body.emailAddress.toLowerCase();
  const line = { productId, productVariantId: 1001, quantity: 1, unitAmount: 1995 };

  async function writeReview(): Promise<boolean> {
    expect((await call('writeReview')).status).toBe(204);
    await backend.runJob('queue');
    const token = /token=([\w-]+)/.exec(backend.mails.at(-1)!.text)![1]!;
    expect((await call('confirmReview', { body: { token } })).status).toBe(200);
    await backend.runJob('publish-reviews');
    const [row] = await backend.database.select().from(review).where(isNull(review.importKey));
    return row!.isVerifiedPurchase;
  }

  it.each<[string, FixtureOrder, boolean]>([
    ['sent', { status: 'sent' }, true],
    ['closed', { status: 'closed' }, true],
    ['paid and not sent', { status: 'paid' }, false],
    ['cancelled', { status: 'cancelled' }, false],
    ['of another site', { status: 'sent', siteId: 2 }, false],
    ['of another person', { status: 'sent', emailAddress: 'somebody@else.example' }, false],
    ['of another product', { status: 'sent', lines: [{ ...line, productId: 102 }] }, false],
  ])('is a review by an author who has ordered the product: %s', async (_what, order, isVerified) => {
    expect(callInputs.writeReview.params.productId).toBe(productId);
    await insertOrder(backend.database, { emailAddress: address, lines: [line], ...order });
    expect(await writeReview()).toBe(isVerified);
  });

  it('is stored without the address', async () => {
    await insertOrder(backend.database, { status: 'sent', emailAddress: address, lines: [line] });
    await writeReview();
    const [row] = await backend.database.select().from(review).where(isNull(review.importKey));
    expect(JSON.stringify(row)).not.toContain(address);
  });
});
