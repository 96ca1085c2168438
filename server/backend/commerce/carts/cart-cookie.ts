import { DAY_SECONDS } from '../../../../shared/rules/durations.ts';

/** Max-age of the cart cookie in seconds. */
export const CART_COOKIE_SECONDS = 365 * DAY_SECONDS;
