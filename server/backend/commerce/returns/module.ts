import type { ProductService } from '../../catalogue/products/service.ts';
import { createSessionRoute, type SessionLookup } from '../../core/http/session-routes.ts';
import { createAnswerStore } from '../../core/idempotency/stored-answers.ts';
import type { BackendModule, ModuleDeps } from '../../sites/backend-module.ts';
import type { OrderChanger } from '../orders/types.ts';
import { createReturnAdmin } from './admin.tsx';
import { createReturnCalls } from './calls.ts';
import { returnPersonalData } from './personal-data.ts';
import { createReturnRoutes } from './routes.ts';
import { createReturnService } from './service.ts';

/** Creates the module of returns requested by customers, with photos. */
export function createReturnModule(
  deps: ModuleDeps & {
    readonly products: ProductService;
    readonly orders: OrderChanger;
    readonly sessions: SessionLookup;
  },
): BackendModule {
  const service = createReturnService({ ...deps, answers: createAnswerStore(deps.database) });
  return {
    calls: createReturnCalls(service),
    routes: createReturnRoutes(service, createSessionRoute(deps)),
    admin: createReturnAdmin(deps),
    personalData: [returnPersonalData],
  };
}
