import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { asc, eq } from 'drizzle-orm';
import { adminLog, customerOrder, roughageSample } from '../../../server/backend/schema/schema.ts';
import { HOUR_MS } from '../../../shared/rules/durations.ts';
import { prepareAdminShop } from '../../fixtures/admin-shop.ts';
import { FIXTURE_NOW } from '../../fixtures/backend-fixture.ts';
import { createLine, insertWholeOrder } from '../../fixtures/whole-orders.ts';

const AN_HOUR_EARLIER = new Date(FIXTURE_NOW.getTime() - HOUR_MS);

const shop = prepareAdminShop();

beforeEach(() => shop.backend.database.delete(adminLog));
afterEach(() => {
  expect(shop.backend.errors.splice(0)).toEqual([]);
});

/** Places a paid order of a bag and three kits: two nutrition scans and a hygiene scan. */
async function createTestOrder() {
  const { database, shop: parts } = shop.backend;
  const test = { isSentAsParcel: false, quantity: 1 };
  const order = await insertWholeOrder(database, {
    lines: [
      createLine(),
      createLine({
        ...test,
        productId: 171,
        productVariantId: 1087,
        productType: 4,
        position: 2,
        quantity: 2,
      }),
      createLine({ ...test, productId: 172, productVariantId: 1088, productType: 5, position: 3 }),
    ],
    sampleNames: { 2: ['South field', 'Barn'], 3: ['South field'] },
    statuses: ['created', 'open'],
  });
  await database.transaction('change-order', async (transaction) => {
    const locked = await parts.orders.lock(transaction, order.orderId);
    if (locked) await parts.orders.change(transaction, locked, 'paid', { now: FIXTURE_NOW });
  });
  return order;
}

const listOrderKits = (orderId: string) =>
  shop.backend.database
    .select()
    .from(roughageSample)
    .where(eq(roughageSample.orderId, orderId))
    .orderBy(asc(roughageSample.sampleNumber));

const listAdminLogRows = () =>
  shop.backend.database.select().from(adminLog).orderBy(asc(adminLog.adminLogId));

describe('the kits of an order', () => {
  it('are marked as sent with it on its page, leave the list of waiting kits, and are each logged', async () => {
    const { orderId } = await createTestOrder();
    const kits = await listOrderKits(orderId);
    expect(kits.map(({ state }) => state)).toEqual(['ordered', 'ordered', 'ordered']);
    const numbers = kits.map(({ sampleNumber }) => sampleNumber);
    const waiting = async () =>
      (await shop.anna.get('/admin/samples?state=ordered')).document.body.textContent ?? '';
    for (const number of numbers) expect(await waiting()).toContain(number);
    expect((await shop.anna.get(`/admin/orders/${orderId}`)).html).toContain('3 test kits');
    const sent = await shop.anna.submit(`/admin/orders/${orderId}`, 'order.ship');
    expect(sent.document.querySelector('.notice')?.textContent).toContain('3 test kits');
    for (const { state, sentAt } of await listOrderKits(orderId)) {
      expect([state, sentAt]).toEqual(['sent', FIXTURE_NOW]);
    }
    for (const number of numbers) expect(await waiting()).not.toContain(number);
    expect(
      (await listAdminLogRows()).map(({ operation, resource, resourceId }) => [
        operation,
        resource,
        resourceId,
      ]),
    ).toEqual([
      ['order.ship', 'order', orderId],
      ...numbers.map((number) => ['order.ship', 'lab-result', number]),
    ]);
  });

  it('have their sample numbers on the packing slip and on a page of labels', async () => {
    const { orderId } = await createTestOrder();
    const kits = await listOrderKits(orderId);
    const { document } = await shop.anna.get(`/admin/orders/slips?order=${orderId}`);
    const [slip, labels] = document.querySelectorAll('.slip');
    expect(
      [...(labels?.querySelectorAll('.labels li') ?? [])].map(({ textContent }) => textContent).toSorted(),
    ).toEqual(kits.map(({ sampleNumber, sampleName }) => `${sampleNumber}${sampleName}`).toSorted());
    for (const { sampleNumber, sampleName } of kits)
      expect(slip?.textContent).toContain(`${sampleNumber} · ${sampleName}`);
  });

  it('are marked as sent with several orders, and by a command', async () => {
    const orders = [await createTestOrder(), await createTestOrder()];
    const shipments = orders.map(({ orderNumber }) => `havero-nl ${orderNumber}`).join('\n');
    expect(await shop.run('order.shipAll', { shipments })).toMatchObject({
      kind: 'done',
      message: { values: { smart_count: 2 } },
    });
    for (const { orderId } of orders) {
      expect((await listOrderKits(orderId)).map(({ state }) => state)).toEqual(['sent', 'sent', 'sent']);
    }
    expect((await listAdminLogRows()).filter(({ resource }) => resource === 'lab-result')).toHaveLength(6);
  });

  it('keep an earlier dispatch date, and withdrawn ones stay withdrawn', async () => {
    const { orderId } = await createTestOrder();
    const [early, withdrawn, late] = await listOrderKits(orderId);
    shop.backend.setNow(AN_HOUR_EARLIER);
    await shop.run('lab.send', { sampleNumbers: early?.sampleNumber ?? '' });
    await shop.run('lab.withdraw', { sampleNumber: withdrawn?.sampleNumber ?? '' });
    shop.backend.setNow(FIXTURE_NOW);
    await shop.run('order.ship', { orderId });
    expect((await listOrderKits(orderId)).map(({ state, sentAt }) => [state, sentAt])).toEqual([
      ['sent', AN_HOUR_EARLIER],
      ['ordered', null],
      ['sent', FIXTURE_NOW],
    ]);
    const told = (await listAdminLogRows()).filter(({ operation }) => operation === 'order.ship');
    expect(told.map(({ resourceId }) => resourceId)).toEqual([orderId, late?.sampleNumber]);
  });

  it('are not changed if it is sent again, or if it cannot be sent', async () => {
    const { orderId } = await createTestOrder();
    await shop.run('order.ship', { orderId });
    const before = await listOrderKits(orderId);
    shop.backend.setNow(new Date(FIXTURE_NOW.getTime() + HOUR_MS));
    expect(await shop.run('order.ship', { orderId })).toMatchObject({ kind: 'refused' });
    expect(await listOrderKits(orderId)).toEqual(before);
    shop.backend.setNow(FIXTURE_NOW);
    const cancelled = await createTestOrder();
    await shop.run('order.cancel', { orderId: cancelled.orderId });
    expect(await shop.run('order.ship', { orderId: cancelled.orderId })).toMatchObject({ kind: 'refused' });
    expect(await listOrderKits(cancelled.orderId)).toEqual([]);
    expect((await listAdminLogRows()).filter(({ resource }) => resource === 'lab-result')).toHaveLength(3);
  });

  it('are created at dispatch if it was paid before a release with samples', async () => {
    const { orderId } = await createTestOrder();
    await shop.backend.database.delete(roughageSample).where(eq(roughageSample.orderId, orderId));
    await shop.run('order.ship', { orderId });
    expect((await listOrderKits(orderId)).map(({ state }) => state)).toEqual(['sent', 'sent', 'sent']);
  });

  it('stay unsent if the order cannot be sent: both change or neither', async () => {
    const { orderId } = await createTestOrder();
    const { database } = shop.backend;
    await database.update(customerOrder).set({ status: 'open' }).where(eq(customerOrder.orderId, orderId));
    expect(await shop.run('order.ship', { orderId })).toMatchObject({ kind: 'refused' });
    expect((await listOrderKits(orderId)).map(({ state }) => state)).toEqual([
      'ordered',
      'ordered',
      'ordered',
    ]);
  });
});
