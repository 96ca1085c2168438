import { type Call, createCall } from '../../sites/scoped-call.ts';
import type { AddressLookupService } from './service.ts';

/** Creates the handler that finds a street by postcode and house number. */
export function createAddressLookupCalls(service: AddressLookupService): Call[] {
  return [createCall('lookUpAddress', (context, input) => service.lookUp(context, input))];
}
