/** Keys of the browser's storage by which a visitor's cart is found: its id, and the site and language that it was made in. */
export const CART_ID_STORAGE_KEY = 'shoppingcartId';
export const CART_SITE_STORAGE_KEY = 'siteId';
export const CART_LANGUAGE_STORAGE_KEY = 'languageId';
/** Key that is written anew with every change of the cart, so that other tabs hear of it. */
export const CART_CHANGED_STORAGE_KEY = 'cart-changed';

/** Ids of carts; whatever else a browser holds is none. */
const pattern = /^[\w.~-]{1,128}$/;

/** Whether a value that came from a browser's storage or cookie can be the id of a cart. */
export const isCartId = (value: unknown): value is string => typeof value === 'string' && pattern.test(value);

/** Event of the window: this tab has changed the cart. */
export const CART_CHANGED_EVENT = 'cart-changed';
