import {
  ACCOUNT_FORGOT_PATH,
  ACCOUNT_LOGIN_PATH,
  ACCOUNT_RESET_PATH,
} from '../../../shared/rules/account/account-paths.ts';
import { getCheckoutPath } from '../../../shared/rules/checkout/checkout-paths.ts';
import { ACCOUNT_PATH } from '../../../shared/rules/urls.ts';

/** Where somebody signs in: by themselves, or on the way to an order. */
export type AccessPlace = 'account' | 'checkout';

/** What the hidden field `place` of a form says. */
export const readAccessPlace = (typed: string): AccessPlace =>
  typed === 'checkout' ? 'checkout' : 'account';

/** The pages that lead into an account, and the one that follows. */
export interface AccessPaths {
  readonly login: string;
  readonly forgot: string;
  readonly reset: string;
  readonly afterLogin: string;
}

/** The paths of a place in a language. */
export const getAccessPaths = (place: AccessPlace, locale: string): AccessPaths =>
  place === 'checkout'
    ? {
        login: getCheckoutPath(locale, 'login'),
        forgot: getCheckoutPath(locale, 'password-forgot'),
        reset: getCheckoutPath(locale, 'password-reset'),
        afterLogin: getCheckoutPath(locale, 'billing'),
      }
    : {
        login: ACCOUNT_LOGIN_PATH,
        forgot: ACCOUNT_FORGOT_PATH,
        reset: ACCOUNT_RESET_PATH,
        afterLogin: ACCOUNT_PATH,
      };
