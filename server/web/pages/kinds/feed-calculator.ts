import { createBreadcrumbs } from '../../structured-data/json-ld.ts';
import { createHomeCrumb, findScenePreview, listProductKeys, type PageKindOnServer } from '../page-kind.ts';

export const feedCalculatorKind: PageKindOnServer<'feedCalculator'> = {
  // The example product is the first of them.
  listSurrogateKeys: ({ others }) => listProductKeys(others.map(({ product }) => product)),
  describe: (facts) => [
    createBreadcrumbs(facts, [createHomeCrumb(facts)], {
      title: facts.shop.t('feedAdvice.title'),
      url: facts.page.virtualPath,
    }),
  ],
  findPreview: (facts) => findScenePreview(facts, 'stable-row'),
};
