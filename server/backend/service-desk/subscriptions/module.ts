import type { ProductService } from '../../catalogue/products/service.ts';
import type { BackendModule, ModuleDeps } from '../../sites/backend-module.ts';
import { createSubscriptionCalls } from './calls.ts';
import { createSubscriptionService } from './service.ts';

/** Creates the module of the mail subscriptions of an account. */
export const createSubscriptionModule = (
  deps: ModuleDeps & { readonly products: Pick<ProductService, 'fetchSummaries'> },
): BackendModule => ({ calls: createSubscriptionCalls(createSubscriptionService(deps)) });
