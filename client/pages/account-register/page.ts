import loadable from '@loadable/component';
import { ACCOUNT_REGISTER_PATH } from '../../../shared/rules/account/account-paths.ts';
import type { FormRules } from '../../forms/create-form-fields.tsx';
import type { ScreenPage } from '../page-definition.ts';

/** Registration page. */
export interface AccountRegisterData {
  readonly kind: 'accountRegister';
  /**
   * VAT number rules of the site's country; null if they could not be loaded. Then only the backend validates
   * the number.
   */
  readonly rules: FormRules;
}

export const accountRegisterPage: ScreenPage<AccountRegisterData> = {
  kind: 'accountRegister',
  path: () => ACCOUNT_REGISTER_PATH,
  cachePolicy: 'private',
  query: 'plain',
  isConfidential: true,
  hasLateStyles: true,
  load: async (context) => (await import('../loads.ts')).loadAccountRegister(context),
  component: loadable(() => import('./AccountRegisterPage.tsx'), {
    resolveComponent: (module) => module.AccountRegisterPage,
  }),
  actions: {
    'account-register': async () => (await import('./actions.ts')).register,
  },
};
