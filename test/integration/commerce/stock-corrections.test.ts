import { afterEach, expect, it } from '@jest/globals';
import { asc, eq } from 'drizzle-orm';
import { Client } from 'pg';
import { createShopOrderChanger } from '../../../server/backend/app/order-changer.ts';
import { checkBooks } from '../../../server/backend/commerce/bookkeeping/check-books.ts';
import { editShop } from '../../../server/backend/import-export/apply-edits.ts';
import { customerOrder, productVariant, stockCorrection } from '../../../server/backend/schema/schema.ts';
import { prepareAdminShop } from '../../fixtures/admin-shop.ts';
import { FIXTURE_NOW } from '../../fixtures/backend-fixture.ts';
import { createBackendCaller } from '../../fixtures/call-backend.ts';
import { VARIANT } from '../../fixtures/call-inputs.ts';
import { getDatabaseServerUrl } from '../../fixtures/database-server.ts';
import { createOrderPlacer } from '../../fixtures/order-placer.ts';

let databaseUrl: string | undefined;
const shop = prepareAdminShop({
  database: {
    reach(url) {
      databaseUrl = url.href;
      return url;
    },
  },
});
const { openOrderableCart, place } = createOrderPlacer(createBackendCaller(() => shop.backend));

afterEach(async () => {
  expect(shop.backend.errors.splice(0)).toEqual([]);
  const { listed } = await checkBooks(shop.backend.database, FIXTURE_NOW);
  expect(listed.filter(({ check }) => check.startsWith('stock'))).toEqual([]);
});

async function findArticleNumber(): Promise<string> {
  const [row] = await shop.backend.database
    .select()
    .from(productVariant)
    .where(eq(productVariant.productVariantId, VARIANT));
  return row!.articleNumber;
}

/** Returns the corrections of the variant, first one first: type, pieces before and after, reason, actor. */
async function listCorrections() {
  const rows = await shop.backend.database
    .select()
    .from(stockCorrection)
    .where(eq(stockCorrection.productVariantId, VARIANT))
    .orderBy(asc(stockCorrection.stockCorrectionId));
  return rows.map(({ kind, before, after, reason, actorId }) => [kind, before, after, reason, actorId]);
}

it('imports, staff and commands record each correction with its actor, and with a reason if given', async () => {
  const articleNumber = await findArticleNumber();
  const [imported] = await listCorrections();
  expect(imported).toEqual(['import', null, expect.any(Number), null, 'import']);
  const before = imported![2] as number;
  const ofArticle = (form: HTMLFormElement) =>
    form.querySelector<HTMLInputElement>('[name="articleNumber"]') !== null;
  await shop.anna.submit(
    '/admin/stock',
    'stock.set',
    { articleNumber, amount: '7', reason: 'damaged' },
    { pick: ofArticle },
  );
  await shop.run('stock.deliver', { articleNumber, pieces: '3' });
  await shop.run('stock.count', { articleNumber, amount: '9' });
  // An equal count corrects nothing.
  await shop.run('stock.count', { articleNumber, amount: '9' });
  await shop.run('stock.list', { act: 'set', list: `${articleNumber};8`, reason: 'lost' });
  await editShop(
    shop.backend.database,
    [{ file: 'catalogue.json', list: 'stock', key: articleNumber, value: { stock: 40 } }],
    { actor: { kind: 'keeper', id: 'command' }, now: FIXTURE_NOW },
  );
  expect((await listCorrections()).slice(1)).toEqual([
    ['set', before, 7, 'damaged', shop.anna.staffMemberId],
    ['deliver', 7, 10, null, 'command'],
    ['count', 10, 9, null, 'command'],
    ['set', 9, 8, 'lost', 'command'],
    ['set', 8, 40, null, 'command'],
  ]);
});

it('orders change the stock without a correction, also while it is not counted', async () => {
  const articleNumber = await findArticleNumber();
  const count = (await listCorrections()).length;
  const { body } = await place(await openOrderableCart([[VARIANT, 2]]));
  await place(await openOrderableCart([[VARIANT, 1]]));
  expect(await listCorrections()).toHaveLength(count);
  await shop.run('stock.set', { articleNumber, isUncounted: 'true' });
  const { orders } = shop.backend.shop;
  // Its pieces are returned to stock that is no longer counted.
  await shop.backend.database.transaction('change-order', async (transaction) => {
    const order = await orders.lock(transaction, body.orderId);
    await orders.change(transaction, order!, 'cancelled', { now: FIXTURE_NOW, cancelReason: 'shop' });
  });
  await shop.run('stock.count', { articleNumber, amount: '20' });
  expect((await listCorrections()).slice(count)).toEqual([
    ['set', 37, null, null, 'command'],
    ['count', null, 20, null, 'command'],
  ]);
});

it('deleted orders do not change the stock and its accounts', async () => {
  const { database } = shop.backend;
  const orders = await database.select({ orderId: customerOrder.orderId }).from(customerOrder);
  expect(orders).toHaveLength(2);
  await database.transaction('forget-orders', (transaction) =>
    createShopOrderChanger().delete(
      transaction,
      orders.map(({ orderId }) => orderId),
      FIXTURE_NOW,
    ),
  );
  expect((await listCorrections()).at(-1)).toEqual(['forgotten', 20, 20, null, 'shop']);
});

// The embedded database has one connection, so no other change can be under way.
const itOnDatabaseServer = getDatabaseServerUrl() === undefined ? it.skip : it;

itOnDatabaseServer(
  'an edit waits for a concurrent change of stock, and records the amount after it',
  async () => {
    const articleNumber = await findArticleNumber();
    const count = (await listCorrections()).length;
    const other = new Client({ connectionString: databaseUrl });
    await other.connect();
    try {
      await other.query('begin');
      await other.query('update stock set amount = 15 where product_variant_id = $1', [VARIANT]);
      await other.query(
        `insert into stock_correction (product_variant_id, kind, before, after, moved, actor_id, at)
       select product_variant_id, 'count', after, 15, moved, 'command', at from stock_correction
       where product_variant_id = $1 order by stock_correction_id desc limit 1`,
        [VARIANT],
      );
      const edit = editShop(
        shop.backend.database,
        [{ file: 'catalogue.json', list: 'stock', key: articleNumber, value: { stock: 60 } }],
        { actor: { kind: 'keeper', id: 'command' }, now: FIXTURE_NOW },
      );
      const isWaiting = async (): Promise<boolean> => {
        const { rowCount } = await other.query(
          `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        return (rowCount ?? 0) > 0;
      };
      while (!(await isWaiting())) await new Promise((resolve) => setTimeout(resolve, 5));
      await other.query('commit');
      await edit;
    } finally {
      await other.end();
    }
    expect((await listCorrections()).slice(count)).toEqual([
      ['count', 20, 15, null, 'command'],
      ['set', 15, 60, null, 'command'],
    ]);
  },
);
