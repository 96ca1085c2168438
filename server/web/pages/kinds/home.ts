import { createItemList } from '../../structured-data/json-ld.ts';
import { createOrganization, createWebSite } from '../../structured-data/organization.ts';
import { findScenePreview, listContentKeys, listProductKeys, type PageKindOnServer } from '../page-kind.ts';

export const homeKind: PageKindOnServer<'home'> = {
  listSurrogateKeys: ({ content, stories, bestsellers }) => [
    ...listContentKeys([content, ...stories]),
    ...listProductKeys(bestsellers),
  ],
  describe: (facts, { bestsellers }) => [
    createWebSite(facts),
    createOrganization(facts),
    ...(bestsellers.length > 0 ? [createItemList(facts, bestsellers)] : []),
  ],
  findPreview: (facts, { content }) => findScenePreview(facts, content.scene),
};
