import loadable from '@loadable/component';
import { NEWSLETTER_PATTERN } from '../../../shared/rules/path-constants.ts';
import type { StaticRoute } from '../page-definition.ts';

/**
 * Newsletter pages: the form, to which the footer's form leads without script, and the links of campaign
 * mails.
 */
export interface NewsletterData {
  readonly kind: 'newsletter';
  readonly step: 'request' | 'confirm' | 'unsubscribe';
  /** Token of a mailed link; null for the form, and if the link is invalid. */
  readonly token: string | null;
}

const loadActions = () => import('./actions.ts');

export const newsletterPage: StaticRoute<NewsletterData> = {
  kind: 'newsletter',
  path: () => NEWSLETTER_PATTERN,
  cachePolicy: 'private',
  query: 'mailedLink',
  load: async (context) => (await import('../page-loaders.ts')).loadNewsletter(context),
  component: loadable(() => import('./NewsletterPage.tsx'), {
    resolveComponent: (module) => module.NewsletterPage,
  }),
  actions: {
    newsletter: async () => (await loadActions()).requestNewsletter,
    'newsletter-confirm': async () => (await loadActions()).confirmNewsletter,
    'newsletter-unsubscribe': async () => (await loadActions()).endNewsletter,
  },
};
