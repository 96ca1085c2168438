import loadable from '@loadable/component';
import type { Account, AccountSession, SavedAddress } from '../../../shared/contract/accounts.ts';
import {
  ACCOUNT_INFORMATION_PATTERN,
  type AccountInformationSection,
} from '../../../shared/rules/account/account-paths.ts';
import type { AddressCountry } from '../../features/checkout/address-countries.ts';
import type { AccountInfo } from '../../store/account.ts';
import type { StaticRoute } from '../page-definition.ts';

/** Details of the signed-in customer. */
export interface AccountInformationData {
  readonly kind: 'accountInformation';
  readonly owner: AccountInfo;
  /** The only visible part; null for all parts. */
  readonly action: AccountInformationSection | null;
  readonly account: Omit<Account, 'formToken'>;
  readonly countries: readonly AddressCountry[];
  /** Address book; null if it was not loaded in time. */
  readonly addresses: readonly SavedAddress[] | null;
  /** Null if the sessions were not loaded in time. */
  readonly sessions: readonly AccountSession[] | null;
}

export const accountInformationPage: StaticRoute<AccountInformationData> = {
  kind: 'accountInformation',
  path: () => ACCOUNT_INFORMATION_PATTERN,
  cachePolicy: 'private',
  query: 'plain',
  changedBy: ['account'],
  isSignInRequired: true,
  showsFormNotices: true,
  hasDeferredStyles: true,
  load: async (context) => (await import('../page-loaders.ts')).loadAccountInformation(context),
  component: loadable(() => import('./AccountInformationPage.tsx'), {
    resolveComponent: (module) => module.AccountInformationPage,
  }),
  actions: {
    'account-personal': async () => (await import('./actions.ts')).changePersonalDetails,
    'account-address': async () => (await import('./actions.ts')).changeAddress,
    'account-delivery': async () => (await import('./actions.ts')).changeDeliveryAddress,
    'account-delivery-remove': async () => (await import('./actions.ts')).removeDeliveryAddress,
    'account-book': async () => (await import('./actions.ts')).saveInBook,
    'account-book-delete': async () => (await import('./actions.ts')).deleteFromAddressBook,
    'account-company': async () => (await import('./actions.ts')).changeCompanyDetails,
    'account-email': async () => (await import('./actions.ts')).changeEmailAddress,
    'account-password': async () => (await import('./actions.ts')).changePassword,
    'session-end': async () => (await import('./actions.ts')).endSession,
    'account-export': async () => (await import('./actions.ts')).unlockDataExport,
    'account-close': async () => (await import('./actions.ts')).closeAccount,
  },
};
