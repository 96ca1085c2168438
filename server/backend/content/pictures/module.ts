import type { BackendModule, ModuleDeps } from '../../sites/backend-module.ts';
import { createPictureAdmin, type PictureTexts } from './admin.tsx';
import { createPictureFiles } from './picture-files.ts';
import { findDrawingOptions, findOriginal, findPhoto } from './queries.ts';
import { createPictureRoutes } from './routes.ts';
import { createPictureService } from './service.ts';

/**
 * Creates the module of pictures: product pictures, drawn or made from photos, and uploaded pictures for
 * texts, in the sizes that pages need.
 */
export function createPictureModule({
  database,
  picturesDir,
  texts,
}: ModuleDeps & { readonly picturesDir: string; readonly texts: PictureTexts }): BackendModule {
  const service = createPictureService({
    source: {
      findOptions: (hash) => findDrawingOptions(database, hash),
      findPhoto: (hash) => findPhoto(database, hash),
      findOriginal: (hash) => findOriginal(database, hash),
    },
    files: createPictureFiles(picturesDir),
  });
  return { routes: createPictureRoutes(service), admin: createPictureAdmin({ database, service, texts }) };
}
