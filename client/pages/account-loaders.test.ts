import { describe, expect, it } from '@jest/globals';
import {
  createAccount,
  createAccountOrder,
  createOrderSummary,
} from '../../test/fixtures/client-accounts.ts';
import { ORDER_ID } from '../../test/fixtures/client-orders.ts';
import { createLoadContext, createScope, createVisitorCart } from '../../test/fixtures/client-shop.tsx';
import { fakeCountries } from '../../test/fixtures/fake-shop.ts';
import type { LoadResult, PrivateLoadContext } from '../load-context.ts';
import {
  loadAccountFeedAdvice,
  loadAccountHome,
  loadAccountInformation,
  loadAccountInvoices,
  loadAccountOrders,
  loadAccountRqsResults,
  loadAccountSubscriptions,
} from './page-loaders.ts';

const answers = {
  '/api/account': createAccount(),
  '/api/orders?pageSize=10': { items: [createOrderSummary()], total: 1, page: 1, pageSize: 10 },
  '/api/account/sessions': [],
  '/api/rqs-results': [],
  '/api/qs-results': [],
  '/api/content/116': { title: 'Tests for hay and silage', url: '/roughage-tests/' },
  '/api/countries': fakeCountries,
  '/api/countries/localizedname': fakeCountries.map(({ countryId, name }) => ({
    countryId,
    localizedName: name,
  })),
};

type PageLoad = (context: PrivateLoadContext) => Promise<LoadResult>;

interface VisitOptions {
  readonly pathname?: string;
  readonly query?: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly mayBeSignedIn?: boolean;
  readonly type?: 0 | 1 | 2;
  readonly answers?: Readonly<Record<string, unknown>>;
}

function visitPage(load: PageLoad, options: VisitOptions = {}) {
  const { pathname = '/account/', query = '', params = {}, mayBeSignedIn = true, type = 0 } = options;
  const scope = createScope({ site: { type } });
  const { context, asked } = createLoadContext(options.answers ?? answers, { scope, pathname, query });
  const loaded = load({
    ...context,
    params,
    visitor: context.api,
    cart: createVisitorCart(),
    mayBeSignedIn,
  });
  return { loaded, asked };
}

const allPageLoads: readonly (readonly [string, PageLoad])[] = [
  ['/account/', loadAccountHome],
  ['/account/feed-advice/', loadAccountFeedAdvice],
  ['/account/information/', loadAccountInformation],
  ['/account/invoices/', loadAccountInvoices],
  ['/account/orders/', loadAccountOrders],
  ['/account/rqs-results/', loadAccountRqsResults],
  ['/account/subscriptions/', loadAccountSubscriptions],
];

describe.each(allPageLoads)('%s', (pathname, load) => {
  const login = {
    redirect: {
      status: 303,
      // `i=1` shows the notice "please sign in". It is omitted for the account overview.
      url: `/account/login/?${pathname === '/account/' ? '' : 'i=1&'}returnPath=${encodeURIComponent(pathname)}`,
    },
  };

  it('redirects an anonymous visitor to the sign-in page and makes no call', async () => {
    const { loaded, asked } = visitPage(load, { pathname, mayBeSignedIn: false });
    expect(await loaded).toEqual(login);
    expect(asked).toEqual([]);
  });

  it('redirects to the sign-in page if the session has expired', async () => {
    const over = Object.fromEntries(
      [...Object.keys(answers), '/api/feedadvice', '/api/invoices', '/api/subscriptions'].map((path) => [
        path,
        path.startsWith('/api/countries') ? answers['/api/countries'] : 401,
      ]),
    );
    expect(await visitPage(load, { pathname, answers: over }).loaded).toEqual(login);
  });

  it('returns 404 on the corporate site', async () => {
    await expect(visitPage(load, { pathname, type: 2 }).loaded).rejects.toMatchObject({ status: 404 });
  });
});

it('the return path of the order list contains the page number', async () => {
  const { loaded } = visitPage(loadAccountOrders, {
    pathname: '/account/orders/',
    query: 'p=2',
    mayBeSignedIn: false,
  });
  expect(await loaded).toMatchObject({
    redirect: { url: `/account/login/?i=1&returnPath=${encodeURIComponent('/account/orders/?p=2')}` },
  });
});

it('account pages are not indexed and their head reveals nothing about the owner', async () => {
  const result = await visitPage(loadAccountRqsResults).loaded;
  expect(result).toMatchObject({
    head: { title: 'Roughage results', description: null, canonicalPath: null, isIndexable: false },
  });
});

describe('loadAccountHome', () => {
  it('returns the page without orders if they cannot be loaded', async () => {
    const result = await visitPage(loadAccountHome, { answers: { '/api/account': createAccount() } }).loaded;
    expect(result).toMatchObject({ status: 200, data: { kind: 'accountHome', orders: null } });
  });

  it('returns the latest open order and the available products of earlier orders without duplicates', async () => {
    const closed = createOrderSummary({ orderNumber: '2026-000002', status: 'closed' });
    const result = await visitPage(loadAccountHome, {
      answers: {
        ...answers,
        '/api/orders?pageSize=10': {
          items: [closed, createOrderSummary()],
          total: 2,
          page: 1,
          pageSize: 10,
        },
      },
    }).loaded;
    expect(result).toMatchObject({
      data: {
        orders: {
          latest: { orderNumber: '2026-000001' },
          again: [{ title: 'Terno Sport Pellets' }],
          total: 2,
        },
      },
    });
  });
});

describe('loadAccountOrders', () => {
  const list = (page: number) => `/api/orders?page=${page}&pageSize=10`;

  it('separates the latest open order from the others on the first page only', async () => {
    const closed = createOrderSummary({ orderNumber: '2026-000002', status: 'closed' });
    const page = { items: [createOrderSummary(), closed], total: 12, page: 1, pageSize: 10 };
    const first = await visitPage(loadAccountOrders, { answers: { ...answers, [list(1)]: page } }).loaded;
    expect(first).toMatchObject({
      data: {
        shown: {
          latest: { orderNumber: '2026-000001' },
          orders: [{ orderNumber: '2026-000002' }],
          pageCount: 2,
        },
      },
    });
    const second = await visitPage(loadAccountOrders, {
      query: 'p=2',
      answers: { ...answers, [list(2)]: { ...page, page: 2 } },
    }).loaded;
    expect(second).toMatchObject({
      data: {
        shown: { latest: null, orders: [{ orderNumber: '2026-000001' }, { orderNumber: '2026-000002' }] },
      },
    });
  });

  it.each(['0', '-1', 'x', '99999', '3'])('returns 404 for the page number %j', async (p) => {
    const none = { items: [], total: 12, page: 3, pageSize: 10 };
    const { loaded } = visitPage(loadAccountOrders, {
      query: `p=${p}`,
      answers: { ...answers, [list(3)]: none },
    });
    await expect(loaded).rejects.toMatchObject({ status: 404 });
  });

  it('returns an order of the customer with its number in the title', async () => {
    const result = await visitPage(loadAccountOrders, {
      params: { orderId: ORDER_ID },
      answers: { ...answers, [`/api/orders/${ORDER_ID}`]: createAccountOrder() },
    }).loaded;
    expect(result).toMatchObject({
      head: { title: 'Order 2026-000001' },
      data: { shown: { view: 'order', order: { isWithdrawable: true }, withdrawalWords: null } },
    });
  });

  it.each([ORDER_ID, 'x', '..%2F'])(
    'returns 404 for %j, which does not exist or belongs to another customer',
    async (orderId) => {
      const { loaded } = visitPage(loadAccountOrders, { params: { orderId } });
      await expect(loaded).rejects.toMatchObject({ status: 404 });
    },
  );
});

describe('loadAccountInformation', () => {
  it.each(['personal', 'address', 'company', 'email', 'password', 'sessions', 'privacy'])(
    'returns the part %s without the form token',
    async (action) => {
      const result = await visitPage(loadAccountInformation, { params: { action } }).loaded;
      if ('redirect' in result || result.data.kind !== 'accountInformation') throw new Error('Another page');
      expect(result.data.action).toBe(action);
      expect(result.data.account).not.toHaveProperty('formToken');
    },
  );

  it.each(['x', 'PERSONAL', 'constructor'])('returns 404 for the part %j', async (action) => {
    await expect(visitPage(loadAccountInformation, { params: { action } }).loaded).rejects.toMatchObject({
      status: 404,
    });
  });
});
