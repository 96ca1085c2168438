import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { ApiError } from '../../../shared/api/api-error.ts';
import type { Api } from '../../../shared/api/client.ts';
import type { AccountOrder } from '../../../shared/contract/orders.ts';
import { CART_ID, createCart } from '../../../test/fixtures/carts.ts';
import { createAccountOrder, createOrderSummary, owner } from '../../../test/fixtures/client-accounts.ts';
import { createOrder, ORDER_ID } from '../../../test/fixtures/client-orders.ts';
import { createProductSummary } from '../../../test/fixtures/products.ts';
import { dutchScope, renderInShop } from '../../../test/fixtures/render-in-shop.tsx';
import { toOrderListItem } from '../../features/account/order-list-item.ts';
import { getBrowserCart } from '../../store/visitor-cart-id.ts';
import { AccountOrdersPage } from './AccountOrdersPage.tsx';
import type { AccountOrdersData } from './page.ts';

afterEach(() => {
  cleanup();
  getBrowserCart(dutchScope).forget({ isGone: true });
  localStorage.clear();
});

function visitOrders(shown: AccountOrdersData['shown'], api: Partial<Record<keyof Api, unknown>> = {}) {
  const data: AccountOrdersData = { kind: 'accountOrders', owner, shown };
  return renderInShop(<AccountOrdersPage data={data} />, {
    page: {
      virtualPath: '/account/orders/',
      head: { title: '', description: null, canonicalPath: null, alternates: [], isIndexable: false },
      data,
    },
    path: '/account/orders/',
    api: api as Partial<Api>,
  });
}

const closed = createOrderSummary({
  orderId: '1b6f3a52-6f0e-4a5d-9a53-0d8f6f9d2c11',
  orderNumber: '2026-000002',
  status: 'closed',
});
const list = (changes: Partial<Extract<AccountOrdersData['shown'], { view: 'list' }>> = {}) => ({
  view: 'list' as const,
  latest: toOrderListItem(createOrderSummary()),
  orders: [toOrderListItem(closed)],
  page: 1,
  pageCount: 1,
  ...changes,
});
const createOrderView = (changes: Partial<AccountOrder> = {}) => ({
  view: 'order' as const,
  order: createAccountOrder(changes),
  withdrawalWords: { begin: 'Withdraw from contract here', confirm: 'Confirm withdrawal' },
});
const getFormsByName = (name: string) =>
  [...document.querySelectorAll<HTMLFormElement>('main form, form')].filter(
    (form) => form.querySelector<HTMLInputElement>('[name="form"]')?.value === name,
  );
const getHeadings = () =>
  screen.getAllByRole('heading').map(({ tagName, textContent }) => `${tagName} ${textContent}`);

describe('order list', () => {
  it('shows progress, delivery date and tracking of the latest order', () => {
    visitOrders(list());
    expect(getHeadings()).toEqual([
      'H1 Orders',
      'H2 On its way',
      'H2 Earlier orders',
      'H3 Sopra Classic Mash',
    ]);
    const steps = within(screen.getByRole('list', { name: 'Order progress' })).getAllByRole('listitem');
    expect(steps.map(({ textContent }) => textContent)).toEqual([
      'Paid (done)',
      'Packed (done)',
      'Sent',
      'Delivered',
    ]);
    expect(steps.map((step) => step.getAttribute('aria-current'))).toEqual([null, null, 'step', null]);
    expect(screen.getByText('Delivered in 1-\u20602 working days')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Track your parcel' }).getAttribute('href')).toBe(
      'https://track.example/3SHV',
    );
    expect(screen.getByRole('link', { name: 'Details Order 2026-000001' }).getAttribute('href')).toBe(
      `/account/orders/${ORDER_ID}/`,
    );
  });

  it('shows state and amount of the other orders', () => {
    visitOrders(list());
    const row = screen.getByRole('link', { name: 'Sopra Classic Mash' }).closest('li');
    expect(row?.textContent).toContain('2026-000002, 18 November 2026');
    expect(row?.textContent).toContain('Closed');
    expect(row?.textContent).toContain('€50.85');
  });

  it('links to its other pages with plain links', () => {
    visitOrders(list({ latest: null, page: 2, pageCount: 3 }));
    const pages = within(screen.getByRole('navigation', { name: 'Pages' }));
    expect(pages.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/account/orders/',
      '/account/orders/?p=3',
    ]);
  });

  it('shows next links if nothing has been ordered', () => {
    visitOrders(list({ latest: null, orders: [] }));
    expect(screen.getByText('You have not ordered anything yet.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Horse feed' }).getAttribute('href')).toBe('/feed/');
  });

  it('renders forms that work without script and contain the session token', () => {
    visitOrders(list());
    const forms = getFormsByName('order-again');
    expect(forms).toHaveLength(2);
    for (const form of forms) {
      expect(form.method).toBe('post');
      expect(form.querySelector<HTMLInputElement>('[name="formToken"]')?.value).toBe('form-token');
    }
  });
});

describe('ordering again', () => {
  const press = () => fireEvent.click(screen.getByRole('button', { name: 'Order again Order 2026-000002' }));

  it('keeps the cart, lists the differences and moves the focus there', async () => {
    const reorder = jest.fn(async (_input: unknown) => ({
      cart: createCart({ shoppingcartId: CART_ID }),
      differences: [{ kind: 'dropped', description: 'Gift Card', formerAmount: 2500, currentAmount: null }],
    }));
    visitOrders(list(), { reorder });
    press();
    const told = await screen.findByText('Order 2026-000002 has been added to your cart.');
    expect(reorder.mock.calls[0]?.[0]).toEqual({ params: { orderId: closed.orderId }, body: {} });
    expect(getBrowserCart(dutchScope).id).toBe(CART_ID);
    expect(screen.getByText('Gift Card is not sold here.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'View cart' }).getAttribute('href')).toBe('/cart/');
    expect(screen.getByRole('link', { name: 'Continue to payment' }).getAttribute('href')).toBe(
      '/checkout/payment/',
    );
    await waitFor(() => expect(document.activeElement?.contains(told)).toBe(true));
  });

  it.each([
    ['too_many_attempts', 'Too many attempts. Wait a while, then try again.'],
    ['not_authenticated', 'You have been signed out. What you entered was not saved.'],
    ['foreign_request', /This page was out of date/],
  ])('describes the failure %s', async (code, words) => {
    visitOrders(list(), {
      reorder: async () => Promise.reject(new ApiError('status', { status: 403, body: { code } })),
    });
    press();
    expect((await screen.findByRole('alert')).textContent).toMatch(words);
  });

  it('lists the differences after a form sent without script', () => {
    const { store } = visitOrders(list());
    act(() =>
      store.setState(({ request }) => ({
        request: {
          ...request,
          notice: {
            form: 'order-again',
            back: null,
            subject: { title: '2026-000002', url: '/account/orders/' },
          },
        },
      })),
    );
    expect(screen.getByText('Order 2026-000002 has been added to your cart.')).toBeTruthy();
    expect(screen.getByText('Everything costs the same as before.')).toBeTruthy();
  });
});

describe('order page', () => {
  it('shows every state with its time in the shop’s country, and the states to come', () => {
    visitOrders(createOrderView());
    const steps = within(screen.getByRole('list', { name: 'Order progress' })).getAllByRole('listitem');
    expect(steps.map(({ textContent }) => textContent)).toEqual([
      'Created18 November 2026, 20:41',
      'Paid18 November 2026, 20:42',
      'Processing19 November 2026, 08:10',
      'Sent20 November 2026, 15:32',
      'Closed still to come',
    ]);
    expect(steps.findIndex((step) => step.getAttribute('aria-current') === 'step')).toBe(3);
  });

  it('links to its documents and its tracking', () => {
    visitOrders(createOrderView());
    const invoice = screen.getByRole('link', { name: 'Invoice 2026-V-000001 (PDF)' });
    expect(invoice.getAttribute('href')).toBe('/api/invoices/7');
    expect(invoice.hasAttribute('download')).toBe(true);
    expect(screen.getByRole('link', { name: 'Track your parcel' })).toBeTruthy();
  });

  it('offers returns for delivered physical products', () => {
    const { lines } = createOrder();
    const [mash] = lines;
    if (!mash) throw new Error('No line');
    visitOrders(
      createOrderView({
        lines: [
          mash,
          { ...mash, productVariantId: 1032, description: 'Scoop', isGift: true },
          { ...mash, productVariantId: 1033, description: 'Quick Scan', productType: 4 },
          {
            ...mash,
            productVariantId: 1034,
            description: 'Gift Card',
            product: createProductSummary({ packaging: 'digital' }),
          },
        ],
      }),
    );
    const ways = screen.getAllByRole('link', { name: /^Return / });
    expect(ways.map((link) => link.getAttribute('href'))).toEqual(['/account/returns/1031/']);
    cleanup();
    visitOrders(createOrderView({ status: 'processing' }));
    expect(screen.queryByRole('link', { name: /^Return / })).toBeNull();
  });

  it('offers a withdrawal form with customer and order during the withdrawal period', () => {
    visitOrders(createOrderView());
    const [form] = getFormsByName('withdrawal');
    const value = (name: string) => form?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.value;
    expect([value('name'), value('contract'), value('emailAddress'), value('formToken')]).toEqual([
      'Marit de Vries',
      '2026-000001',
      'marit@stal.example',
      'form-token',
    ]);
    // The period ends at midnight in the shop's time zone, so its last day is the day before.
    screen.getByText(/until 8 December 2026/);
    cleanup();
    visitOrders(createOrderView({ isWithdrawable: false }));
    expect(getFormsByName('withdrawal')).toEqual([]);
  });

  it('shows no end of the withdrawal period before delivery', () => {
    visitOrders(createOrderView({ status: 'processing', withdrawalUntil: null }));
    expect(getFormsByName('withdrawal')).toHaveLength(1);
    screen.getByText(/^You may withdraw up to \d+ days after you receive your order/);
  });

  it.each([
    ['open', 'We received your withdrawal on 1 December 2026 and are dealing with it.'],
    ['answered', 'We received your withdrawal on 1 December 2026 and have answered it.'],
    ['closed', 'Your withdrawal of 1 December 2026 has been settled.'],
  ] as const)('shows a withdrawal that is %s, also after the period', (state, text) => {
    const withdrawals = [{ received: '2026-12-01T10:00:00.000Z', state }];
    visitOrders(createOrderView({ isWithdrawable: false, withdrawals }));
    screen.getByText(text);
    expect(getFormsByName('withdrawal')).toEqual([]);
  });

  it('offers another payment attempt or method without a token in the URL', () => {
    visitOrders(
      createOrderView({
        status: 'open',
        isPayable: true,
        paymentMethods: [
          { paymentMethodId: 2, key: 'card', name: 'Card', cost: 0, needsGiftCard: false, issuers: [] },
        ],
        isWithdrawable: false,
      }),
    );
    const forms = getFormsByName('order-pay');
    expect(forms).toHaveLength(2);
    for (const form of forms) {
      expect(form.querySelector<HTMLInputElement>('[name="orderId"]')?.value).toBe(ORDER_ID);
      expect(form.querySelector<HTMLInputElement>('[name="formToken"]')?.value).toBe('form-token');
      expect(form.querySelector('[name="token"]')).toBeNull();
    }
  });

  it('cancels the order in two steps and confirms it', async () => {
    const cancelOrder = jest.fn(async (_input: unknown) => undefined);
    visitOrders(createOrderView({ status: 'paid', isCancellable: true, isWithdrawable: false }), {
      cancelOrder,
    });
    const summary = screen.getByText('Cancel the order');
    expect(summary.closest('details')?.open).toBe(false);
    const button = within(summary.closest('details') as HTMLElement).getByText('Yes, cancel this order');
    fireEvent.click(button);
    const told = await screen.findByRole('status');
    expect(told.textContent).toBe('This order has been cancelled');
    expect(cancelOrder.mock.calls[0]?.[0]).toEqual({ params: { orderId: ORDER_ID }, body: {} });
    await waitFor(() => expect(document.activeElement?.contains(told)).toBe(true));
  });

  it('reports that the order can no longer be cancelled', async () => {
    const body = { code: 'order_not_cancellable' };
    visitOrders(createOrderView({ status: 'paid', isCancellable: true, isWithdrawable: false }), {
      cancelOrder: async () => Promise.reject(new ApiError('status', { status: 409, body })),
    });
    fireEvent.click(screen.getByText('Yes, cancel this order'));
    expect((await screen.findByRole('alert')).textContent).toMatch(/can no longer be cancelled/);
  });

  it('offers no actions for a cancelled order and describes the refund', () => {
    visitOrders(
      createOrderView({
        status: 'cancelled',
        statusChanges: [{ status: 'cancelled', at: '2026-11-19T10:00:00.000Z' }],
        payment: { ...createOrder().payment, refundedAmount: 5085 },
        trackingUrl: null,
        isWithdrawable: false,
      }),
    );
    expect(screen.getByText('We’ll refund what you have paid.')).toBeTruthy();
    expect(screen.queryByText('Cancel the order')).toBeNull();
    expect(screen.queryByText('still to come')).toBeNull();
  });
});
