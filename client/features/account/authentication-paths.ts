import {
  ACCOUNT_FORGOT_PATH,
  ACCOUNT_LOGIN_PATH,
  ACCOUNT_RESET_PATH,
} from '../../../shared/rules/account/account-paths.ts';
import { getCheckoutPath } from '../../../shared/rules/checkout/checkout-paths.ts';
import { ACCOUNT_PATH } from '../../../shared/rules/path-constants.ts';

/** Where the visitor signs in: in the account or in the checkout. */
export type AuthenticationArea = 'account' | 'checkout';

/** Reads the hidden field `place` of a form. */
export const parseAuthenticationArea = (typed: string): AuthenticationArea =>
  typed === 'checkout' ? 'checkout' : 'account';

/** Paths of the sign-in, registration and password pages, and of the page that follows. */
export interface AuthenticationPaths {
  readonly login: string;
  readonly forgot: string;
  readonly reset: string;
  readonly afterLogin: string;
}

/** Returns the paths of a place in a language. */
export const getAuthenticationPaths = (place: AuthenticationArea, locale: string): AuthenticationPaths =>
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
