import loadable from '@loadable/component';
import { REVIEW_CONFIRM_PATH } from '../../../shared/rules/path-constants.ts';
import type { StaticRoute } from '../page-definition.ts';

/** Page of a mailed review link. `token` is null if the link is invalid. */
export interface ReviewConfirmData {
  readonly kind: 'reviewConfirm';
  readonly token: string | null;
}

export const reviewConfirmPage: StaticRoute<ReviewConfirmData> = {
  kind: 'reviewConfirm',
  path: () => REVIEW_CONFIRM_PATH,
  cachePolicy: 'private',
  query: 'mailedLink',
  load: async (context) => (await import('../page-loaders.ts')).loadReviewConfirm(context),
  component: loadable(() => import('./ReviewConfirmPage.tsx'), {
    resolveComponent: (module) => module.ReviewConfirmPage,
  }),
  actions: {
    'review-confirm': async () => (await import('./actions.ts')).confirmReview,
  },
};
