import { getSegment } from '../localised-segments.ts';
import type { CheckoutStep } from './readiness.ts';

/** Path of a step of the checkout in a language. */
export const getCheckoutPath = (locale: string, step: CheckoutStep | 'complete'): string =>
  `/${getSegment('checkout', locale)}/${step}/`;

/** Where a customer sees an order. The token is the right to do so: the page is private and tells no other site where it is. */
export const getOrderPath = (
  locale: string,
  order: { readonly orderId: string; readonly token: string },
): string =>
  `${getCheckoutPath(locale, 'complete')}?${new URLSearchParams({ orderId: order.orderId, token: order.token })}`;
