/** Browser storage keys of a visitor's cart: its id, and the site and language in which it was created. */
export const CART_ID_STORAGE_KEY = 'shoppingcartId';
export const CART_SITE_STORAGE_KEY = 'siteId';
export const CART_LANGUAGE_STORAGE_KEY = 'languageId';
/** Browser storage key that is written with every change of the cart, to notify other tabs. */
export const CART_CHANGED_STORAGE_KEY = 'cart-changed';

/** Format of a cart id; other stored values are ignored. */
const cartIdPattern = /^[\w.~-]{1,128}$/;

/** Returns true if a value from storage or a cookie can be a cart id. */
export const isCartId = (value: unknown): value is string =>
  typeof value === 'string' && cartIdPattern.test(value);

/** Window event: this tab has changed the cart. */
export const CART_CHANGED_EVENT = 'cart-changed';
