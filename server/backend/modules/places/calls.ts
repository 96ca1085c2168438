import { type Call, createCall } from '../../http/call.ts';
import type { PlaceService } from './service.ts';

/** The calls of parcel points and dealers. */
export function createPlaceCalls(service: PlaceService): Call[] {
  return [
    createCall('fetchParcelShops', (context, { query }) => service.fetchParcelShops(context, query)),
    createCall('fetchDealers', (context, { query }) => service.fetchDealers(context, query)),
  ];
}
