import loadable from '@loadable/component';
import type { ContentPage } from '../../../shared/contract/content.ts';
import type { GuaranteeNotice } from '../../../shared/contract/legal.ts';
import type { SiloOffer } from '../../../shared/contract/silo-quotations.ts';
import type { Vacancy } from '../../../shared/contract/vacancies.ts';
import type { LinkedPage } from '../page-definition.ts';
import type { ContentLink } from './load-content.ts';

export interface ContentData {
  readonly kind: 'content';
  readonly content: ContentPage;
  /** On the page of silo supply: what its form offers; null where it could not be had in time. */
  readonly siloOffer?: SiloOffer | null;
  /** On the page of jobs: the positions that are open; null where they could not be had in time. */
  readonly vacancies?: readonly Vacancy[] | null;
  /** On the page of the terms; null where there is none, or it could not be had in time. */
  readonly guaranteeNotice?: GuaranteeNotice | null;
  /** On the page of the withdrawal: what the law of the market wants its form to say; the form has words of its own where it could not be had. */
  readonly withdrawalWords?: { readonly begin: string; readonly confirm: string };
}

export const contentPage: LinkedPage<ContentData, ContentLink> = {
  kind: 'content',
  shows: (link): link is ContentLink => link.kind === 'contentPage',
  cachePolicy: 'public',
  query: 'plain',
  load: async (context, link) => (await import('../loads.ts')).loadContent(context, link),
  component: loadable(() => import('./ContentPage.tsx'), {
    resolveComponent: (module) => module.ContentPage,
  }),
  actions: {
    withdrawal: async () => (await import('./withdraw.ts')).withdraw,
    'silo-quotation': async () => (await import('./actions.ts')).requestSiloQuotation,
  },
};
