import type { ShopEditor } from '../../shop-store/shop-editor.ts';
import type { BackendModule, ModuleDeps } from '../../sites/backend-module.ts';
import { createLocationAdmin } from './admin.tsx';
import { createLocationCalls } from './calls.ts';
import { createGazetteer } from './gazetteer.ts';
import { createGeocoder } from './geocoder.ts';
import { createLocationService } from './service.ts';

/** Creates the module of pickup locations: parcel shops and dealers. */
export function createLocationModule({
  database,
  editor,
}: ModuleDeps & { readonly editor: ShopEditor }): BackendModule {
  const geocode = createGeocoder({ database, gazetteer: createGazetteer() });
  const service = createLocationService({ database, geocode });
  return { calls: createLocationCalls(service), admin: createLocationAdmin({ database, editor }) };
}
