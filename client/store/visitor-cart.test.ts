import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { createScope } from '../../test/fixtures/client-shop.tsx';
import { announceCartChange, getBrowserCart, onCartChange } from './visitor-cart.ts';

const scope = createScope();
const find = () => getBrowserCart(scope);
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
  find().forget({ isGone: true });
  setCookie('; max-age=0');
  localStorage.clear();
});

describe('the cart of a browser', () => {
  it('is kept in its storage with the site and the language that it was made in', () => {
    expect(find().id).toBeNull();
    find().keep('cart-1');
    expect(find().id).toBe('cart-1');
    expect({ ...localStorage }).toEqual({ shoppingcartId: 'cart-1', siteId: '1', languageId: '4' });
  });

  it('is none on another site', () => {
    find().keep('cart-1');
    localStorage.setItem('siteId', '2');
    expect(find().id).toBeNull();
    // One that is made here takes its place.
    find().keep('cart-2');
    expect(find().id).toBe('cart-2');
  });

  it('is the one of the cookie, whatever the storage says: the server knows no other', () => {
    find().keep('from-storage');
    setCookie('from-cookie');
    expect(find().id).toBe('from-cookie');
  });

  it('is found by the cookie where the storage has none, or is refused', () => {
    setCookie('cart-of-a-form');
    expect(find().id).toBe('cart-of-a-form');
    refuseStorage();
    expect(find().id).toBe('cart-of-a-form');
  });

  it('lives as long as the page where storage and cookies are refused', () => {
    refuseStorage();
    find().keep('cart-3');
    expect(find().id).toBe('cart-3');
    find().forget({ isGone: false });
    expect(find().id).toBe('cart-3');
    find().forget({ isGone: true });
    expect(find().id).toBeNull();
  });

  it('is found again after a load that has failed, by the cookie that stays', () => {
    setCookie('cart-1');
    find().keep('cart-1');
    find().forget({ isGone: false });
    expect({ ...localStorage }).toEqual({});
    expect(find().id).toBe('cart-1');
  });

  it('is nowhere once it is gone', () => {
    setCookie('cart-1');
    find().keep('cart-1');
    find().forget({ isGone: true });
    expect([find().id, document.cookie, { ...localStorage }]).toEqual([null, '', {}]);
  });

  it('keeps the cookie of the cart that a form without script has made, where an older one is gone', () => {
    const cart = find();
    cart.keep('old');
    setCookie('new');
    cart.forget({ isGone: true });
    expect(find().id).toBe('new');
  });

  it.each([['<script>'], ['a b'], [''], ['x'.repeat(129)]])(
    'takes nothing from storage or cookie that is no id: %s',
    (value) => {
      localStorage.setItem('shoppingcartId', value);
      localStorage.setItem('siteId', '1');
      setCookie(value);
      expect(find().id).toBeNull();
    },
  );
});

describe('a change of the cart', () => {
  it('is told to this tab, and by the storage to the others', () => {
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
