import { ApiError } from '../../../shared/api/api-error.ts';
import type { CallOptions } from '../../../shared/api/client.ts';
import type { ContentSummary } from '../../../shared/contract/content.ts';
import type { Alternate } from '../../../shared/contract/routing.ts';
import { MEDIA_PATH } from '../../../shared/rules/path-constants.ts';
import { isCorporate } from '../../../shared/rules/site-type.ts';
import type { LoadContext, LoadResult } from '../../load-context.ts';
import type { ScopeState } from '../../store/app-store.ts';
import { getMediaUrl, type MediaKind, mediaKinds, parseMediaQuery } from './media-url.ts';
import type { MediaData } from './page.ts';

/**
 * Loads one page of the list of news and stories, newest first. News is critical. On the first page of all
 * types, the other types are optional.
 *
 * @throws ApiError if news or the requested type cannot be loaded; 404 if the type, page number or page
 *   size does not exist
 */
export async function loadMedia({
  api,
  critical,
  optional,
  query,
  scope,
  shop,
}: LoadContext): Promise<LoadResult<MediaData>> {
  const list = parseMediaQuery(query);
  if (!list) throw new ApiError('status', { status: 404 });
  // The corporate site has only news.
  const isShop = !isCorporate(scope.site);
  /** Types whose items did not load in time. They are offered, because there may be some. */
  const unknown: MediaKind[] = [];
  /**
   * Loads the stories of some types. A requested type is critical. On a further page all types are critical,
   * because without one of them the page would contain other stories or none.
   */
  const fetchStories = async (
    kinds: readonly MediaKind[],
    call: (options: CallOptions) => Promise<ContentSummary[]>,
  ): Promise<ContentSummary[] | null> => {
    if (!isShop) return null;
    if (list.page > 1 || kinds.some((kind) => kind === list.kind)) return call(critical);
    const stories = await optional(call);
    if (stories === null) unknown.push(...kinds);
    return stories;
  };
  const [news, ...others] = await Promise.all([
    api.fetchMedia(undefined, critical),
    fetchStories(['advice', 'video'], (options) => api.fetchAdvice({ query: {} }, options)),
    fetchStories(['blog'], (options) => api.fetchBlog({ query: {} }, options)),
    fetchStories(['partner'], (options) => api.fetchPartners(undefined, options)),
  ]);
  const all = [...news, ...others.flatMap((items) => items ?? [])];
  const ofKind = all
    .filter((item) => list.kind === null || getMediaKind(item) === list.kind)
    .toSorted(compareByNewest);
  const { page, pageSize } = list;
  const items = ofKind.slice((page - 1) * pageSize, page * pageSize);
  // A type without stories and a page after the last one do not exist.
  if (items.length === 0 && (list.kind !== null || page > 1)) throw new ApiError('status', { status: 404 });
  const title =
    list.kind === null
      ? shop.t('media.title')
      : shop.t('media.titleOfKind', { kind: shop.t(`media.kind.${list.kind}`) });
  // Another page size shows the same stories, so the canonical URL has the default size.
  const isDefaultPageSize = pageSize === parseMediaQuery(new URLSearchParams())?.pageSize;
  return {
    status: 200,
    head: {
      title: page === 1 ? title : shop.t('list.titleWithPage', { title, page }),
      description:
        page === 1
          ? shop.t(list.kind === null ? 'media.description' : `media.description.${list.kind}`, {
              brand: shop.brand,
            })
          : null,
      canonicalPath: getMediaUrl(isDefaultPageSize ? list : { kind: list.kind }),
      alternates: getMediaAlternates(scope),
      isIndexable: true,
    },
    data: {
      kind: 'media',
      items,
      list,
      total: ofKind.length,
      kinds: mediaKinds.filter(
        (kind) => unknown.includes(kind) || all.some((item) => getMediaKind(item) === kind),
      ),
    },
  };
}

/** Returns the list type of a story, or null. */
function getMediaKind({ kind }: ContentSummary): MediaKind | null {
  if (kind === 'adviceVideo') return 'video';
  return mediaKinds.find((known) => known === kind) ?? null;
}

function compareByNewest(one: ContentSummary, other: ContentSummary): number {
  const dates = (other.publishedOn ?? '').localeCompare(one.publishedOn ?? '');
  return dates === 0 ? other.contentPageId - one.contentPageId : dates;
}

/**
 * Returns the alternates. The path is the same in every language and shop; the corporate site is separate.
 */
function getMediaAlternates({ site, shops }: ScopeState): Alternate[] {
  return shops
    .filter((other) => isCorporate(other) === isCorporate(site))
    .flatMap(({ siteId, languages }) =>
      languages.map(({ languageId, origin }) => ({ siteId, languageId, url: `${origin}${MEDIA_PATH}` })),
    );
}
