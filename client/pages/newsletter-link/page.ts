import loadable from '@loadable/component';
import { NEWSLETTER_PATTERN } from '../../../shared/rules/urls.ts';
import type { ScreenPage } from '../page-definition.ts';

/** The mailed links of the newsletter and other letters; no token where the link is broken. */
export interface NewsletterLinkData {
  readonly kind: 'newsletterLink';
  readonly step: 'confirm' | 'unsubscribe';
  readonly token: string | null;
}

export const newsletterLinkPage: ScreenPage<NewsletterLinkData> = {
  kind: 'newsletterLink',
  path: () => NEWSLETTER_PATTERN,
  cachePolicy: 'private',
  query: 'mailedLink',
  load: async (context) => (await import('../loads.ts')).loadNewsletterLink(context),
  component: loadable(() => import('./NewsletterLinkPage.tsx'), {
    resolveComponent: (module) => module.NewsletterLinkPage,
  }),
  actions: {
    'newsletter-confirm': async () => (await import('./actions.ts')).confirmNewsletter,
    'newsletter-unsubscribe': async () => (await import('./actions.ts')).endNewsletter,
  },
};
