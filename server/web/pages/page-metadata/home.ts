import { createItemList } from '../../structured-data/json-ld.ts';
import { createOrganization, createWebSite } from '../../structured-data/organization.ts';
import {
  findScenePreviewPicture,
  listContentKeys,
  listProductKeys,
  type ServerPageMetadata,
} from '../server-page-metadata.ts';

export const homePageMetadata: ServerPageMetadata<'home'> = {
  listSurrogateKeys: ({ content, stories, bestsellers }) => [
    ...listContentKeys([content, ...stories]),
    ...listProductKeys(bestsellers),
  ],
  describe: (details, { bestsellers }) => [
    createWebSite(details),
    createOrganization(details),
    ...(bestsellers.length > 0 ? [createItemList(details, bestsellers)] : []),
  ],
  findPreview: (details, { content }) => findScenePreviewPicture(details, content.scene),
};
