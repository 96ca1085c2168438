import { getArticleBreadcrumbs } from '../../../../client/pages/article/article-breadcrumbs.ts';
import { createArticle } from '../../structured-data/article.ts';
import { createBreadcrumbs } from '../../structured-data/json-ld.ts';
import {
  findScenePreviewPicture,
  listContentKeys,
  listProductKeys,
  type ServerPageMetadata,
} from '../server-page-metadata.ts';

export const articleKind: ServerPageMetadata<'article'> = {
  listSurrogateKeys: ({ content, products }) => [
    ...listContentKeys([content, ...content.relatedContent, ...content.parents]),
    ...listProductKeys(products),
  ],
  describe: (details, { content }) => [
    createBreadcrumbs(details, getArticleBreadcrumbs(details.shop, content), content),
    createArticle(details, content),
  ],
  findPreview: (details, { content }) => findScenePreviewPicture(details, content.scene),
  findArticle: ({ content }) => content,
  hasStoryFeed: true,
};
