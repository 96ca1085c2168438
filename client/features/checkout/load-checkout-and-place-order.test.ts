import { describe, expect, it } from '@jest/globals';
import { ApiError } from '../../../shared/api/api-error.ts';
import type { Api } from '../../../shared/api/client.ts';
import {
  CART_ID,
  createCart,
  createCartCalculation,
  createLine,
  createRoughageTestLine,
} from '../../../test/fixtures/carts.ts';
import { createOrder } from '../../../test/fixtures/client-orders.ts';
import { createLoadContext, createScope, createVisitorCart } from '../../../test/fixtures/client-shop.tsx';
import type { FormAction } from '../../forms/form-action.ts';
import { readSentForm } from '../../forms/form-action.ts';
import { loadCheckout } from './load-checkout.ts';
import { placeOrder } from './place-order.ts';

const { billing } = createOrder();
const load = (
  step: Parameters<typeof loadCheckout>[1],
  {
    cart = createCart(),
    calculated = createCartCalculation([createLine()]),
    id = CART_ID as string | null,
  } = {},
) => {
  const { context } = createLoadContext({
    [`/api/cart/${CART_ID}`]: cart,
    [`/api/cartcalculation/${CART_ID}/calculate2`]: calculated,
  });
  return loadCheckout(
    { ...context, visitor: context.api, cart: createVisitorCart(id), mayBeSignedIn: false },
    step,
  );
};
const redirectTo = (url: string) => ({ redirect: { status: 303, url } });

describe('loadCheckout', () => {
  it('redirects to the cart if it does not exist, is empty or has an unnamed sample', async () => {
    expect(await load('billing', { id: null })).toEqual(redirectTo('/cart/'));
    expect(await load('billing', { calculated: createCartCalculation([]) })).toEqual(redirectTo('/cart/'));
    const calculated = createCartCalculation([createRoughageTestLine([null])]);
    expect(calculated.products[0]?.rqsSamples.some(({ sampleName }) => sampleName === null)).toBe(true);
    expect(await load('billing', { calculated })).toEqual(redirectTo('/cart/'));
  });

  it('redirects to the last reachable step', async () => {
    expect(await load('payment')).toEqual(redirectTo('/checkout/billing/'));
    expect(await load('delivery')).toEqual(redirectTo('/checkout/billing/'));
    const digital = createCartCalculation([createLine()], { needsDelivery: false });
    expect(await load('delivery', { cart: createCart({ billing }), calculated: digital })).toEqual(
      redirectTo('/checkout/billing/'),
    );
  });

  it('returns the steps that the cart needs and an idempotency key', async () => {
    expect(await load('payment', { cart: createCart({ billing }) })).toMatchObject({
      steps: ['billing', 'delivery', 'payment'],
      idempotencyKey: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
    const free = createCartCalculation([createLine()], { needsDelivery: false, totalAmount: 0 });
    expect(await load('billing', { calculated: free })).toMatchObject({ steps: ['billing'] });
  });
});

describe('placeOrder', () => {
  const key = 'a'.repeat(32);
  const place = async (answers: readonly unknown[], calculated = createCartCalculation([createLine()])) => {
    const asked: unknown[] = [];
    const cart = createVisitorCart(CART_ID);
    const action: FormAction = placeOrder;
    const { site, settings, language } = createScope();
    const outcome = await action({
      api: {
        calculateCart2: async () => calculated,
        completeCart: async (input: unknown) => {
          asked.push(input);
          const answer = answers[asked.length - 1];
          if (answer instanceof Error) throw answer;
          return answer;
        },
      } as unknown as Api,
      cart,
      fields: readSentForm([
        ['expectedTotalAmount', '5085'],
        ['acceptsTerms', 'yes'],
        ['idempotencyKey', key],
      ]),
      scope: { site, settings, language },
      options: {},
    });
    return { outcome, asked, cart };
  };
  const placed = {
    orderId: '1',
    orderNumber: '2026-000001',
    status: 'open',
    token: 'secret',
    paymentUrl: null,
  };
  const refused = (code: string, body = {}) =>
    new ApiError('status', { status: 409, body: { code, ...body } });

  it('redirects to the bank, or to the order if nothing is to be paid, and removes the cart', async () => {
    const bank = await place([{ ...placed, paymentUrl: 'https://bank.example/pay' }]);
    expect(bank.outcome).toMatchObject({ status: 'done', documentUrl: 'https://bank.example/pay' });
    expect(bank.cart.told).toEqual(['gone']);
    const { outcome } = await place([placed]);
    expect(outcome).toMatchObject({ documentUrl: '/checkout/complete/?orderId=1&token=secret' });
  });

  it('retries once with the same idempotency key after a lost response, and reports a second loss', async () => {
    const { outcome, asked } = await place([new ApiError('timeout'), placed]);
    expect(outcome.status).toBe('done');
    expect(asked).toHaveLength(2);
    expect(asked[1]).toEqual(asked[0]);
    const lost = await place([new ApiError('unavailable'), new ApiError('unavailable')]);
    expect(lost.outcome).toEqual({ status: 'refused', problems: [{ field: null, code: 'order_failed' }] });
    expect(lost.cart.told).toEqual([]);
  });

  it.each([
    ['total_changed', { totalAmount: 5780 }, { amount: 5780 }],
    ['insufficient_stock', { lines: [{ productVariantId: 7, amount: 1 }] }, { amount: 1 }],
    ['checkout_not_ready', { step: 'delivery' }, { step: 'delivery' }],
    ['gift_card_refused', {}, {}],
  ])('reports the refusal %s and marks the cart as changed', async (code, body, told) => {
    const { outcome } = await place([refused(code, body)]);
    expect(outcome).toEqual({
      status: 'refused',
      problems: [{ field: null, code, ...told }],
      changed: ['cart'],
    });
  });

  it('reports a missing cart instead of a missing step if the cart was emptied elsewhere', async () => {
    const { outcome } = await place(
      [refused('checkout_not_ready', { step: 'billing' })],
      createCartCalculation([]),
    );
    expect(outcome).toEqual({
      status: 'refused',
      problems: [{ field: null, code: 'not_found' }],
      changed: ['cart'],
    });
  });

  it('keeps the page and its idempotency key while the order is in progress', async () => {
    const { outcome } = await place([refused('order_in_progress')]);
    expect(outcome).toEqual({ status: 'refused', problems: [{ field: null, code: 'order_in_progress' }] });
  });
});
