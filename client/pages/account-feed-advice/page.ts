import loadable from '@loadable/component';
import type { AdvisedHorseRations, SavedAdvice } from '../../../shared/contract/feed-advice.ts';
import { ACCOUNT_FEED_ADVICE_PATH } from '../../../shared/rules/account/account-paths.ts';
import type { AccountInfo } from '../../store/account.ts';
import type { ListedProduct } from '../../store/listed-product.ts';
import type { StaticRoute } from '../page-definition.ts';

/** A saved ration, with only the visible fields of its product. */
export interface SavedRationView
  extends Pick<
    SavedAdvice,
    | 'adviceId'
    | 'horse'
    | 'figures'
    | 'scoop'
    | 'refusal'
    | 'productTitle'
    | 'packsForMonth'
    | 'isRead'
    | 'previousGramsPerDay'
  > {
  readonly product: Pick<
    ListedProduct,
    'productVariantId' | 'title' | 'url' | 'picture' | 'colourWay' | 'stock'
  > | null;
  /** URL of the calculator with the ration's answers. */
  readonly changeUrl: string;
}

export interface HorseRationsView extends Pick<AdvisedHorseRations, 'horseName' | 'totals'> {
  readonly rations: readonly SavedRationView[];
}

/** Saved rations of the signed-in customer. */
export interface AccountFeedAdviceData {
  readonly kind: 'accountFeedAdvice';
  readonly owner: AccountInfo;
  readonly horses: readonly HorseRationsView[];
}

export const accountFeedAdvicePage: StaticRoute<AccountFeedAdviceData> = {
  kind: 'accountFeedAdvice',
  path: () => ACCOUNT_FEED_ADVICE_PATH,
  cachePolicy: 'private',
  query: 'plain',
  changedBy: ['advice'],
  isSignInRequired: true,
  showsFormNotices: true,
  hasDeferredStyles: true,
  load: async (context) => (await import('../page-loaders.ts')).loadAccountFeedAdvice(context),
  component: loadable(() => import('./AccountFeedAdvicePage.tsx'), {
    resolveComponent: (module) => module.AccountFeedAdvicePage,
  }),
  actions: {
    'advice-save': async () => (await import('./actions.ts')).saveAdvice,
    'advice-read': async () => (await import('./actions.ts')).markAdviceAsRead,
    'advice-delete': async () => (await import('./actions.ts')).deleteAdvice,
  },
};
