import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { desc, eq } from 'drizzle-orm';
import { placeReplacement } from '../../../server/backend/commerce/orders/service.ts';
import { createKeyRing } from '../../../server/backend/core/security/key-ring.ts';
import { createLinkTokens } from '../../../server/backend/core/security/link-tokens.ts';
import { hashToken } from '../../../server/backend/core/security/token.ts';
import { customerOrder, outboxMail } from '../../../server/backend/schema/schema.ts';
import {
  type BackendFixture,
  FIXTURE_NOW,
  fixtureLinkTokens,
  openBackendFixture,
} from '../../fixtures/backend-fixture.ts';
import { createBackendCaller } from '../../fixtures/call-backend.ts';
import { VARIANT } from '../../fixtures/call-inputs.ts';
import { dumpTables } from '../../fixtures/dump-tables.ts';
import { createOrderPlacer } from '../../fixtures/order-placer.ts';
import { getOrderToken } from '../../fixtures/orders.ts';
import { createOrderMessageSender, insertWholeOrder } from '../../fixtures/whole-orders.ts';

const createTokens = (current: string, former: readonly string[] = []) =>
  createLinkTokens(createKeyRing({ current, former }, 'links'));

const firstKey = 'f'.repeat(32);
const secondKey = 's'.repeat(32);

/** Tokens with the present key of the backend. */
let tokens = fixtureLinkTokens;
let backend: BackendFixture;
const backendCaller = createBackendCaller(() => backend);
const { call } = backendCaller;
const { openOrderableCart, fetchTotal, place } = createOrderPlacer(backendCaller);

beforeAll(async () => {
  backend = await openBackendFixture({
    linkTokens: {
      derive: (...args) => tokens.derive(...args),
      isTokenOf: (...args) => tokens.isTokenOf(...args),
      deriveKey: (...args) => tokens.deriveKey(...args),
      isKeyOf: (...args) => tokens.isKeyOf(...args),
    },
  });
});

beforeEach(() => {
  tokens = fixtureLinkTokens;
});

afterAll(() => backend.close());

async function order(): Promise<{ readonly orderId: string; readonly token: string }> {
  const { status, body, text } = await place(await openOrderableCart([[VARIANT, 1]]));
  if (status !== 200) throw new Error(text);
  return body;
}

const fetchOrder = async (orderId: string, token: string) =>
  (await call('fetchOrderStatus', { params: { orderId }, query: { token } })).status;

async function readOrderRow(orderId: string) {
  const [row] = await backend.database
    .select({ tokenHash: customerOrder.tokenHash })
    .from(customerOrder)
    .where(eq(customerOrder.orderId, orderId));
  return row;
}

/** Returns the token in a mail about an order. */
async function collectMailedToken(orderId: string): Promise<string | undefined> {
  await createOrderMessageSender(backend.database, () => FIXTURE_NOW.getTime())(orderId, 'sent');
  const [mail] = await backend.database
    .select({ text: outboxMail.text })
    .from(outboxMail)
    .orderBy(desc(outboxMail.outboxMailId))
    .limit(1);
  return new RegExp(`orderId=${orderId}&token=([\\w-]+)`).exec(mail?.text ?? '')?.[1];
}

describe('the token of an order', () => {
  it('is stored as its hash, and in clear text only in messages to the customer', async () => {
    const { orderId, token } = await order();
    expect(await readOrderRow(orderId)).toEqual({ tokenHash: hashToken(token) });
    const tables = Object.entries(await dumpTables(backend.database));
    const holders = tables.filter(([, rows]) => rows.some((row) => row.includes(token)));
    // The test bank is the provider of the fixture: it gets the address of the order page.
    const told = ['idempotent_answer', 'outbox_mail', 'test_bank_payment'];
    expect(holders.map(([name]) => name).filter((name) => !told.includes(name))).toEqual([]);
  });

  it('is the same in later mails', async () => {
    const { orderId, token } = await order();
    expect(await collectMailedToken(orderId)).toBe(token);
  });

  it('is returned again if another button places the order again', async () => {
    const cartId = await openOrderableCart([[VARIANT, 1]]);
    const expectedTotalAmount = await fetchTotal(cartId);
    const first = await place(cartId, { expectedTotalAmount });
    const again = await place(cartId, { expectedTotalAmount });
    expect([again.status, again.body.token]).toEqual([200, first.body.token]);
  });

  it('gives access after a rotation of its key, and without its key by the hash', async () => {
    tokens = createTokens(firstKey);
    const { orderId, token } = await order();
    tokens = createTokens(secondKey, [firstKey]);
    expect(await fetchOrder(orderId, token)).toBe(200);
    expect(await fetchOrder(orderId, tokens.derive({ purpose: 'order', id: orderId }))).toBe(200);
    tokens = createTokens(secondKey);
    expect(await fetchOrder(orderId, token)).toBe(200);
    await backend.database
      .update(customerOrder)
      .set({ tokenHash: '' })
      .where(eq(customerOrder.orderId, orderId));
    expect(await fetchOrder(orderId, token)).toBe(404);
  });

  it('is stored as a hash for a replacement order', async () => {
    const first = await insertWholeOrder(backend.database);
    const replaced = await backend.database.transaction('admin-operation', (transaction) =>
      placeReplacement(transaction, first, {
        productVariantId: VARIANT,
        quantity: 1,
        linkTokens: fixtureLinkTokens,
        now: FIXTURE_NOW,
      }),
    );
    if (!('orderId' in replaced)) throw new Error('The goods are sold out');
    const token = getOrderToken(replaced.orderId);
    expect(await readOrderRow(replaced.orderId)).toEqual({ tokenHash: hashToken(token) });
    expect(await fetchOrder(replaced.orderId, token)).toBe(200);
  });
});
