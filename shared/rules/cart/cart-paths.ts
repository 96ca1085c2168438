import { getLocalisedSegment } from '../localised-segments.ts';

/** Returns the path of the cart page in a language. */
export const getCartPath = (locale: string): string => `/${getLocalisedSegment('cart', locale)}/`;
/**
 * Returns the path of the page that takes over a cart from another site. The token is in the fragment, which
 * is not sent to servers.
 */
export const getCartHandoverPath = (locale: string): string => `${getCartPath(locale)}handover/`;
/**
 * Returns the path of the page on which a staff member opens a visitor's cart; the key is in the fragment.
 */
export const getCartImpersonationPath = (locale: string): string => `${getCartPath(locale)}impersonate/`;

/**
 * Separator in the fragment of the handover page, between the token and the encoded path to open afterwards.
 */
export const CART_HANDOVER_PATH_SEPARATOR = '~';
