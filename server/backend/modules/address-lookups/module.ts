import type { BackendModule, ModuleDeps } from '../../module.ts';
import { createAddressLookupCalls } from './calls.ts';
import { type AddressLookupKind, createAddressLookupService } from './service.ts';

/** Finds street and town of a postcode and house number. */
export function createAddressLookupModule(
  deps: ModuleDeps & { readonly addressLookup?: AddressLookupKind | undefined },
): BackendModule {
  return {
    calls: createAddressLookupCalls(createAddressLookupService({ ...deps, kind: deps.addressLookup })),
  };
}
