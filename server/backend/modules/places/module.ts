import type { BackendModule, ModuleDeps } from '../../module.ts';
import { createPlaceAdmin } from './admin.ts';
import { createPlaceCalls } from './calls.ts';
import { createGazetteer } from './gazetteer.ts';
import { createKnownPlaces } from './locate-place.ts';
import { createPlaceService } from './service.ts';

/** Creates the module of pickup locations: parcel shops and dealers. */
export function createPlaceModule({ database }: ModuleDeps): BackendModule {
  const locatePlace = createKnownPlaces({ database, gazetteer: createGazetteer() });
  const service = createPlaceService({ database, locatePlace });
  return { calls: createPlaceCalls(service), admin: createPlaceAdmin({ database }) };
}
