import loadable from '@loadable/component';
import { ACCOUNT_REGISTER_PATH } from '../../../shared/rules/account/account-paths.ts';
import type { AddressFormatRules } from '../../forms/create-form-fields.tsx';
import type { StaticRoute } from '../page-definition.ts';

/** Registration page. */
export interface AccountRegisterData {
  readonly kind: 'accountRegister';
  /**
   * VAT number rules of the site's country; null if they could not be loaded. Then only the backend validates
   * the number.
   */
  readonly rules: AddressFormatRules;
}

export const accountRegisterPage: StaticRoute<AccountRegisterData> = {
  kind: 'accountRegister',
  path: () => ACCOUNT_REGISTER_PATH,
  cachePolicy: 'private',
  query: 'plain',
  isConfidential: true,
  hasDeferredStyles: true,
  load: async (context) => (await import('../page-loaders.ts')).loadAccountRegister(context),
  component: loadable(() => import('./AccountRegisterPage.tsx'), {
    resolveComponent: (module) => module.AccountRegisterPage,
  }),
  actions: {
    'account-register': async () => (await import('./actions.ts')).register,
  },
};
