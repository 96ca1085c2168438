import type { BackendModule, ModuleDeps } from '../../sites/backend-module.ts';
import type { ProductService } from '../products/service.ts';
import { createReviewAdmin } from './admin.tsx';
import { createReviewCalls } from './calls.ts';
import { createReviewPublicationJob } from './jobs.ts';
import { reviewPersonalData } from './personal-data.ts';
import { createReviewService, type HasBoughtProduct } from './service.ts';

/** Creates the module of product reviews by customers. */
export function createReviewModule(
  deps: ModuleDeps & {
    readonly products: Pick<ProductService, 'fetchProducts'>;
    readonly hasBoughtProduct: HasBoughtProduct;
  },
): BackendModule {
  const service = createReviewService({
    ...deps,
    findProduct: async (context, productId) => (await deps.products.fetchProducts(context, [productId]))[0],
  });
  return {
    calls: createReviewCalls(service),
    jobs: [createReviewPublicationJob(deps)],
    admin: createReviewAdmin(deps),
    personalData: [reviewPersonalData],
  };
}
