import { ApiError } from '../../../shared/api/api-error.ts';
import type { ProductDetail } from '../../../shared/contract/products.ts';
import type { RouteAnswer } from '../../../shared/contract/routing.ts';
import { getPageCount } from '../../../shared/rules/list-query.ts';
import { parseReviewQuery, reviewPageSize } from '../../../shared/rules/review-query.ts';
import type { LoadContext, LoadResult } from '../../load-context.ts';
import { toListedProduct } from '../../store/listed-product.ts';
import type { Shop } from '../../store/shop.tsx';
import { ProductSafety } from './lazy-product-safety.ts';
import type { ProductData } from './page.ts';
import { getVariantTitle } from './variant-title.ts';

export type ProductLink = Extract<RouteAnswer, { kind: 'productDetail' }>;

/** Maximum length of a description in search engines, in characters. */
const maxMetaDescriptionLength = 155;
/** Number of related products, one row. */
const relatedProductCount = 4;

/** Truncates a text between words and adds an ellipsis. */
function cutTextAtWord(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, length - 1);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), 1)).replace(/[\s,;:.–-]+$/, '')}…`;
}

/**
 * Returns the meta description of a variant. If the variant has its own title, the description starts with
 * it, so that two sizes differ in both.
 */
export function getVariantDescription(shop: Pick<Shop, 't' | 'formats'>, product: ProductDetail): string {
  const title = getVariantTitle(shop, product);
  const name = title === product.title ? '' : `${title}: `;
  return cutTextAtWord(`${name}${product.claim}. ${product.description}`, maxMetaDescriptionLength);
}

/**
 * Loads a product with one of its variants. Reviews and related products are optional. The canonical URL does
 * not depend on the visible reviews.
 *
 * @throws ApiError 404 if the site does not sell it, or if the page or sort order of the reviews does not
 *   exist
 */
export async function loadProduct(
  context: LoadContext,
  route: ProductLink,
): Promise<LoadResult<ProductData>> {
  const { api } = context;
  const reviewQuery = parseReviewQuery(context.query);
  if (!reviewQuery) throw new ApiError('status', { status: 404 });
  const { productId, productVariantId } = route;
  const params = { productVariantId };
  const related = context.optional((options) => api.fetchRelatedProducts({ params }, options));
  const reviewsRequest = context.optional((options) =>
    api.fetchReviews({ params: { productId }, query: { ...reviewQuery, pageSize: reviewPageSize } }, options),
  );
  const product = await api.fetchProduct({ params }, context.critical);
  // Otherwise the block would be rendered later and shift the content below it.
  if (product.safety) await ProductSafety.load();
  const reviews = await reviewsRequest;
  if (reviews && reviewQuery.page > getPageCount(reviews.total, reviews.pageSize)) {
    throw new ApiError('status', { status: 404 });
  }
  const others = await related;
  return {
    status: 200,
    head: {
      title: getVariantTitle(context.shop, product),
      description: getVariantDescription(context.shop, product),
      canonicalPath: context.pathname,
      alternates: route.alternates,
      isIndexable: true,
    },
    data: {
      kind: 'product',
      product,
      reviews,
      related: others?.slice(0, relatedProductCount).map(toListedProduct) ?? null,
      feedApprovalNumber: product.feedLabel ? context.scope.settings.legalEntity.feedApprovalNumber : null,
    },
  };
}
