import type { RouteAnswer } from '../../../shared/contract/routing.ts';
import type { LoadContext, LoadResult } from '../../load-context.ts';
import type { ContentData } from './page.ts';

export type ContentLink = Extract<RouteAnswer, { kind: 'contentPage' }>;

/**
 * Loads a page of the site's own texts: service, legal, company.
 *
 * @throws ApiError if the page cannot be loaded; 404 if it does not exist on this site
 */
export async function loadContent(
  { api, critical, optional }: LoadContext,
  { contentPageId, alternates }: ContentLink,
): Promise<LoadResult<ContentData>> {
  const content = await api.fetchContentPage({ params: { contentPageId } }, critical);
  const isSiloPage = content.key === 'silo-supply';
  const siloOffer = isSiloPage
    ? await optional((options) => api.fetchSiloOffer(undefined, options))
    : undefined;
  const legal =
    content.key === 'withdrawal' || content.key === 'terms'
      ? await optional((options) => api.fetchLegalTexts(undefined, options))
      : undefined;
  const vacancies =
    content.key === 'jobs' ? await optional((options) => api.fetchVacancies(undefined, options)) : undefined;
  return {
    status: 200,
    head: {
      title: content.title,
      description: content.metaDescription,
      canonicalPath: content.url,
      alternates,
      isIndexable: true,
    },
    data: {
      kind: 'content',
      content,
      ...(siloOffer === undefined ? {} : { siloOffer }),
      ...(vacancies === undefined ? {} : { vacancies }),
      ...(content.key === 'terms' && legal && { guaranteeNotice: legal.guaranteeNotice }),
      ...(content.key === 'withdrawal' &&
        legal && {
          withdrawalWords: { begin: legal.withdrawalButton, confirm: legal.withdrawalConfirmation },
        }),
    },
  };
}
