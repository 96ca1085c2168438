import { createBreadcrumbs } from '../../structured-data/json-ld.ts';
import { createHomeCrumb, findScenePreview, listProductKeys, type PageKindOnServer } from '../page-kind.ts';

export const feedCalculatorKind: PageKindOnServer<'feedCalculator'> = {
  // The example product is the first of them.
  listSurrogateKeys: ({ others }) => listProductKeys(others.map(({ product }) => product)),
  describe: (details) => [
    createBreadcrumbs(details, [createHomeCrumb(details)], {
      title: details.shop.t('feedAdvice.title'),
      url: details.page.virtualPath,
    }),
  ],
  findPreview: (details) => findScenePreview(details, 'stable-row'),
};
