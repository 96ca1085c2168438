import type { ProductService } from '../../catalogue/products/service.ts';
import { createSessionRoute, type SessionLookup } from '../../core/http/session-routes.ts';
import type { BackendModule, ModuleDeps } from '../../sites/backend-module.ts';
import type { CartCheckout, TransferLines } from '../carts/service.ts';
import type { GiftCardService } from '../gift-cards/types.ts';
import type { Payments } from '../payments/types.ts';
import { createAccountOrderService } from './account-orders.ts';
import { createOrderAdmin } from './admin.tsx';
import { createOrderCalls } from './calls.ts';
import { createCustomerOrderService } from './customer-orders.ts';
import { createInvoiceRoutes } from './invoice-routes.ts';
import { createOrderCleanupJob, createOrderClosingJob, createUnpaidOrderCancellationJob } from './jobs.ts';
import { orderPersonalData } from './personal-data.ts';
import { createPlaceOrder } from './place-order.ts';
import type { OrderChanger } from './types.ts';

/** Creates the module of orders: placing, payment, dispatch, cancellation and deletion. */
export function createOrderModule(
  deps: ModuleDeps & {
    readonly checkout: CartCheckout;
    readonly transferLines: TransferLines;
    readonly products: ProductService;
    readonly payments: Payments;
    readonly giftCards: GiftCardService;
    readonly sessions: SessionLookup;
    readonly orders: OrderChanger;
  },
): BackendModule {
  const accounts = createAccountOrderService(deps);
  return {
    calls: createOrderCalls({
      placeOrder: createPlaceOrder(deps),
      customers: createCustomerOrderService(deps),
      accounts,
    }),
    routes: createInvoiceRoutes(accounts, createSessionRoute(deps)),
    admin: createOrderAdmin(deps),
    personalData: [orderPersonalData],
    jobs: [createUnpaidOrderCancellationJob(deps), createOrderClosingJob(deps), createOrderCleanupJob(deps)],
  };
}
