import { type Call, createCall } from '../../http/call.ts';
import type { SiloQuotationService } from './service.ts';

/** The calls of requests for feed in bulk. */
export function createSiloQuotationCalls(service: SiloQuotationService): Call[] {
  return [
    createCall('fetchSiloOffer', (context) => service.fetchOffer(context)),
    createCall('requestSiloQuotation', (context, input) => service.request(context, input)),
  ];
}
