import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, screen } from '@testing-library/react';
import { ApiError } from '../../../shared/api/api-error.ts';
import type { Api } from '../../../shared/api/client.ts';
import type { Order } from '../../../shared/contract/orders.ts';
import { createOrder, ORDER_ID } from '../../../test/fixtures/client-orders.ts';
import { createLoadContext, createVisitorCart } from '../../../test/fixtures/client-shop.tsx';
import { renderInShop } from '../../../test/fixtures/render-in-shop.tsx';
import { CheckoutCompletePage } from './CheckoutCompletePage.tsx';
import { loadCheckoutComplete } from './load-checkout-complete.ts';
import type { CheckoutCompleteData } from './page.ts';

const access = { orderId: ORDER_ID, token: 'secret' };
const createData = (changes: Partial<CheckoutCompleteData> = {}): CheckoutCompleteData => ({
  kind: 'checkoutComplete',
  access,
  order: createOrder(),
  isFailed: false,
  success: null,
  failed: null,
  ...changes,
});

function visitComplete(data: CheckoutCompleteData, answers: (Order | Error)[] = []) {
  const asked: unknown[] = [];
  const api = {
    fetchOrderStatus: async (input: unknown) => {
      asked.push(input);
      const answer = answers.shift() ?? new ApiError('unavailable');
      if (answer instanceof Error) throw answer;
      return answer;
    },
  } as unknown as Partial<Api>;
  renderInShop(<CheckoutCompletePage data={data} />, {
    page: {
      virtualPath: '/checkout/complete/',
      head: { title: '', description: null, canonicalPath: null, alternates: [], isIndexable: false },
      data,
    },
    path: '/checkout/complete/',
    api,
  });
  return asked;
}
const getHeading = () => screen.getByRole('heading', { level: 1 }).textContent;
const advanceTime = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

describe('CheckoutCompletePage', () => {
  beforeEach(() => {
    jest.useFakeTimers();
    sessionStorage.clear();
  });
  afterEach(() => {
    cleanup();
    jest.useRealTimers();
  });

  it('polls until the order is paid', async () => {
    const asked = visitComplete(createData(), [
      createOrder(),
      createOrder({ status: 'paid', isPayable: false }),
    ]);
    expect(getHeading()).toBe('We are waiting for your bank');
    await advanceTime(2000);
    expect(asked).toEqual([{ params: { orderId: ORDER_ID }, query: { token: 'secret' } }]);
    await advanceTime(3000);
    expect(getHeading()).toBe('Thank you, Marit');
    await advanceTime(600_000);
    expect(asked).toHaveLength(2);
  });

  it('reports a failed poll and continues polling', async () => {
    visitComplete(createData(), [new ApiError('unavailable'), createOrder({ status: 'paid' })]);
    await advanceTime(2000);
    expect(screen.getByText(/check your payment right now/)).toBeTruthy();
    await advanceTime(3000);
    expect(getHeading()).toBe('Thank you, Marit');
  });

  it('removes the token from the URL and finds the order in this tab again', async () => {
    window.history.replaceState(null, '', `/checkout/complete/?orderId=${ORDER_ID}&token=secret`);
    visitComplete(createData());
    expect(window.location.search).toBe('');
    cleanup();
    visitComplete(createData({ access: null, order: null }), [createOrder({ status: 'paid' })]);
    await advanceTime(0);
    expect(getHeading()).toBe('Thank you, Marit');
  });

  it('offers a retry, another method and changing the order if the payment failed', () => {
    const { payment } = createOrder();
    visitComplete(createData({ order: createOrder({ payment: { ...payment, status: 'failed' } }) }));
    expect(getHeading()).toBe('The payment did not go through');
    expect(screen.getByText(/You have not been charged, and everything has been kept/)).toBeTruthy();
    expect(screen.getByRole('button', { name: /Try again, €\s?50\.85/ })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Change the order' })).toBeTruthy();
  });

  it('shows the data that a bank transfer must contain', () => {
    const { payment } = createOrder();
    const transfer = { accountHolder: 'Havero', iban: 'NL02ABNA0123456789', entity: null, reference: 'RF18' };
    visitComplete(createData({ order: createOrder({ payment: { ...payment, transfer } }) }));
    expect(screen.getByText('RF18')).toBeTruthy();
    expect(screen.getByText('NL02ABNA0123456789')).toBeTruthy();
  });
});

describe('loadCheckoutComplete', () => {
  const load = async (query: string, answers: Record<string, unknown> = {}) => {
    const { context, asked } = createLoadContext(answers, { query });
    const result = await loadCheckoutComplete({
      ...context,
      visitor: context.api,
      cart: createVisitorCart(),
      mayBeSignedIn: false,
    });
    if ('redirect' in result) throw new Error('A redirect');
    return { ...result, asked };
  };

  it.each(['', 'orderId=1&token=a', `orderId=${ORDER_ID}`, `orderId=${ORDER_ID}&token=${'a'.repeat(201)}`])(
    'makes no call if %j names no order',
    async (query) => {
      const { data, asked } = await load(query);
      expect([data.order, asked]).toEqual([null, []]);
    },
  );

  it('returns no order if the token is wrong, and reports a failed call', async () => {
    const query = `orderId=${ORDER_ID}&token=secret`;
    expect((await load(query)).status).toBe(404);
    const path = `/api/orders/${ORDER_ID}/status?token=secret`;
    expect(await load(query, { [path]: 500 })).toMatchObject({ status: 503, data: { isFailed: true } });
    expect(await load(query, { [path]: createOrder() })).toMatchObject({ status: 200, data: { access } });
  });
});
