import { getSegment } from '../localised-segments.ts';

/** Path of the cart's page in a language. */
export const getCartPath = (locale: string): string => `/${getSegment('cart', locale)}/`;
/** Where a cart from another site is taken over; the token is in the fragment, which no server is told. */
export const getCartHandoverPath = (locale: string): string => `${getCartPath(locale)}handover/`;
/** Where an employee opens a visitor's cart; the key is in the fragment. */
export const getCartImpersonationPath = (locale: string): string => `${getCartPath(locale)}impersonate/`;

/** In the fragment of the page that takes a cart over: separates the token from the path (encoded) that the page opens automatically. */
export const HANDOVER_PATH_MARK = '~';
