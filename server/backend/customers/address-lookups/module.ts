import type { BackendModule, ModuleDeps } from '../../sites/backend-module.ts';
import type { AddressSource } from './address-source.ts';
import { createAddressLookupCalls } from './calls.ts';
import { type AddressLookupKind, type AddressLookupService, createAddressLookupService } from './service.ts';

/**
 * Creates the module that looks up street and town of a postcode and house number, and checks typed
 * addresses.
 */
export function createAddressLookupModule(
  deps: ModuleDeps & {
    readonly addressLookup?: AddressLookupKind | undefined;
    readonly addressSource?: AddressSource | undefined;
  },
): BackendModule & { readonly service: AddressLookupService } {
  const service = createAddressLookupService({
    ...deps,
    kind: deps.addressLookup,
    source: deps.addressSource,
  });
  return { service, calls: createAddressLookupCalls(service) };
}
