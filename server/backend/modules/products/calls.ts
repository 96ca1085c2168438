import { type Call, createCall } from '../../http/call.ts';
import type { ProductService } from './service.ts';

/** The calls below `/api/products`. */
export function createProductCalls(service: ProductService): Call[] {
  return [
    createCall('searchProducts', (context, { body }) => service.search(context, body)),
    createCall('suggestProducts', (context, { query }) => service.suggest(context, query.term)),
    createCall('fetchProduct', (context, { params }) =>
      service.fetchProduct(context, params.productVariantId),
    ),
    createCall('fetchProducts', (context, { query }) =>
      service.fetchProducts(context, query.ids.split(',').map(Number)),
    ),
    createCall('fetchRelatedProducts', (context, { params }) =>
      service.fetchRelated(context, params.productVariantId),
    ),
  ];
}
