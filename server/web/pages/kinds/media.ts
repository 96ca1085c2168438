import { createBreadcrumbs, createItemList } from '../../structured-data/json-ld.ts';
import { createHomeCrumb, findScenePreview, listContentKeys, type PageKindOnServer } from '../page-kind.ts';

export const mediaKind: PageKindOnServer<'media'> = {
  listSurrogateKeys: ({ items }) => listContentKeys(items),
  describe: (facts, { items }) => {
    const { shop, page } = facts;
    const current = { title: shop.t('media.title'), url: page.virtualPath };
    return [
      createBreadcrumbs(facts, [createHomeCrumb(facts)], current),
      ...(items.length > 0 ? [createItemList(facts, items)] : []),
    ];
  },
  findPreview: (facts, { items }) => (items[0] ? findScenePreview(facts, items[0].scene) : null),
};
