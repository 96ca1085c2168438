import type { BackendModule, ModuleDeps } from '../../module.ts';
import { createPictureFiles } from './picture-files.ts';
import { findDrawingOptions, findPhoto } from './queries.ts';
import { createPictureRoutes } from './routes.ts';
import { createPictureService } from './service.ts';

/** Pictures of packs, drawn or made of photos, in the sizes that pages ask for. */
export function createPictureModule({ database, picturesDir }: ModuleDeps): BackendModule {
  const service = createPictureService({
    source: {
      findOptions: (hash) => findDrawingOptions(database, hash),
      findPhoto: (hash) => findPhoto(database, hash),
    },
    files: createPictureFiles(picturesDir),
  });
  return { routes: createPictureRoutes(service) };
}
