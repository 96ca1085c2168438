import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { ApiError } from '../../../shared/api/api-error.ts';
import type { Api } from '../../../shared/api/client.ts';
import type { CalculatedCart2, CalculatedLine } from '../../../shared/contract/cart-calculations.ts';
import { HOUR_MS } from '../../../shared/rules/durations.ts';
import {
  CART_ID,
  createCart,
  createCartCalculation,
  createFreeProduct,
  createLine,
  createRoughageTestLine,
} from '../../../test/fixtures/carts.ts';
import { createLoadContext, createScope, createVisitorCart } from '../../../test/fixtures/client-shop.tsx';
import { createProductSummary } from '../../../test/fixtures/products.ts';
import { renderInShop } from '../../../test/fixtures/render-in-shop.tsx';
import type { FormSuccessNotice } from '../../forms/action-result.ts';
import type { LoadedCart } from '../../store/fetch-cart.ts';
import { noCart } from '../../store/fetch-cart.ts';
import { toListedProduct } from '../../store/listed-product.ts';
import type { PageState } from '../../store/page-state.ts';
import { useAppState } from '../../store/shop.tsx';
import { showPage } from '../../store/show-page.ts';
import { getBrowserCart } from '../../store/visitor-cart-id.ts';
import { CartPage } from './CartPage.tsx';
import { loadCart } from './load-cart.ts';
import type { CartData } from './page.ts';

afterEach(() => {
  cleanup();
  getBrowserCart(createScope()).forget({ isGone: true });
  localStorage.clear();
});

const toLoadedCart = (calculated: CalculatedCart2): LoadedCart => ({
  cart: createCart(),
  calculatedCart: calculated,
});
const createPage = (changes: Partial<CartData> = {}): PageState => ({
  virtualPath: '/cart/',
  head: { title: 'Cart', description: null, canonicalPath: null, alternates: [], isIndexable: false },
  data: {
    kind: 'cart',
    loaded: noCart,
    isFailed: false,
    unpaidOrder: null,
    usps: [],
    asksToSignIn: false,
    recommended: [],
    ...changes,
  },
});
const createPageWithLines = (lines: CalculatedLine[], changes: Partial<CalculatedCart2> = {}) =>
  createPage({ loaded: toLoadedCart(createCartCalculation(lines, changes)) });

function ShownCartPage() {
  const data = useAppState((state) => state.page.data);
  return data.kind === 'cart' ? <CartPage data={data} /> : null;
}

interface VisitOptions {
  api?: Partial<Record<keyof Api, unknown>>;
  notice?: FormSuccessNotice;
  /** Returns the page after a reload. */
  next?: () => PageState;
  scope?: Parameters<typeof createScope>[0];
}

function visitCart(page: PageState, { api = {}, notice, next, scope }: VisitOptions = {}) {
  const view = renderInShop(<ShownCartPage />, {
    page,
    path: '/cart/',
    api: api as Partial<Api>,
    ...(scope && { scope: createScope(scope) }),
    pages: {
      invalidate: async (changed) => {
        // Like the navigator: asynchronous, and keeps the result of the form.
        await null;
        if (changed.includes('cart') && next) showPage(view.store, { page: next() });
        return null;
      },
    },
  });
  if (notice) {
    act(() => view.store.setState(({ request }) => ({ request: { ...request, notice } })));
  }
  return view;
}
const getLineByProduct = (name: string) => {
  const line = screen.getByRole('heading', { name }).closest('li');
  if (!line) throw new Error(`No line of ${name}`);
  return within(line);
};
const getStatusText = () => screen.getByRole('status').textContent;
const getSumByName = (name: string) =>
  screen.getByText(name, { selector: 'dt' }).parentElement?.querySelector('dd')?.textContent;

describe('loadCart', () => {
  const paths = {
    '/api/usps/14': { collectionId: 14, usps: ['14 days to change your mind'] },
    [`/api/cart/${CART_ID}`]: createCart(),
    [`/api/cartcalculation/${CART_ID}/calculate2`]: createCartCalculation([createLine()]),
    [`/api/cart/${CART_ID}/recommendations`]: [createProductSummary()],
  };
  const load = async (
    answers: Record<string, unknown>,
    id: string | null,
    scope = createScope(),
    mayBeSignedIn = false,
  ) => {
    const { context, asked } = createLoadContext(answers, { pathname: '/cart/', scope });
    const cart = createVisitorCart(id);
    const result = await loadCart({ ...context, visitor: context.api, cart, mayBeSignedIn });
    if ('redirect' in result) throw new Error('A redirect');
    return { ...result, asked, cart };
  };
  const usps = createScope().site.cartUspCollectionId;
  const answers = Object.fromEntries(
    Object.entries(paths).map(([key, value]) => [key.replace('usps/14', `usps/${usps}`), value]),
  );

  it('creates no cart and requests the last order of the browser instead', async () => {
    const { status, data, asked } = await load(answers, null);
    expect(asked).toEqual([`/api/usps/${usps}`, '/api/orders/last']);
    expect([status, data.loaded, data.recommended]).toEqual([200, noCart, []]);
  });

  it('returns the order that waits for payment', async () => {
    const order = { orderId: 'o1', orderNumber: '2026-000001', status: 'open', token: 't1', amount: 2095 };
    const loadWith = (isPayable: boolean) =>
      load({ ...answers, '/api/orders/last': { order: { ...order, isPayable } } }, null);
    expect((await loadWith(true)).data.unpaidOrder).toEqual({
      orderNumber: '2026-000001',
      amount: 2095,
      path: '/checkout/complete/?orderId=o1&token=t1',
    });
    expect((await loadWith(false)).data.unpaidOrder).toBeNull();
  });

  it.each([
    ['no session', false, undefined, true],
    ['an expired session', true, false, true],
    ['a session', true, true, false],
  ])(
    'suggests signing in if the cart is empty and there is %s',
    async (_what, mayBeSignedIn, isSignedIn, asks) => {
      const known = { ...answers, '/api/authentication/isauthenticated': isSignedIn };
      const { data } = await load(known, null, createScope(), mayBeSignedIn);
      expect(data.asksToSignIn).toBe(asks);
      expect((await load(known, CART_ID, createScope(), mayBeSignedIn)).data.asksToSignIn).toBe(false);
    },
  );

  it('loads the cart and its totals', async () => {
    const { status, head, data, cart } = await load(answers, CART_ID);
    expect(status).toBe(200);
    expect(head.isIndexable).toBe(false);
    expect(data.loaded.cart?.shoppingcartId).toBe(CART_ID);
    expect(data.loaded.calculatedCart?.products).toHaveLength(1);
    expect(data.usps).toEqual(['14 days to change your mind']);
    expect(data.recommended).toHaveLength(1);
    expect(cart.told).toEqual([`keep ${CART_ID}`]);
  });

  it.each([[`/api/cart/${CART_ID}`], [`/api/cartcalculation/${CART_ID}/calculate2`]])(
    'returns an empty page with an error if %s cannot be loaded',
    async (path) => {
      const { status, data, cart } = await load({ ...answers, [path]: 500 }, CART_ID);
      expect([status, data.loaded, data.isFailed]).toEqual([503, noCart, true]);
      expect(cart.told).toEqual(['forget']);
    },
  );

  it('returns an empty cart if the cart no longer exists', async () => {
    const { status, data, cart } = await load(
      { [`/api/usps/${usps}`]: answers[`/api/usps/${usps}`] },
      CART_ID,
    );
    expect([status, data.loaded, data.isFailed]).toEqual([200, noCart, false]);
    expect(cart.told).toEqual(['gone']);
  });

  it('does not require selling points or recommendations', async () => {
    const { status, data } = await load(
      { ...answers, [`/api/usps/${usps}`]: 500, [`/api/cart/${CART_ID}/recommendations`]: 500 },
      CART_ID,
    );
    expect([status, data.usps, data.recommended]).toEqual([200, [], null]);
  });

  it('returns 404 on the corporate site', async () => {
    await expect(load(answers, CART_ID, createScope({ site: { type: 2 } }))).rejects.toEqual(
      new ApiError('status', { status: 404 }),
    );
  });
});

describe('CartPage', () => {
  it('shows next links if the cart is empty', () => {
    visitCart(createPage());
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Cart');
    expect(screen.getByText('Your cart is empty.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Horse feed' }).getAttribute('href')).toBe('/feed/');
  });

  it('shows visitors the number for customer service; staff members see it in their bar', () => {
    const calculatedCart = createCartCalculation([createLine()]);
    const words = 'Need help? Quote cart number 1042 to customer service.';
    const shown = visitCart(
      createPage({ loaded: { cart: createCart({ cartNumber: 1042 }), calculatedCart } }),
    );
    expect(screen.getByText(words)).toBeTruthy();
    shown.unmount();
    const impersonatedUntil = new Date(Date.now() + HOUR_MS).toISOString();
    const cart = createCart({ cartNumber: 1042, impersonatedUntil });
    visitCart(createPage({ loaded: { cart, calculatedCart } }));
    expect(screen.queryByText(words)).toBeNull();
  });

  it('reports that the cart could not be loaded, with a link to retry', () => {
    visitCart(createPage({ isFailed: true }));
    expect(screen.getByRole('alert').textContent).toContain('Nothing has been lost');
    expect(screen.queryByText('Your cart is empty.')).toBeNull();
    expect(screen.getByRole('link', { name: 'Try again' }).getAttribute('href')).toBe('/cart/');
  });

  it.each<[string, CalculatedLine[], Partial<CalculatedCart2>]>([
    ['2 products', [createLine()], { itemCount: 2 }],
    ['1 roughage test', [createRoughageTestLine([null])], { itemCount: 0, testCount: 1 }],
    [
      '3 products, 1 roughage test and 1 gift',
      [createLine({ quantity: 3, freeProducts: [createFreeProduct()] }), createRoughageTestLine([null])],
      { itemCount: 4, testCount: 1 },
    ],
  ])('counts products, tests and gifts separately: %s', (words, lines, counts) => {
    visitCart(createPageWithLines(lines, counts));
    expect(screen.getByText(words)).toBeTruthy();
  });

  it('shows pack, prices, discounts and gift of a line', () => {
    visitCart(
      createPageWithLines([
        createLine({
          totalAmount: 3512,
          productDiscounts: [{ description: 'Mash weeks, −20 %', promotionKey: 'mash', amount: 878 }],
          freeProducts: [createFreeProduct()],
        }),
      ]),
    );
    const line = getLineByProduct('Sopra Classic Mash');
    expect(line.getByText('Mash weeks, −20 %: −€8.78')).toBeTruthy();
    expect(line.getByText('€43.90').tagName).toBe('S');
    expect(line.getByText(/€35\.12/)).toBeTruthy();
    expect(line.getByText('€21.95 each')).toBeTruthy();
    expect(line.getByText('Free gift')).toBeTruthy();
    expect(line.getByText('With every two bags of mash')).toBeTruthy();
    expect(line.getByText('€8.95').tagName).toBe('S');
    expect(line.getByText(/€0\.00/)).toBeTruthy();
  });

  it('shows the same gift twice if two promotions add it', () => {
    const report = jest.spyOn(console, 'error').mockImplementation(() => {});
    const freeProducts = [createFreeProduct(), createFreeProduct({ promotionText: 'For new customers' })];
    visitCart(createPageWithLines([createLine({ freeProducts })]));
    expect(getLineByProduct('Sopra Classic Mash').getAllByText('Free gift')).toHaveLength(2);
    // With duplicate keys React would leave rows behind.
    expect(report).not.toHaveBeenCalled();
    report.mockRestore();
  });

  it('shows totals with discounts, delivery, and the VAT of each rate', () => {
    visitCart(
      createPageWithLines([createLine()], {
        orderDiscounts: [{ description: 'Autumn stable', promotionKey: 'autumn', amount: 439 }],
        shippingDiscounts: [{ description: 'Free delivery', promotionKey: 'free', amount: 695 }],
        shippingCosts: 0,
        totalAmount: 3951,
        totalAmountExclVat: 3265,
        vatAmounts: [
          { vatType: 'high', vatRatePercentage: 21, amountExclVat: 3000, vatAmount: 630 },
          { vatType: 'low', vatRatePercentage: 9, amountExclVat: 265, vatAmount: 56 },
        ],
        freeShippingMissingAmount: 1230,
        deliveryTimeDays: '1-2',
      }),
    );
    expect(getSumByName('Products')).toBe('€43.90');
    expect(getSumByName('Autumn stable')).toBe('−€4.39');
    expect(screen.getByText('Free delivery').closest('div')?.querySelector('s')?.textContent).toBe(
      'Before €6.95',
    );
    expect(getSumByName('Total incl. VAT')).toBe('€39.51');
    expect(getSumByName('Excl. VAT')).toBe('€32.65');
    expect(getSumByName('VAT 21%')).toBe('€6.30');
    expect(getSumByName('VAT 9%')).toBe('€0.56');
    expect(screen.getByText('Spend €12.30 more for free delivery')).toBeTruthy();
    expect(screen.getByText('Delivered in 1-\u20602 working days')).toBeTruthy();
  });

  it('shows no VAT if there is none, and no delivery if nothing is shipped', () => {
    visitCart(
      createPageWithLines([createLine()], {
        needsDelivery: false,
        vatAmounts: [{ vatType: 'none', vatRatePercentage: 0, amountExclVat: 4390, vatAmount: 0 }],
      }),
    );
    expect(screen.queryByText('Excl. VAT')).toBeNull();
    expect(screen.queryByText('VAT 0%')).toBeNull();
    expect(screen.queryByText('Delivery', { selector: 'dt' })).toBeNull();
  });

  it('shows an indicative total in the site’s own currency and says that it is not a price', () => {
    visitCart(createPageWithLines([createLine()], { totalAmount: 10_000 }), {
      scope: { settings: { currencyCode: 'SEK', indicativeRatePerEur: 11 } },
    });
    expect(screen.getByText(/^about .*1,100/)).toBeTruthy();
    expect(
      screen.getByText('Amounts in other currencies are for guidance only; you pay in euros.'),
    ).toBeTruthy();
  });

  it('requires the removal of discontinued products', () => {
    visitCart(
      createPageWithLines([], {
        unavailableProducts: [{ productVariantId: 5, description: 'Old <b>feed</b>', quantity: 2 }],
      }),
    );
    expect(screen.getByText('2 × Old <b>feed</b>')).toBeTruthy();
    expect(screen.getByText(/will not be ordered/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Remove Old <b>feed</b>' })).toBeTruthy();
  });

  it('offers the available quantity if more was requested, and reports sold-out products', () => {
    visitCart(
      createPageWithLines([
        createLine({ quantity: 5, availableAmount: 3 }),
        createLine({ productVariantId: 2, description: 'Terno', availableAmount: 0 }),
      ]),
    );
    const line = getLineByProduct('Sopra Classic Mash');
    expect(line.getByText('Only 3 pieces in stock')).toBeTruthy();
    expect(line.getByRole('button', { name: /Set quantity to 3/ })).toBeTruthy();
    expect(getLineByProduct('Terno').getByText('Out of stock')).toBeTruthy();
    expect(getLineByProduct('Terno').queryByRole('button', { name: /^Take/ })).toBeNull();
  });

  it('keeps the recommendations while newer ones are loading, and removes them if there are none', () => {
    const product = createProductSummary();
    const loaded = toLoadedCart(createCartCalculation([createLine()]));
    const { store } = visitCart(createPage({ loaded, recommended: [toListedProduct(product)] }));
    const show = (recommended: CartData['recommended']) =>
      act(() => showPage(store, { page: createPage({ loaded, recommended }) }));
    show(null);
    expect(screen.getByRole('link', { name: product.title })).toBeTruthy();
    show([]);
    expect(screen.queryByRole('link', { name: product.title })).toBeNull();
  });

  it('links to the sign-in page if the account may have a cart', () => {
    visitCart(createPage({ asksToSignIn: true }));
    const link = screen.getByRole('link', { name: 'Sign in' });
    expect(link.getAttribute('href')).toContain(encodeURIComponent('/cart/'));
  });

  it('renders a hundred lines', () => {
    visitCart(
      createPageWithLines(
        Array.from({ length: 100 }, (_none, index) =>
          createLine({ productVariantId: index + 1, description: `Feed ${index + 1}` }),
        ),
      ),
    );
    expect(screen.getAllByRole('textbox', { name: /^Quantity/ })).toHaveLength(100);
  });

  it.each([
    [{ isApplied: true, reason: null }, 'Code STAL10 has been applied.'],
    [
      { isApplied: false, reason: 'minimum', minimumAmount: 5000 },
      'Code STAL10 applies to orders of €50.00 or more.',
    ],
    [{ isApplied: false, reason: 'ended' }, 'Code STAL10 has expired.'],
    [{ isApplied: false, reason: 'used_up' }, 'Code STAL10 has reached its limit.'],
    [{ isApplied: false, reason: 'no_products' }, 'Code STAL10 does not apply to the products in your cart.'],
    [
      { isApplied: false, reason: 'no_gift' },
      'Code STAL10 can’t be used at the moment: its free gift is out of stock.',
    ],
    [{ isApplied: false, reason: 'already_free' }, 'Delivery is already free without code STAL10.'],
  ] as const)('describes the discount code %j', (state, words) => {
    visitCart(
      createPageWithLines([createLine()], {
        discountCode: { code: 'STAL10', minimumAmount: null, ...state },
      }),
    );
    expect(screen.getByText(words)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Remove STAL10' })).toBeTruthy();
    expect(screen.getByRole('textbox', { name: 'Discount code' }).getAttribute('value')).toBe('STAL10');
  });

  it('shows matching products and the selling points of the shop', () => {
    visitCart(
      createPage({
        loaded: toLoadedCart(createCartCalculation([createLine()])),
        usps: ['14 days to change your mind'],
        recommended: [toListedProduct(createProductSummary())],
      }),
    );
    expect(screen.getByText('14 days to change your mind')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Terno Sport Pellets' })).toBeTruthy();
  });
});

describe('samples of a test', () => {
  const long = `${'n'.repeat(55)}<b>"&`;

  it('have a field with a unique label for each name', () => {
    visitCart(createPageWithLines([createRoughageTestLine([long])]));
    const line = getLineByProduct('Nutrition Quick Scan');
    expect(line.getByRole('textbox', { name: 'Name of this sample' }).getAttribute('value')).toBe(long);
    expect(line.queryByRole('button', { name: /^Remove sample/ })).toBeNull();
  });

  it('can be removed individually and share the names of another test', () => {
    visitCart(
      createPageWithLines([
        createRoughageTestLine(['Hay', null]),
        createRoughageTestLine([null], {
          productId: 172,
          productVariantId: 1088,
          description: 'Hygiene Quick Scan',
        }),
      ]),
    );
    const line = getLineByProduct('Nutrition Quick Scan');
    expect(line.getByRole('textbox', { name: 'Name of sample 1' }).getAttribute('value')).toBe('Hay');
    const button = line.getByRole('button', { name: 'Remove sample 2' }) as HTMLButtonElement;
    // A separate form, so that Enter in a name field removes no sample.
    expect([button.name, button.value]).toEqual(['sequence', '2']);
    const name = line.getByRole('textbox', { name: 'Name of sample 2' }) as HTMLInputElement;
    expect(name.form).not.toBeNull();
    expect(button.form).not.toBe(name.form);
    const field = screen.getByLabelText('Name of this sample') as HTMLInputElement;
    expect([...(field.list?.options ?? [])].map(({ value }) => value)).toEqual(['Hay']);
  });

  it('show the error of a name next to it', async () => {
    visitCart(createPageWithLines([createRoughageTestLine([null])]), {
      api: {
        fetchCart: async () =>
          createCart({
            products: [
              {
                productId: 170,
                productVariantId: 1086,
                count: 1,
                rqsSamples: [
                  { shoppingcartId: CART_ID, productVariantId: 1086, sequence: 1, sampleName: null },
                ],
              },
            ],
          }),
      },
    });
    const field = screen.getByLabelText('Name of this sample');
    fireEvent.click(screen.getByRole('button', { name: 'Save name' }));
    expect(await screen.findAllByText('Name every sample before you continue')).toHaveLength(2);
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(field);
  });
});

describe('changing the cart', () => {
  /** Creates a backend whose responses the test controls. */
  function createChanges() {
    const quantities: number[] = [];
    let arrive = () => {};
    return {
      quantities,
      arrive: () => arrive(),
      api: {
        alterCartProduct: ({ query }: { query: { quantity: number } }) => {
          quantities.push(query.quantity);
          return new Promise<void>((resolve) => {
            arrive = resolve;
          });
        },
      },
    };
  }

  it('shows the new quantity at once, sends changes sequentially and announces the result', async () => {
    const { api, quantities, arrive } = createChanges();
    visitCart(createPageWithLines([createLine()]), {
      api,
      next: () =>
        createPageWithLines([createLine({ quantity: quantities.at(-1) ?? 0, totalAmount: 10_000 })]),
    });
    const more = screen.getByRole('button', { name: 'Add one Sopra Classic Mash' });
    const field = screen.getByRole('textbox', { name: 'Quantity of Sopra Classic Mash' }) as HTMLInputElement;
    more.focus();
    for (let press = 0; press < 3; press += 1) fireEvent.click(more);
    expect(field.value).toBe('5');
    await waitFor(() => expect(quantities).toEqual([3]));
    expect(more.closest('form')?.getAttribute('aria-busy')).toBe('true');
    arrive();
    await waitFor(() => expect(quantities).toEqual([3, 5]));
    expect(field.value).toBe('5');
    arrive();
    await waitFor(() => expect(getStatusText()).toBe('5 × Sopra Classic Mash in the cart, €106.95'));
    expect(document.activeElement).toBe(more);
    expect(field.value).toBe('5');
  });

  it('limits the buttons to the range from one piece to the available quantity', () => {
    const product = createProductSummary({
      stock: { isAvailable: true, amountLeft: 2, deliveryTimeDays: null },
    });
    visitCart(
      createPageWithLines([
        createLine({ product }),
        createLine({ productVariantId: 2, description: 'Terno', quantity: 1 }),
      ]),
    );
    const more = getLineByProduct('Sopra Classic Mash').getByRole('button', { name: /^Add one/ });
    const less = getLineByProduct('Terno').getByRole('button', { name: /^Remove one/ });
    expect([more.ariaDisabled, less.ariaDisabled]).toEqual(['true', 'true']);
    fireEvent.click(more);
    fireEvent.click(less);
    const fields = screen.getAllByRole('textbox', { name: /^Quantity/ });
    expect(fields.map((field) => (field as HTMLInputElement).value)).toEqual(['2', '1']);
  });

  it('decreases to the available quantity if other customers have bought some', async () => {
    const asked: unknown[] = [];
    const alterCartProduct = async ({ query }: { query: unknown }) => void asked.push(query);
    const product = createProductSummary({
      stock: { isAvailable: true, amountLeft: 3, deliveryTimeDays: null },
    });
    visitCart(createPageWithLines([createLine({ product, quantity: 5, availableAmount: 3 })]), {
      api: { alterCartProduct },
    });
    fireEvent.click(screen.getByRole('button', { name: /^Remove one/ }));
    expect((screen.getByRole('textbox', { name: /^Quantity/ }) as HTMLInputElement).value).toBe('3');
    await waitFor(() => expect(asked).toEqual([{ quantity: 3 }]));
  });

  it('does not decrease the quantity on Enter', () => {
    visitCart(createPageWithLines([createLine()]));
    const form = screen.getByRole('textbox', { name: /^Quantity/ }).closest('form');
    const first = form?.querySelector<HTMLButtonElement>('button');
    expect(first?.name).toBe('');
  });

  it('keeps a refused quantity in the field and does not send it again', async () => {
    const alterCartProduct = jest.fn(async () => {
      throw new ApiError('status', {
        status: 409,
        body: { code: 'insufficient_stock', lines: [{ productVariantId: 1031, amount: 1 }] },
      });
    });
    visitCart(createPageWithLines([createLine()]), { api: { alterCartProduct } });
    const field = screen.getByRole('textbox', { name: /^Quantity/ }) as HTMLInputElement;
    act(() => field.focus());
    fireEvent.change(field, { target: { value: '9' } });
    act(() => field.blur());
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Only 1 piece in stock');
    expect(within(alert).getByRole('button', { name: /Set quantity to 1/ })).toBeTruthy();
    expect(field.value).toBe('9');
    expect(document.activeElement).toBe(field);
    act(() => field.blur());
    expect(alterCartProduct).toHaveBeenCalledTimes(1);
  });

  it('reports an unchanged cart if the backend is unavailable', async () => {
    visitCart(createPageWithLines([createLine()]), {
      api: {
        calculateCart2: async () => {
          throw new ApiError('unavailable');
        },
      },
    });
    fireEvent.click(screen.getByRole('button', { name: 'Remove Sopra Classic Mash' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Your cart has not changed.');
    expect(screen.getByRole('heading', { name: 'Sopra Classic Mash' })).toBeTruthy();
  });

  it('moves the focus from a removed line to the next one, and from the last to the heading', async () => {
    const lines = [createLine(), createLine({ productVariantId: 2, description: 'Terno' })];
    const api = {
      calculateCart2: async () => createCartCalculation(lines),
      removeCartProduct: async () => undefined,
    };
    let rest = lines.slice(1);
    const { store } = visitCart(createPageWithLines(lines), { api, next: () => createPageWithLines(rest) });
    const first = screen.getByRole('button', { name: 'Remove Sopra Classic Mash' });
    first.focus();
    fireEvent.click(first);
    await waitFor(() => expect(getStatusText()).toBe('Sopra Classic Mash has been removed.'));
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Terno' }).closest('li'));
    expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy();
    rest = [];
    const last = screen.getByRole('button', { name: 'Remove Terno' });
    last.focus();
    fireEvent.click(last);
    await waitFor(() => expect(getStatusText()).toBe('Terno has been removed.'));
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
    expect(store.getState().request.form?.line).toEqual({ productVariantId: 2, quantity: 2 });
  });

  it('keeps the undo button if the line could not be restored', async () => {
    const addCartProduct = async () => {
      throw new ApiError('unavailable');
    };
    visitCart(createPage({ loaded: toLoadedCart(createCartCalculation([])) }), {
      api: { addCartProduct },
      notice: {
        form: 'cart-remove',
        back: null,
        subject: { title: 'Terno', url: '/terno/' },
        line: { productVariantId: 2, quantity: 3 },
      },
    });
    getBrowserCart(createScope()).keep(CART_ID);
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Your cart has not changed.');
    expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy();
  });

  it('shows the error of a line that has disappeared', () => {
    const { store } = visitCart(createPageWithLines([createLine()]));
    const problems = [{ field: null, code: 'not_found' }];
    const refuse = (of: string) =>
      act(() =>
        store.setState(({ request }) => ({
          request: {
            ...request,
            form: { form: 'cart-quantity', of, status: 'refused', values: {}, problems },
          },
        })),
      );
    refuse('7');
    expect(screen.getByRole('alert').textContent).toBe('This item is no longer in your cart.');
    refuse('1031');
    expect(screen.getAllByRole('alert')).toHaveLength(1);
    expect(getLineByProduct('Sopra Classic Mash').getByRole('alert')).toBeTruthy();
  });

  it('confirms a form sent without script once, with an undo button', () => {
    visitCart(createPageWithLines([createLine()]), {
      notice: {
        form: 'cart-remove',
        back: null,
        subject: { title: 'Terno', url: '/terno/' },
        line: { productVariantId: 2, quantity: 3, sampleNames: ['Hay <b>', null] },
      },
    });
    const form = screen.getByRole('button', { name: 'Undo' }).closest('form');
    if (!form) throw new Error('No form');
    expect(form.parentElement?.textContent).toContain('Terno has been removed.');
    expect(Object.fromEntries(new FormData(form))).toEqual({
      form: 'cart-undo',
      of: '2',
      productVariantId: '2',
      quantity: '3',
      sampleNames: '["Hay <b>",null]',
    });
    expect(getStatusText()).toBe('');
  });

  it.each([
    ['another tab has changed the cart', () => new StorageEvent('storage', { key: 'cart-changed' })],
    [
      'the browser restores it from the back/forward cache',
      () => Object.assign(new Event('pageshow'), { persisted: true }),
    ],
  ])('reloads the page if %s', async (_what, createEvent) => {
    let loads = 0;
    visitCart(createPageWithLines([createLine()]), {
      next: () => {
        loads += 1;
        return createPageWithLines([createLine({ quantity: 7 })]);
      },
    });
    await act(async () => window.dispatchEvent(createEvent()));
    expect(loads).toBe(1);
    expect((screen.getByRole('textbox', { name: /^Quantity/ }) as HTMLInputElement).value).toBe('7');
  });

  it('loads the cart of a browser that refuses cookies', async () => {
    getBrowserCart(createScope()).keep(CART_ID);
    visitCart(createPage(), { next: () => createPageWithLines([createLine()]) });
    expect(await screen.findByRole('heading', { name: 'Sopra Classic Mash' })).toBeTruthy();
  });
});
