import loadable from '@loadable/component';
import { NEWSLETTER_PATH } from '../../../shared/rules/urls.ts';
import type { ScreenPage } from '../page-definition.ts';

/** The form of the newsletter: where that of the footer leads without script. */
export interface NewsletterData {
  readonly kind: 'newsletter';
}

export const newsletterPage: ScreenPage<NewsletterData> = {
  kind: 'newsletter',
  path: () => NEWSLETTER_PATH,
  cachePolicy: 'public',
  query: 'plain',
  load: async (context) => (await import('../loads.ts')).loadNewsletter(context),
  component: loadable(() => import('./NewsletterPage.tsx'), {
    resolveComponent: (module) => module.NewsletterPage,
  }),
  actions: {
    newsletter: async () =>
      (await import('../../features/newsletter/request-newsletter.ts')).requestNewsletter,
  },
};
