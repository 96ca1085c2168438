import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { ApiError } from '../../../shared/api/api-error.ts';
import type { Api } from '../../../shared/api/client.ts';
import { CART_ID, createCart } from '../../../test/fixtures/carts.ts';
import { createLoadContext, createScope } from '../../../test/fixtures/client-shop.tsx';
import { dutchScope, renderInShop } from '../../../test/fixtures/render-in-shop.tsx';
import { getBrowserCart } from '../../store/visitor-cart-id.ts';
import { CartImpersonationPage } from '../cart-impersonation/CartImpersonationPage.tsx';
import { loadCartImpersonation } from '../cart-impersonation/load-cart-impersonation.ts';
import { CartHandoverPage } from './CartHandoverPage.tsx';
import { loadCartHandover } from './load-cart-handover.ts';

afterEach(() => {
  cleanup();
  getBrowserCart(dutchScope).forget({ isGone: true });
  localStorage.clear();
  window.history.replaceState(null, '', '/');
});

const getUrlField = () => screen.getByRole<HTMLInputElement>('textbox');
const pressButton = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe.each([
  ['transferred', loadCartHandover],
  ['opened by a staff member', loadCartImpersonation],
])('page on which a cart is %s', (_name, load) => {
  it('is not indexed and has no canonical URL', async () => {
    const result = await load(createLoadContext({}).context);
    if ('redirect' in result) throw new Error('A redirect');
    expect(result.head).toMatchObject({ canonicalPath: null, alternates: [], isIndexable: false });
  });

  it('returns 404 on the corporate site', async () => {
    const scope = createScope({ site: { ...createScope().site, type: 2 } });
    await expect(load(createLoadContext({}, { scope }).context)).rejects.toMatchObject({ status: 404 });
  });
});

describe('opening a visitor’s cart', () => {
  const visit = (impersonateCart: unknown) =>
    renderInShop(<CartImpersonationPage />, { api: { impersonateCart } as Partial<Api> });

  it('removes the key from the URL and does nothing before the button is pressed', () => {
    window.history.replaceState(null, '', '/cart/impersonate/?x=1#secret-key');
    const impersonateCart = jest.fn();
    visit(impersonateCart);
    expect(getUrlField().value).toBe('secret-key');
    expect(window.location.href).toMatch(/\/cart\/impersonate\/\?x=1$/);
    expect(impersonateCart).not.toHaveBeenCalled();
  });

  it('stores the cart of the key and opens the cart page', async () => {
    const impersonateCart = jest.fn(async (_input: unknown) => createCart({ shoppingcartId: 'alias' }));
    visit(impersonateCart);
    fireEvent.change(getUrlField(), { target: { value: 'typed-key' } });
    pressButton('Open the cart');
    await waitFor(() => expect(screen.getByTestId('location').textContent).toBe('/cart/'));
    expect(impersonateCart.mock.calls[0]?.[0]).toEqual({ query: { key: 'typed-key' } });
    expect(getBrowserCart(dutchScope).id).toBe('alias');
  });

  it('reports an invalid key and keeps the cart of this browser', async () => {
    getBrowserCart(dutchScope).keep(CART_ID);
    visit(async () =>
      Promise.reject(new ApiError('status', { status: 400, body: { code: 'token_invalid' } })),
    );
    fireEvent.change(getUrlField(), { target: { value: 'old-key' } });
    pressButton('Open the cart');
    expect((await screen.findByRole('alert')).textContent).toBe(
      'This key does not work: it works once, for 15 minutes and in this shop only.',
    );
    expect(getBrowserCart(dutchScope).id).toBe(CART_ID);
  });
});

describe('taking over a cart from another site', () => {
  const difference = { productVariantId: 1031, formerAmount: 2195, currentAmount: 2095 };
  const visit = (receiveCart: unknown) =>
    renderInShop(<CartHandoverPage />, { api: { receiveCart } as Partial<Api> });

  it('lists the differences and links to the cart', async () => {
    window.history.replaceState(null, '', '/cart/handover/#token');
    const receiveCart = jest.fn(async (_input: unknown) => ({
      cart: createCart({ shoppingcartId: 'received' }),
      differences: [
        { kind: 'price', description: 'Sopra Classic Mash', ...difference },
        { kind: 'price', description: 'Vita Balancer', ...difference, formerAmount: null },
        { kind: 'dropped', description: 'Gift Card', ...difference, currentAmount: null },
        {
          kind: 'code',
          description: 'STAL10',
          productVariantId: null,
          formerAmount: null,
          currentAmount: null,
        },
      ],
    }));
    visit(receiveCart);
    // The token is not shown, because it is meaningless to visitors.
    expect(screen.queryByRole('textbox')).toBeNull();
    pressButton('Bring my cart here');
    expect((await screen.findByRole('status')).textContent).toBe('Your cart is here.');
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Sopra Classic Mash: €20.95 instead of €21.95',
      'Vita Balancer costs €20.95 here.',
      'Gift Card is not sold here.',
      'Discount code STAL10 is not valid here.',
    ]);
    expect(screen.getByRole('link', { name: 'View cart' }).getAttribute('href')).toBe('/cart/');
    expect(receiveCart.mock.calls[0]?.[0]).toEqual({ body: { token: 'token' } });
    expect(getBrowserCart(dutchScope).id).toBe('received');
  });

  it('reports that there are no differences', async () => {
    visit(async () => ({ cart: createCart(), differences: [] }));
    fireEvent.change(getUrlField(), { target: { value: 'token' } });
    pressButton('Bring my cart here');
    expect(await screen.findByText('Everything costs the same as before.')).toBeTruthy();
  });

  it('lists the differences after a form sent without script', () => {
    const differences = [
      { kind: 'dropped' as const, description: 'Gift Card', formerAmount: 2500, currentAmount: null },
    ];
    const { store } = visit(jest.fn());
    act(() =>
      store.setState(({ request }) => ({
        request: { ...request, notice: { form: 'cart-receive', back: null, differences } },
      })),
    );
    expect(screen.getByText('Gift Card is not sold here.')).toBeTruthy();
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it.each([
    ['token_invalid', /has already been used/],
    ['token_expired', /more than five minutes old/],
    ['too_many_attempts', /Too many attempts/],
    [undefined, /try again later/i],
  ])('describes the failure %s', async (code, words) => {
    visit(async () =>
      Promise.reject(new ApiError('status', { status: code === undefined ? 500 : 400, body: { code } })),
    );
    fireEvent.change(getUrlField(), { target: { value: 'token' } });
    pressButton('Bring my cart here');
    expect((await screen.findByRole('alert')).textContent).toMatch(words);
  });
});
