import { createSearchRequest } from '../../../shared/api/create-search-request.ts';
import type { ContentSummary } from '../../../shared/contract/content.ts';
import type { RouteAnswer } from '../../../shared/contract/routing.ts';
import { isCorporate } from '../../../shared/rules/site-type.ts';
import type { LoadContext, LoadResult } from '../../load-context.ts';
import { toListedProduct } from '../../store/listed-product.ts';
import type { HomeData } from './page.ts';

export type HomeLink = Extract<RouteAnswer, { kind: 'contentPage' }>;

const bestsellerCount = 4;
const storyCount = 4;

/** Sorts stories by newest first. Stories without a date come last in their original order. */
function getNewestStories(stories: readonly ContentSummary[]): ContentSummary[] {
  return stories
    .toSorted((a, b) => (b.publishedOn ?? '').localeCompare(a.publishedOn ?? '', 'en'))
    .slice(0, storyCount);
}

/**
 * Loads the home page. Its content page is critical; products and stories are optional. The corporate site
 * has no products and only news.
 *
 * @throws ApiError 404 if the site has no home page
 */
export async function loadHome(context: LoadContext, route: HomeLink): Promise<LoadResult<HomeData>> {
  const { api, scope } = context;
  const isShop = !isCorporate(scope.site);
  const news = context.optional((options) => api.fetchMedia(undefined, options));
  const advice = isShop ? context.optional((options) => api.fetchAdvice({ query: {} }, options)) : null;
  const blog = isShop ? context.optional((options) => api.fetchBlog({ query: {} }, options)) : null;
  const bestsellers = isShop
    ? context.optional((options) =>
        api.searchProducts(
          {
            body: createSearchRequest({
              page: 1,
              pageSize: 24,
              sort: 'popularity',
              descending: false,
              filters: [],
            }),
          },
          options,
        ),
      )
    : null;
  const horseTypes = isShop
    ? context.optional((options) => api.fetchAdvisedHorseTypes(undefined, options))
    : null;
  const content = await api.fetchContentPage(
    { params: { contentPageId: route.contentPageId } },
    context.critical,
  );
  const [search, advised, ...stories] = await Promise.all([bestsellers, horseTypes, news, advice, blog]);
  return {
    status: 200,
    head: {
      title: content.title,
      description: content.metaDescription,
      canonicalPath: context.pathname,
      alternates: route.alternates,
      isIndexable: true,
    },
    data: {
      kind: 'home',
      content,
      bestsellers: search ? search.items.slice(0, bestsellerCount).map(toListedProduct) : [],
      stories: getNewestStories(stories.flatMap((list) => list ?? [])),
      adviceWeightKg: advised?.find(({ horseType }) => horseType === 'horse')?.referenceWeightKg ?? null,
    },
  };
}
