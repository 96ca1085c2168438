import { type Call, createCall } from '../../http/call.ts';
import type { ReturnService } from './service.ts';

/** The calls of returns; what carries photos is in `routes.ts`. */
export function createReturnCalls(service: ReturnService): Call[] {
  return [
    createCall('fetchReturns', (context) => service.fetchReturns(context)),
    createCall('fetchReturnableProducts', (context) => service.fetchReturnableProducts(context)),
  ];
}
