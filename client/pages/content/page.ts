import loadable from '@loadable/component';
import type { ContentPage } from '../../../shared/contract/content.ts';
import type { GuaranteeNotice } from '../../../shared/contract/legal.ts';
import type { SiloOffer } from '../../../shared/contract/silo-quotations.ts';
import type { Vacancy } from '../../../shared/contract/vacancies.ts';
import type { ContentRoute } from '../page-definition.ts';
import type { ContentLink } from './load-content.ts';

export interface ContentData {
  readonly kind: 'content';
  readonly content: ContentPage;
  /** Data of the form on the silo supply page; null if it was not loaded in time. */
  readonly siloOffer?: SiloOffer | null;
  /** Open positions on the jobs page; null if they were not loaded in time. */
  readonly vacancies?: readonly Vacancy[] | null;
  /** Guarantee notice on the terms page; null if there is none or it was not loaded in time. */
  readonly guaranteeNotice?: GuaranteeNotice | null;
  /**
   * Labels that the law of the market requires, on the withdrawal page. If they could not be loaded, the form
   * uses default labels.
   */
  readonly withdrawalWords?: { readonly begin: string; readonly confirm: string };
}

export const contentPage: ContentRoute<ContentData, ContentLink> = {
  kind: 'content',
  shows: (link): link is ContentLink => link.kind === 'contentPage',
  cachePolicy: 'public',
  query: 'plain',
  load: async (context, link) => (await import('../page-loaders.ts')).loadContent(context, link),
  component: loadable(() => import('./ContentPage.tsx'), {
    resolveComponent: (module) => module.ContentPage,
  }),
  actions: {
    withdrawal: async () => (await import('./withdraw.ts')).withdraw,
    'silo-quotation': async () => (await import('./actions.ts')).requestSiloQuotation,
  },
};
