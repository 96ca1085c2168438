import { getArticleBreadcrumbs } from '../../../../client/pages/article/article-breadcrumbs.ts';
import { createArticleCollection } from '../../structured-data/article.ts';
import { createBreadcrumbs } from '../../structured-data/json-ld.ts';
import {
  findScenePreviewPicture,
  listContentKeys,
  listProductKeys,
  type ServerPageMetadata,
} from '../server-page-metadata.ts';

export const contentListPageMetadata: ServerPageMetadata<'contentList'> = {
  listSurrogateKeys: ({ content, articles, products }) => [
    ...listContentKeys([content, ...articles, ...content.relatedContent, ...content.parents]),
    ...listProductKeys(products),
  ],
  describe: (details, { content, articles }) => [
    createBreadcrumbs(details, getArticleBreadcrumbs(details.shop, content), content),
    createArticleCollection(details, content, articles),
  ],
  findPreview: (details, { content }) => findScenePreviewPicture(details, content.scene),
  hasStoryFeed: true,
};
