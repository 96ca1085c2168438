import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { ApiError } from '../../shared/api/api-error.ts';
import type { Api } from '../../shared/api/client.ts';
import type { CalculatedLine } from '../../shared/contract/cart-calculations.ts';
import type { Cart } from '../../shared/contract/carts.ts';
import { HOUR_MS } from '../../shared/rules/durations.ts';
import {
  CART_ID,
  createCart,
  createCartCalculation,
  createFreeProduct,
  createLine,
  createRoughageTestLine,
} from '../../test/fixtures/carts.ts';
import { createProductSummary } from '../../test/fixtures/products.ts';
import { dutchScope, installDialogMethods, renderInShop } from '../../test/fixtures/render-in-shop.tsx';
import { AddOneToCart, AddPiecesToCart } from '../features/catalogue/AddToCart.tsx';
import { cart } from '../store/cart.ts';
import { noCart } from '../store/fetch-cart.ts';
import { getMailCampaignId } from '../store/mail-campaign.ts';
import { getBrowserCart } from '../store/visitor-cart-id.ts';
import { CartBadge } from './CartBadge.tsx';
import { LazyMiniCart } from './LazyMiniCart.tsx';
import { SiteSwitch } from './SiteSwitch.tsx';

const mashPack = {
  productVariantId: 1031,
  stock: { isAvailable: true, amountLeft: null },
};

/** Creates a backend with one cart of these lines, and one product with the given stock. */
function createCartBackend({
  lines = [] as CalculatedLine[],
  stock = 999,
  cart: changes = {} as Partial<Cart>,
} = {}) {
  let current = lines;
  const refuse = () =>
    new ApiError('status', {
      status: 409,
      body: { code: 'insufficient_stock', lines: [{ productVariantId: 1031, amount: stock }] },
    });
  const getQuantity = () => current.find(({ productVariantId }) => productVariantId === 1031)?.quantity ?? 0;
  const set = (quantity: number) => {
    const amount = 2195 * quantity;
    current = [
      createLine({ quantity, originalAmount: amount, totalAmount: amount }),
      ...current.filter(({ productVariantId }) => productVariantId !== 1031),
    ];
  };
  return {
    createCart: jest.fn(async (_input?: unknown) => createCart()),
    addCartProduct: jest.fn(
      async ({ query: { quantity } }: { query: { quantity: number }; idempotencyKey?: string }) => {
        if (getQuantity() + quantity > stock) throw refuse();
        set(getQuantity() + quantity);
      },
    ),
    alterCartProduct: jest.fn(async ({ query: { quantity } }: { query: { quantity: number } }) => {
      if (quantity > stock) throw refuse();
      set(quantity);
    }),
    fetchCart: jest.fn(async () => createCart(changes)),
    calculateCart2: jest.fn(async () => {
      const tests = current.filter(({ productType }) => productType === 4);
      const testCount = tests.reduce((sum, { quantity }) => sum + quantity, 0);
      const calculated = createCartCalculation(current, { testCount });
      const gifts = current.flatMap(({ freeProducts }) => freeProducts);
      const giftCount = gifts.reduce((sum, { quantity }) => sum + quantity, 0);
      return { ...calculated, itemCount: calculated.itemCount - testCount + giftCount };
    }),
    fetchCartRecommendations: jest.fn(async () => [
      createProductSummary({ productVariantId: 1050, title: 'Linseed Oil' }),
    ]),
  };
}

const renderMiniCart = (
  api: Record<string, unknown>,
  element = <AddOneToCart pack={mashPack} title="Sopra Classic Mash" />,
) =>
  renderInShop(
    <>
      <a href="/cart/">
        Cart
        <CartBadge className="count" />
      </a>
      {element}
      <LazyMiniCart />
    </>,
    { api: api as Partial<Api> },
  );

const getAddButton = () => screen.getByRole('button', { name: 'Add Sopra Classic Mash to cart' });
const findDrawer = (name: string) => screen.findByRole('dialog', { name }).then(within);
/** Returns the count in the header, or '' if there is none. */
const readCartCount = () => document.querySelector('[data-cart-count]')?.textContent;

beforeEach(installDialogMethods);
afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
  getBrowserCart(dutchScope).forget({ isGone: true });
  cart.provide(noCart, 'ready')();
  localStorage.clear();
  window.history.replaceState(null, '', '/');
});

describe('form of a product card', () => {
  it('opens the cart page without script and sends the pack', () => {
    const { container } = renderMiniCart(createCartBackend());
    const form = container.querySelector('form');
    expect([form?.method, form?.getAttribute('action')]).toEqual(['post', '/cart/']);
    expect(form && Object.fromEntries(new FormData(form))).toEqual({
      form: 'cart-add',
      productVariantId: '1031',
    });
  });

  it('is absent for a sold-out product and on the corporate site', () => {
    const soldOut = { ...mashPack, stock: { isAvailable: false, amountLeft: null } };
    renderMiniCart(createCartBackend(), <AddOneToCart pack={soldOut} title="Sold out" />);
    expect(screen.queryByRole('button')).toBeNull();
    cleanup();
    renderInShop(<AddOneToCart pack={mashPack} title="Mash" />, {
      scope: { site: { ...dutchScope.site, type: 2 } },
    });
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('limits typed and stepped quantities to the range from one to the stock', () => {
    const few = { ...mashPack, stock: { isAvailable: true, amountLeft: 2 } };
    renderMiniCart(createCartBackend(), <AddPiecesToCart pack={few} title="Mash" />);
    const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'Quantity of Mash' });
    const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
    const seen = [input.value];
    for (const name of ['Remove one Mash', 'Add one Mash', 'Add one Mash']) {
      press(name);
      seen.push(input.value);
    }
    fireEvent.change(input, { target: { value: 'x' } });
    press('Add one Mash');
    expect([...seen, input.value]).toEqual(['1', '1', '2', '2', '1']);
  });
});

describe('adding a product', () => {
  it('creates a cart, shows its contents and announces them', async () => {
    const api = createCartBackend();
    renderMiniCart(api);
    fireEvent.click(getAddButton());
    expect(getAddButton().getAttribute('aria-busy')).toBe('true');
    const drawer = await findDrawer('Added to cart');
    expect(drawer.getByRole('heading', { name: 'Sopra Classic Mash' })).toBeTruthy();
    expect(drawer.getByText('1 product')).toBeTruthy();
    expect(drawer.getByRole('link', { name: 'View cart' }).getAttribute('href')).toBe('/cart/');
    await waitFor(() =>
      expect(drawer.getByRole('status').textContent).toBe('1 × Sopra Classic Mash in the cart, €28.90'),
    );
    expect(await drawer.findByRole('button', { name: 'Add Linseed Oil to cart' })).toBeTruthy();
    expect(getAddButton().getAttribute('aria-busy')).toBeNull();
    expect(document.activeElement).toBe(getAddButton());
    expect(api.addCartProduct.mock.calls[0]?.[0]).toMatchObject({
      params: { id: CART_ID },
      query: { productVariantId: 1031, quantity: 1 },
      idempotencyKey: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
    // The visitor waits for one load only.
    expect(api.calculateCart2).toHaveBeenCalledTimes(1);
  });

  it('counts a second press of the same button once', async () => {
    const api = createCartBackend();
    renderMiniCart(api);
    fireEvent.click(getAddButton());
    fireEvent.click(getAddButton());
    await findDrawer('Added to cart');
    expect(api.addCartProduct).toHaveBeenCalledTimes(1);
    // The same applies once the code of the drawer is loaded.
    fireEvent.click(getAddButton());
    fireEvent.click(getAddButton());
    await waitFor(() => expect(readCartCount()).toBe('2'));
    expect(api.addCartProduct).toHaveBeenCalledTimes(2);
    expect(api.addCartProduct.mock.calls[0]?.[0].idempotencyKey).not.toBe(
      api.addCartProduct.mock.calls[1]?.[0].idempotencyKey,
    );
  });

  it('changes the quantity in the drawer and shows the totals of the server', async () => {
    renderMiniCart(createCartBackend());
    fireEvent.click(getAddButton());
    const drawer = await findDrawer('Added to cart');
    fireEvent.click(drawer.getByRole('button', { name: 'Add one Sopra Classic Mash' }));
    // Total of the line, and of all products.
    await waitFor(() => expect(drawer.getAllByText('€43.90')).toHaveLength(2));
    await waitFor(() =>
      expect(drawer.getByRole('status').textContent).toBe('2 × Sopra Classic Mash in the cart, €50.85'),
    );
    expect(readCartCount()).toBe('2');
  });

  it('counts every press of one more, even while the cart is loading', async () => {
    const api = createCartBackend();
    renderMiniCart(api);
    fireEvent.click(getAddButton());
    const drawer = await findDrawer('Added to cart');
    const calculate = api.calculateCart2.getMockImplementation()!;
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    api.calculateCart2.mockImplementation(() => held.then(calculate));
    const input = drawer.getByRole<HTMLInputElement>('textbox');
    const press = async () => {
      fireEvent.click(drawer.getByRole('button', { name: 'Add one Sopra Classic Mash' }));
      await waitFor(() => expect(input.form?.getAttribute('aria-busy')).toBeNull());
    };
    try {
      await press();
      expect(cart.get().status).toBe('loading');
      expect(input.value).toBe('2');
      await press();
      expect(input.value).toBe('3');
    } finally {
      release();
    }
    await waitFor(() => expect(readCartCount()).toBe('3'));
    expect(api.alterCartProduct.mock.calls.map(([{ query }]) => query.quantity)).toEqual([2, 3]);
    expect(input.value).toBe('3');
  });

  it('announces once that the cart could not be loaded, without the previous message', async () => {
    const api = createCartBackend();
    renderMiniCart(api);
    fireEvent.click(getAddButton());
    const drawer = await findDrawer('Added to cart');
    const status = drawer.getByRole('status');
    await waitFor(() => expect(status.textContent).toContain('Sopra Classic Mash'));
    const calculate = api.calculateCart2.getMockImplementation()!;
    api.calculateCart2.mockImplementation(() => Promise.reject(new ApiError('unavailable')));
    fireEvent.click(drawer.getByRole('button', { name: 'Add one Sopra Classic Mash' }));
    const failed = 'We couldn’t load your cart. Nothing has been lost: try again in a moment.';
    await waitFor(() => expect(status.textContent).toBe(failed));
    expect(drawer.getAllByText(failed)).toHaveLength(1);
    expect(drawer.queryByRole('alert')).toBeNull();

    // The same region receives the next message: nothing appears twice, and nothing is announced again when
    // the drawer reopens.
    const spoken: string[] = [];
    const listener = new MutationObserver((records) => {
      if (records.length > 0) spoken.push(status.textContent ?? '');
    });
    listener.observe(status, { subtree: true, childList: true, characterData: true });
    const dialog = status.closest('dialog')!;
    dialog.close();
    dialog.showModal();
    await new Promise((resolve) => queueMicrotask(() => resolve(null)));
    expect(spoken).toEqual([]);
    listener.disconnect();
    api.calculateCart2.mockImplementation(calculate);
    fireEvent.click(getAddButton());
    await waitFor(() => expect(status.textContent).not.toContain(failed));
    expect(drawer.getByRole('status')).toBe(status);
  });

  it('shows the other lines, gifts and the amount missing for free delivery', async () => {
    getBrowserCart(dutchScope).keep(CART_ID);
    const oil = createLine({
      productVariantId: 1050,
      description: 'Linseed Oil',
      freeProducts: [createFreeProduct()],
    });
    const api = createCartBackend({ lines: [oil] });
    const calculate = api.calculateCart2.getMockImplementation();
    api.calculateCart2.mockImplementation(async () => {
      const calculated = await calculate?.();
      if (!calculated) throw new Error('No calculation');
      return { ...calculated, freeShippingMissingAmount: 1610 };
    });
    renderMiniCart(api);
    fireEvent.click(getAddButton());
    const drawer = await findDrawer('Added to cart');
    const others = within(drawer.getByRole('region', { name: 'Also in your cart' }));
    expect(others.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '2 × Linseed Oil€43.90',
      '1 × Feed ScoopFree gift',
    ]);
    expect(drawer.getByText('Spend €16.10 more for free delivery')).toBeTruthy();
  });

  it('reports the available quantity if more was requested, and adds it on request', async () => {
    getBrowserCart(dutchScope).keep(CART_ID);
    const api = createCartBackend({ lines: [createLine({ quantity: 1 })], stock: 3 });
    renderMiniCart(api, <AddPiecesToCart pack={mashPack} title="Sopra Classic Mash" />);
    fireEvent.change(screen.getByRole('textbox'), { target: { value: '5' } });
    fireEvent.click(screen.getByRole('button', { name: 'Add to cart' }));
    const drawer = await findDrawer('Not added');
    expect(drawer.getByRole('alert').textContent).toBe(
      'Sopra Classic MashOnly 3 pieces in stock You already have 1 in your cart.',
    );
    expect(readCartCount()).toBe('1');
    fireEvent.click(drawer.getByRole('button', { name: 'Set quantity to 2' }));
    expect(await findDrawer('Added to cart')).toBeTruthy();
    await waitFor(() => expect(readCartCount()).toBe('3'));
  });

  it('reports an unchanged cart if the backend is unavailable, and retries with the same idempotency key', async () => {
    getBrowserCart(dutchScope).keep(CART_ID);
    const api = createCartBackend({ lines: [createLine()] });
    const add = api.addCartProduct.getMockImplementation();
    api.addCartProduct.mockRejectedValue(new ApiError('unavailable'));
    renderMiniCart(api);
    await waitFor(() => expect(readCartCount()).toBe('2'));
    fireEvent.click(getAddButton());
    const drawer = await findDrawer('Not added');
    expect(drawer.getByRole('alert').textContent).toBe(
      'Sopra Classic MashWe couldn’t add this. Your cart has not changed.',
    );
    expect(readCartCount()).toBe('2');
    if (add) api.addCartProduct.mockImplementation(add);
    fireEvent.click(drawer.getByRole('button', { name: 'Try again' }));
    expect(await findDrawer('Added to cart')).toBeTruthy();
    await waitFor(() => expect(readCartCount()).toBe('3'));
    expect(new Set(api.addCartProduct.mock.calls.map(([input]) => input.idempotencyKey)).size).toBe(1);
  });

  it('submits the form natively if its code cannot be loaded', async () => {
    const submit = jest.spyOn(HTMLFormElement.prototype, 'submit').mockReturnValue();
    // The shop responds, so there is a connection.
    globalThis.fetch = async () => new Response(null, { status: 200 });
    renderInShop(
      <>
        <AddOneToCart pack={mashPack} title="Sopra Classic Mash" />
        <LazyMiniCart />
      </>,
      {
        api: createCartBackend() as unknown as Partial<Api>,
        pages: { findFormAction: () => async () => Promise.reject(new TypeError('No such chunk')) },
      },
    );
    fireEvent.click(getAddButton());
    await waitFor(() => expect(submit).toHaveBeenCalledTimes(1));
    expect(screen.queryByRole('dialog')).toBeNull();
    Reflect.deleteProperty(globalThis, 'fetch');
  });
});

describe('cart count', () => {
  it('is one number of pieces, gifts and tests, with separate numbers for screen readers', async () => {
    getBrowserCart(dutchScope).keep(CART_ID);
    renderMiniCart(
      createCartBackend({
        lines: [createLine({ freeProducts: [createFreeProduct()] }), createRoughageTestLine(['Hay'])],
      }),
    );
    await waitFor(() =>
      expect(screen.getByRole('link', { name: 'Cart 3 products, 1 roughage test' })).toBeTruthy(),
    );
    expect(readCartCount()).toBe('4');
  });

  it('is hidden for an empty cart, and makes no call without a cart', async () => {
    const api = createCartBackend();
    renderMiniCart(api);
    await act(async () => undefined);
    expect(api.fetchCart).not.toHaveBeenCalled();
    expect(document.querySelector<HTMLElement>('[data-cart-count]')?.hidden).toBe(true);
    cleanup();
    getBrowserCart(dutchScope).keep(CART_ID);
    renderMiniCart(api);
    await waitFor(() => expect(cart.get().status).toBe('ready'));
    expect(document.querySelector<HTMLElement>('[data-cart-count]')?.hidden).toBe(true);
    expect(screen.getByRole('link', { name: 'Cart' })).toBeTruthy();
  });

  it('follows changes in another tab, even if this tab knew no cart', async () => {
    renderMiniCart(createCartBackend({ lines: [createLine()] }));
    getBrowserCart(dutchScope).keep(CART_ID);
    act(() => {
      window.dispatchEvent(new StorageEvent('storage', { key: 'cart-changed' }));
    });
    await waitFor(() => expect(readCartCount()).toBe('2'));
  });
});

describe('staff member in a customer’s cart', () => {
  const impersonatedUntil = new Date(Date.now() + HOUR_MS).toISOString();

  it("sees the cart's owner on every page and can leave the cart", async () => {
    getBrowserCart(dutchScope).keep(CART_ID);
    renderMiniCart(
      createCartBackend({ lines: [createLine()], cart: { cartNumber: 1042, impersonatedUntil } }),
    );
    const bar = within(await screen.findByRole('region', { name: 'Customer’s cart' }));
    expect(bar.getByText('You are working in cart 1042.')).toBeTruthy();
    expect(bar.getByText(/^Customer service, until \d\d:\d\d\. Every change is logged\.$/)).toBeTruthy();
    fireEvent.click(bar.getByRole('button', { name: 'Leave this cart' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Customer’s cart' })).toBeNull());
    expect(getBrowserCart(dutchScope).id).toBeNull();
    expect(readCartCount()).toBe('');
  });

  it('sees no message after the time is over', async () => {
    getBrowserCart(dutchScope).keep(CART_ID);
    renderMiniCart(
      createCartBackend({ lines: [createLine()], cart: { impersonatedUntil: '2026-01-01T00:00:00.000Z' } }),
    );
    await waitFor(() => expect(readCartCount()).toBe('2'));
    expect(screen.queryByRole('region', { name: 'Customer’s cart' })).toBeNull();
  });
});

describe('taking the cart along', () => {
  const openSwitch = async (lines: CalculatedLine[], handOverCart: unknown) => {
    getBrowserCart(dutchScope).keep(CART_ID);
    renderMiniCart({ ...createCartBackend({ lines }), handOverCart }, <SiteSwitch />);
    await waitFor(() => expect(cart.get().status).toBe('ready'));
    const dialog = document.getElementById('site-switch');
    if (!(dialog instanceof HTMLDialogElement)) throw new Error('No site switch');
    dialog.showModal();
    return within(dialog);
  };

  it('is not offered for an empty cart', async () => {
    const dialog = await openSwitch([], jest.fn());
    expect(dialog.queryByRole('checkbox')).toBeNull();
  });

  it('requests the URL on the chosen site and reports a failure', async () => {
    const handOverCart = jest.fn(async (_input: unknown) => Promise.reject(new ApiError('unavailable')));
    const dialog = await openSwitch([createLine()], handOverCart);
    const box = await dialog.findByRole<HTMLInputElement>('checkbox', { name: 'Take your cart with you' });
    expect(box.checked).toBe(true);
    fireEvent.click(dialog.getByRole('link', { name: 'Deutsch' }));
    expect((await dialog.findByRole('alert')).textContent).toBe(
      'We couldn’t bring your cart along. Try again, or continue without it.',
    );
    expect(handOverCart).toHaveBeenCalledWith({
      params: { id: CART_ID },
      body: { siteId: 10, languageId: 2 },
    });
  });
});

describe('unpaid order', () => {
  const setMark = (rest: string) => {
    // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store
    document.cookie = `openorder=1; path=/${rest}`;
  };
  afterEach(() => setMark('; max-age=0'));
  const order = {
    orderId: '7b0a4b2e-6b52-4c37-9a53-0f0a8f6a2f11',
    orderNumber: '2026-000123',
    status: 'open',
    token: 'token',
    amount: 3993,
  };
  const readMark = () => document.querySelector<HTMLElement>('[data-unpaid-order]')?.hidden === false;

  it('is marked in the cart link, with number and amount as text', async () => {
    setMark('');
    renderMiniCart({
      ...createCartBackend(),
      fetchLastOrder: async () => ({ order: { ...order, isPayable: true } }),
    });
    await waitFor(() => expect(readMark()).toBe(true));
    expect(document.querySelector('[data-unpaid-words]')?.textContent).toBe(
      ' Order 2026-000123 is awaiting your payment of €39.93.',
    );
  });

  it('is not marked once it is paid', async () => {
    setMark('');
    const fetchLastOrder = jest.fn(async () => ({ order: { ...order, isPayable: false } }));
    renderMiniCart({ ...createCartBackend(), fetchLastOrder });
    await waitFor(() => expect(fetchLastOrder).toHaveBeenCalledTimes(1));
    await act(async () => undefined);
    expect(readMark()).toBe(false);
  });

  it('makes no call in a browser without orders', async () => {
    const fetchLastOrder = jest.fn(async () => ({ order: null }));
    renderMiniCart({ ...createCartBackend(), fetchLastOrder });
    await act(async () => undefined);
    expect(fetchLastOrder).not.toHaveBeenCalled();
  });
});

describe('mail campaign', () => {
  it('is reported once and stored for a cart that is created later', async () => {
    window.history.replaceState(null, '', '/?mailCampaignId=spring.2026');
    const api = { ...createCartBackend(), reportConversion: jest.fn(async (_input: unknown) => undefined) };
    renderMiniCart(api);
    await waitFor(() =>
      expect(api.reportConversion.mock.calls).toEqual([[{ query: { mailCampaignId: 'spring.2026' } }]]),
    );
    expect(getMailCampaignId()).toBe('spring.2026');
    fireEvent.click(getAddButton());
    await findDrawer('Added to cart');
    expect(api.createCart.mock.calls[0]?.[0]).toEqual({ query: { mailCampaignId: 'spring.2026' } });
  });

  it.each(['', 'a b', 'x'.repeat(65)])('is ignored if its id is %j', async (id) => {
    window.history.replaceState(null, '', `/?mailCampaignId=${encodeURIComponent(id)}`);
    const reportConversion = jest.fn(async () => undefined);
    renderMiniCart({ ...createCartBackend(), reportConversion });
    await act(async () => undefined);
    expect(reportConversion).not.toHaveBeenCalled();
  });
});
