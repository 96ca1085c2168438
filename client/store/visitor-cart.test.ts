import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { createScope } from '../../test/fixtures/client-shop.tsx';
import { announceCartChange, getBrowserCart, onCartChange } from './visitor-cart-id.ts';

const testScope = createScope();
const findCart = () => getBrowserCart(testScope);
const setCookie = (value: string) => {
  // biome-ignore lint/suspicious/noDocumentCookie: as the backend does it
  document.cookie = `cart=${value}; path=/`;
};
const refuseStorage = () => {
  jest.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('refused', 'SecurityError');
  });
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('refused', 'SecurityError');
  });
};

afterEach(() => {
  jest.restoreAllMocks();
  findCart().forget({ isGone: true });
  setCookie('; max-age=0');
  localStorage.clear();
});

describe('getBrowserCart', () => {
  it('stores the cart with the site and the language in which it was created', () => {
    expect(findCart().id).toBeNull();
    findCart().keep('cart-1');
    expect(findCart().id).toBe('cart-1');
    expect({ ...localStorage }).toEqual({ shoppingcartId: 'cart-1', siteId: '1', languageId: '4' });
  });

  it('returns no cart on another site', () => {
    findCart().keep('cart-1');
    localStorage.setItem('siteId', '2');
    expect(findCart().id).toBeNull();
    // A cart created here replaces it.
    findCart().keep('cart-2');
    expect(findCart().id).toBe('cart-2');
  });

  it('prefers the cookie to the storage, because the server knows only the cookie', () => {
    findCart().keep('from-storage');
    setCookie('from-cookie');
    expect(findCart().id).toBe('from-cookie');
  });

  it('reads the cookie if the storage is empty or forbidden', () => {
    setCookie('cart-of-a-form');
    expect(findCart().id).toBe('cart-of-a-form');
    refuseStorage();
    expect(findCart().id).toBe('cart-of-a-form');
  });

  it('keeps the cart for the lifetime of the page if storage and cookies are forbidden', () => {
    refuseStorage();
    findCart().keep('cart-3');
    expect(findCart().id).toBe('cart-3');
    findCart().forget({ isGone: false });
    expect(findCart().id).toBe('cart-3');
    findCart().forget({ isGone: true });
    expect(findCart().id).toBeNull();
  });

  it('finds the cart by its cookie after a failed load', () => {
    setCookie('cart-1');
    findCart().keep('cart-1');
    findCart().forget({ isGone: false });
    expect({ ...localStorage }).toEqual({});
    expect(findCart().id).toBe('cart-1');
  });

  it('removes a cart that no longer exists everywhere', () => {
    setCookie('cart-1');
    findCart().keep('cart-1');
    findCart().forget({ isGone: true });
    expect([findCart().id, document.cookie, { ...localStorage }]).toEqual([null, '', {}]);
  });

  it('keeps the cookie of a newer cart, created by a form without script, if an older cart no longer exists', () => {
    const cart = findCart();
    cart.keep('old');
    setCookie('new');
    cart.forget({ isGone: true });
    expect(findCart().id).toBe('new');
  });

  it.each([['<script>'], ['a b'], [''], ['x'.repeat(129)]])(
    'ignores malformed ids in storage and cookie: %s',
    (value) => {
      localStorage.setItem('shoppingcartId', value);
      localStorage.setItem('siteId', '1');
      setCookie(value);
      expect(findCart().id).toBeNull();
    },
  );
});

describe('announceCartChange', () => {
  it('notifies this tab directly and other tabs by a storage event', () => {
    const listener = jest.fn();
    const end = onCartChange(listener);
    announceCartChange();
    expect(listener.mock.calls).toEqual([[false]]);
    const written = localStorage.getItem('cart-changed');
    announceCartChange();
    expect(localStorage.getItem('cart-changed')).not.toBe(written);
    window.dispatchEvent(new StorageEvent('storage', { key: 'cart-changed' }));
    window.dispatchEvent(new StorageEvent('storage', { key: 'comparison-products' }));
    window.dispatchEvent(new StorageEvent('storage', { key: null }));
    expect(listener.mock.calls).toEqual([[false], [false], [true], [true]]);
    end();
    announceCartChange();
    expect(listener).toHaveBeenCalledTimes(4);
  });
});
