import loadable from '@loadable/component';
import { ACCOUNT_LOGIN_PATH } from '../../../shared/rules/account/account-paths.ts';
import type { LoginQuery } from '../../features/account/login-query.ts';
import type { StaticRoute } from '../page-definition.ts';

/** Sign-in page of customers. */
export interface AccountLoginData extends LoginQuery {
  readonly kind: 'accountLogin';
}

export const accountLoginPage: StaticRoute<AccountLoginData> = {
  kind: 'accountLogin',
  path: () => ACCOUNT_LOGIN_PATH,
  cachePolicy: 'private',
  query: 'login',
  isConfidential: true,
  hasDeferredStyles: true,
  load: async (context) => (await import('../page-loaders.ts')).loadAccountLogin(context),
  component: loadable(() => import('./AccountLoginPage.tsx'), {
    resolveComponent: (module) => module.AccountLoginPage,
  }),
  actions: {
    // The form is also in the checkout.
    'account-login': async () => (await import('./actions.ts')).signIn,
  },
};
