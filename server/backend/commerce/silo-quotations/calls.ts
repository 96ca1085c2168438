import { type Call, createCall } from '../../sites/scoped-call.ts';
import type { SiloQuotationService } from './service.ts';

/** Creates the handlers of bulk feed requests. */
export function createSiloQuotationCalls(service: SiloQuotationService): Call[] {
  return [
    createCall('fetchSiloOffer', (context) => service.fetchOffer(context)),
    createCall('requestSiloQuotation', (context, input) => service.request(context, input)),
  ];
}
