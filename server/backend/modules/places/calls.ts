import { type Call, createCall } from '../../http/call.ts';
import type { PlaceService } from './service.ts';

/** Creates the handlers of parcel shops and dealers. */
export function createPlaceCalls(service: PlaceService): Call[] {
  return [
    createCall('fetchParcelShops', (context, { query }) => service.fetchParcelShops(context, query)),
    createCall('fetchDealers', (context, { query }) => service.fetchDealers(context, query)),
  ];
}
