import loadable from '@loadable/component';
import { NEWSLETTER_PATTERN } from '../../../shared/rules/urls.ts';
import type { ScreenPage } from '../page-definition.ts';

/** The form of the newsletter, where that of the footer leads without script, and the links of its mails and of other letters. */
export interface NewsletterData {
  readonly kind: 'newsletter';
  readonly step: 'request' | 'confirm' | 'unsubscribe';
  /** Of a mailed link; null for the form, and where the link is broken. */
  readonly token: string | null;
}

const loadActions = () => import('./actions.ts');

export const newsletterPage: ScreenPage<NewsletterData> = {
  kind: 'newsletter',
  path: () => NEWSLETTER_PATTERN,
  cachePolicy: 'private',
  query: 'mailedLink',
  load: async (context) => (await import('../loads.ts')).loadNewsletter(context),
  component: loadable(() => import('./NewsletterPage.tsx'), {
    resolveComponent: (module) => module.NewsletterPage,
  }),
  actions: {
    newsletter: async () => (await loadActions()).requestNewsletter,
    'newsletter-confirm': async () => (await loadActions()).confirmNewsletter,
    'newsletter-unsubscribe': async () => (await loadActions()).endNewsletter,
  },
};
