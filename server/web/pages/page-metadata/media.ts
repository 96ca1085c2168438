import { getMediaUrl } from '../../../../client/pages/media/media-url.ts';
import { MEDIA_PATH } from '../../../../shared/rules/path-constants.ts';
import { createBreadcrumbs, createItemList } from '../../structured-data/json-ld.ts';
import {
  createHomeCrumb,
  findScenePreviewPicture,
  listContentKeys,
  type ServerPageMetadata,
} from '../server-page-metadata.ts';

export const mediaPageMetadata: ServerPageMetadata<'media'> = {
  listSurrogateKeys: ({ items }) => listContentKeys(items),
  describe: (details, { items, list, total }) => {
    const { t } = details.shop;
    const all = { title: t('media.title'), url: MEDIA_PATH };
    const { kind, page, pageSize } = list;
    const home = createHomeCrumb(details);
    const firstPosition = (page - 1) * pageSize + 1;
    return [
      kind === null
        ? createBreadcrumbs(details, [home], all)
        : createBreadcrumbs(details, [home, all], {
            title: t(`media.kind.${kind}`),
            url: getMediaUrl({ kind }),
          }),
      ...(items.length > 0 ? [createItemList(details, items, { total, firstPosition })] : []),
    ];
  },
  hasStoryFeed: true,
  findPreview: (details, { items }) => (items[0] ? findScenePreviewPicture(details, items[0].scene) : null),
};
