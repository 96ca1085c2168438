import { type Call, createCall } from '../../sites/scoped-call.ts';
import type { LocationService } from './service.ts';

/** Creates the handlers of parcel shops and dealers. */
export function createLocationCalls(service: LocationService): Call[] {
  return [
    createCall('fetchParcelShops', (context, { query }) => service.fetchParcelShops(context, query)),
    createCall('fetchDealers', (context, { query }) => service.fetchDealers(context, query)),
  ];
}
