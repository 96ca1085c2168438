import loadable from '@loadable/component';
import type { Subscriptions } from '../../../shared/contract/subscriptions.ts';
import { ACCOUNT_SUBSCRIPTIONS_PATH } from '../../../shared/rules/account/account-paths.ts';
import type { AccountInfo } from '../../store/account.ts';
import type { ListedProduct } from '../../store/listed-product.ts';
import type { StaticRoute } from '../page-definition.ts';

type StockReminder = Subscriptions['stockReminders'][number];

/** Mail subscriptions of the signed-in customer, in addition to order mails. */
export interface AccountSubscriptionsData {
  readonly kind: 'accountSubscriptions';
  readonly owner: AccountInfo;
  readonly choices: Pick<Subscriptions, 'newsletter' | 'offers' | 'labResults'>;
  readonly stockReminders: readonly (Omit<StockReminder, 'product'> & {
    readonly product: ListedProduct | null;
  })[];
}

export const accountSubscriptionsPage: StaticRoute<AccountSubscriptionsData> = {
  kind: 'accountSubscriptions',
  path: () => ACCOUNT_SUBSCRIPTIONS_PATH,
  cachePolicy: 'private',
  query: 'plain',
  changedBy: ['account'],
  isSignInRequired: true,
  showsFormNotices: true,
  hasDeferredStyles: true,
  load: async (context) => (await import('../page-loaders.ts')).loadAccountSubscriptions(context),
  component: loadable(() => import('./AccountSubscriptionsPage.tsx'), {
    resolveComponent: (module) => module.AccountSubscriptionsPage,
  }),
  actions: {
    subscriptions: async () => (await import('./actions.ts')).changeSubscriptions,
    'subscriptions-stop': async () => (await import('./actions.ts')).stopReminder,
    'subscriptions-end': async () => (await import('./actions.ts')).endAllSubscriptions,
  },
};
