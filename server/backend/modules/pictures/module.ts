import type { BackendModule, ModuleDeps } from '../../module.ts';
import { createPictureFiles } from './picture-files.ts';
import { findDrawingOptions } from './queries.ts';
import { createPictureRoutes } from './routes.ts';
import { createPictureService } from './service.ts';

/** Drawn pictures of packs, in the sizes that pages ask for. */
export function createPictureModule({ database, picturesDir }: ModuleDeps): BackendModule {
  const service = createPictureService({
    source: { findOptions: (hash) => findDrawingOptions(database, hash) },
    files: createPictureFiles(picturesDir),
  });
  return { routes: createPictureRoutes(service) };
}
