import type { ContentSummary } from '../../../shared/contract/content.ts';
import type { Alternate } from '../../../shared/contract/routing.ts';
import { MEDIA_PATH } from '../../../shared/rules/urls.ts';
import type { LoadContext, LoadResult } from '../../load-context.ts';
import type { ScopeState } from '../../store/app-store.ts';
import type { MediaData } from './page.ts';

/** Site type of the corporate site. */
const CORPORATE = 2;

/**
 * Loads the list of news and stories, newest first. The news make the page; advice and blog articles are optional.
 *
 * @throws ApiError when the news cannot be had
 */
export async function loadMedia({
  api,
  critical,
  optional,
  scope,
  shop,
}: LoadContext): Promise<LoadResult<MediaData>> {
  const [news, advice, blog] = await Promise.all([
    api.fetchMedia(undefined, critical),
    optional((options) => api.fetchAdvice(undefined, options)),
    optional((options) => api.fetchBlog(undefined, options)),
  ]);
  const items = [...news, ...(advice ?? []), ...(blog ?? [])];
  return {
    status: 200,
    head: {
      title: shop.t('media.title'),
      description: shop.t('media.description', { brand: shop.brand }),
      canonicalPath: MEDIA_PATH,
      alternates: getMediaAlternates(scope),
      isIndexable: true,
    },
    data: { kind: 'media', items: items.toSorted(byNewest) },
  };
}

function byNewest(one: ContentSummary, other: ContentSummary): number {
  const dates = (other.publishedOn ?? '').localeCompare(one.publishedOn ?? '');
  return dates === 0 ? other.contentPageId - one.contentPageId : dates;
}

/** The path is the same in every language, and every shop has it; the corporate site's pages are a set of their own. */
function getMediaAlternates({ site, shops }: ScopeState): Alternate[] {
  return shops
    .filter(({ type }) => (type === CORPORATE) === (site.type === CORPORATE))
    .flatMap(({ siteId, languages }) =>
      languages.map(({ languageId, origin }) => ({ siteId, languageId, url: `${origin}${MEDIA_PATH}` })),
    );
}
