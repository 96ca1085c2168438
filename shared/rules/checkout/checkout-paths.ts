import { getLocalisedSegment } from '../localised-segments.ts';
import type { CheckoutStep } from './step-readiness.ts';

/**
 * A page of the checkout: a step, the page after an order, or a sign-in page for customers with an account.
 */
export type CheckoutPage = CheckoutStep | 'complete' | 'login' | 'password-forgot' | 'password-reset';

/** Returns the path of a checkout page in a language. */
export const getCheckoutPath = (locale: string, step: CheckoutPage): string =>
  `/${getLocalisedSegment('checkout', locale)}/${step}/`;

/**
 * Returns the parent path of the checkout pages in a language. It is not a page itself and redirects to the
 * current step.
 */
export const getCheckoutRootPath = (locale: string): string => `/${getLocalisedSegment('checkout', locale)}/`;

/**
 * Returns the path of the page of an order. The token grants permission to read it: the page is private and
 * does not disclose its URL to other sites.
 */
export const getOrderPath = (
  locale: string,
  order: { readonly orderId: string; readonly token: string },
): string =>
  `${getCheckoutPath(locale, 'complete')}?${new URLSearchParams({ orderId: order.orderId, token: order.token })}`;
