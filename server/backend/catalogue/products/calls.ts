import { type Call, createCall } from '../../sites/scoped-call.ts';
import type { ProductService } from './service.ts';

/** Creates the handlers below `/api/products`. */
export function createProductCalls(service: ProductService): Call[] {
  return [
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
