import { afterEach, describe, expect, it } from '@jest/globals';
import { ApiError } from '../../shared/api/api-error.ts';
import type { Api } from '../../shared/api/client.ts';
import { CART_ID, createCart, createCartCalculation, createLine } from '../../test/fixtures/carts.ts';
import { createScope } from '../../test/fixtures/client-shop.tsx';
import { cart } from './cart.ts';
import { noCart } from './fetch-cart.ts';
import { announceCartChange, getBrowserCart } from './visitor-cart-id.ts';

const testScope = createScope();

/** Creates a backend that holds its responses until they are released. */
function createHeldBackend() {
  let asked = 0;
  const waiting: ((error?: Error) => void)[] = [];
  const hold = () =>
    new Promise<void>((resolve, reject) => {
      waiting.push((error) => (error ? reject(error) : resolve()));
    });
  const api = {
    fetchCart: async () => {
      asked += 1;
      await hold();
      return createCart();
    },
    calculateCart2: async () => createCartCalculation([createLine({ quantity: asked })]),
  } as unknown as Api;
  return { api, getCallCount: () => asked, release: (error?: Error) => waiting.shift()?.(error) };
}
const getQuantity = () => cart.get().loaded.calculatedCart?.products[0]?.quantity;
const waitForPromises = () => new Promise((resolve) => setTimeout(resolve));

afterEach(() => {
  cart.provide(noCart, 'ready')();
  getBrowserCart(testScope).forget({ isGone: true });
});

describe('cart store', () => {
  it('makes no call if the visitor has no cart', async () => {
    const { api, getCallCount } = createHeldBackend();
    await cart.load(api, testScope);
    expect(getCallCount()).toBe(0);
    expect(cart.get()).toEqual({ loaded: noCart, status: 'ready' });
  });

  it('reloads with each change, sequentially, and always includes the last change', async () => {
    getBrowserCart(testScope).keep(CART_ID);
    const { api, getCallCount, release } = createHeldBackend();
    const end = cart.follow(api, testScope);
    expect(cart.get().status).toBe('loading');
    announceCartChange();
    announceCartChange();
    expect(getCallCount()).toBe(1);
    release();
    await waitForPromises();
    expect([getCallCount(), getQuantity(), cart.get().status]).toEqual([2, 1, 'loading']);
    release();
    await waitForPromises();
    expect([getCallCount(), getQuantity(), cart.get().status]).toEqual([2, 2, 'ready']);
    end();
    announceCartChange();
    expect(getCallCount()).toBe(2);
  });

  it('is empty after a failed load', async () => {
    getBrowserCart(testScope).keep(CART_ID);
    const { api, release } = createHeldBackend();
    const loading = cart.load(api, testScope);
    release(new ApiError('unavailable'));
    await loading;
    expect(cart.get()).toEqual({ loaded: noCart, status: 'failed' });
    expect(localStorage.getItem('shoppingcartId')).toBeNull();
  });

  it('uses the cart of the current page and makes no call in the meantime', async () => {
    getBrowserCart(testScope).keep(CART_ID);
    const { api, getCallCount, release } = createHeldBackend();
    const loaded = {
      cart: createCart(),
      calculatedCart: createCartCalculation([createLine({ quantity: 7 })]),
    };
    const loading = cart.load(api, testScope);
    const end = cart.provide(loaded, 'ready');
    release();
    await loading;
    await cart.load(api, testScope);
    expect([getCallCount(), getQuantity()]).toEqual([1, 7]);
    end();
    expect(getQuantity()).toBe(7);
    void cart.load(api, testScope);
    expect(getCallCount()).toBe(2);
    release();
    await waitForPromises();
  });
});
