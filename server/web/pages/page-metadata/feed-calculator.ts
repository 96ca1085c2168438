import { createBreadcrumbs } from '../../structured-data/json-ld.ts';
import {
  createHomeCrumb,
  findScenePreviewPicture,
  listProductKeys,
  type ServerPageMetadata,
} from '../server-page-metadata.ts';

export const feedCalculatorPageMetadata: ServerPageMetadata<'feedCalculator'> = {
  // The example product is the first of them.
  listSurrogateKeys: ({ others }) => listProductKeys(others.map(({ product }) => product)),
  describe: (details) => [
    createBreadcrumbs(details, [createHomeCrumb(details)], {
      title: details.shop.t('feedAdvice.title'),
      url: details.page.virtualPath,
    }),
  ],
  findPreview: (details) => findScenePreviewPicture(details, 'stable-row'),
};
