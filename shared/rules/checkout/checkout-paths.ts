import { getSegment } from '../localised-segments.ts';
import type { CheckoutStep } from './readiness.ts';

/** A page of the checkout: its steps, what follows an order, and the way into the account for who has one. */
export type CheckoutPage = CheckoutStep | 'complete' | 'login' | 'password-forgot' | 'password-reset';

/** Path of a page of the checkout in a language. */
export const getCheckoutPath = (locale: string, step: CheckoutPage): string =>
  `/${getSegment('checkout', locale)}/${step}/`;

/** Path above the pages of the checkout in a language; it is no page itself, and leads to the step that is to be filled in. */
export const getCheckoutRoot = (locale: string): string => `/${getSegment('checkout', locale)}/`;

/** Where a customer sees an order. The token is the right to do so: the page is private and tells no other site where it is. */
export const getOrderPath = (
  locale: string,
  order: { readonly orderId: string; readonly token: string },
): string =>
  `${getCheckoutPath(locale, 'complete')}?${new URLSearchParams({ orderId: order.orderId, token: order.token })}`;
