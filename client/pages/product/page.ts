import loadable from '@loadable/component';
import type { ProductDetail } from '../../../shared/contract/products.ts';
import type { ReviewPage } from '../../../shared/contract/reviews.ts';
import type { ListedProduct } from '../../store/listed-product.ts';
import type { ContentRoute } from '../page-definition.ts';
import type { ProductLink } from './load-product.ts';

export interface ProductData {
  readonly kind: 'product';
  readonly product: ProductDetail;
  /** Null if the products were not loaded in time. */
  readonly related: readonly ListedProduct[] | null;
  /** Reviews that the URL requests; null if they were not loaded in time. Then there is no rating either. */
  readonly reviews: ReviewPage | null;
  /** The feed operator's approval number (Regulation (EC) 767/2009). */
  readonly feedApprovalNumber: string | null;
}

export const productPage: ContentRoute<ProductData, ProductLink> = {
  kind: 'product',
  shows: (link): link is ProductLink => link.kind === 'productDetail',
  cachePolicy: 'public',
  query: 'product',
  changedBy: ['reviews'],
  load: async (context, link) => (await import('../page-loaders.ts')).loadProduct(context, link),
  component: loadable(() => import('./ProductPage.tsx'), {
    resolveComponent: (module) => module.ProductPage,
  }),
  actions: {
    review: async () => (await import('./actions.ts')).sendReview,
    'stock-reminder': async () => (await import('./actions.ts')).requestStockReminder,
  },
  listProductCards: ({ related }) => related ?? [],
  // Another pack is the same product, so the typed weight of a horse stays.
  getIdentity: ({ product }) => product.productId,
};
