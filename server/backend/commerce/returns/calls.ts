import { type Call, createCall } from '../../sites/scoped-call.ts';
import type { ReturnService } from './service.ts';

/** Creates the handlers of returns, except the calls with photos, which are in `routes.ts`. */
export function createReturnCalls(service: ReturnService): Call[] {
  return [
    createCall('fetchReturns', (context) => service.fetchReturns(context)),
    createCall('fetchReturnableProducts', (context) => service.fetchReturnableProducts(context)),
  ];
}
