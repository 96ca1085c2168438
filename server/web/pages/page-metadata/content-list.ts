import { getArticleParents } from '../../../../client/pages/article/article-parents.ts';
import { createArticleCollection } from '../../structured-data/article.ts';
import { createBreadcrumbs } from '../../structured-data/json-ld.ts';
import { findScenePreview, listContentKeys, listProductKeys, type ServerPageMetadata } from '../page-kind.ts';

export const contentListKind: ServerPageMetadata<'contentList'> = {
  listSurrogateKeys: ({ content, articles, products }) => [
    ...listContentKeys([content, ...articles, ...content.relatedContent, ...content.parents]),
    ...listProductKeys(products),
  ],
  describe: (details, { content, articles }) => [
    createBreadcrumbs(details, getArticleParents(details.shop, content), content),
    createArticleCollection(details, content, articles),
  ],
  findPreview: (details, { content }) => findScenePreview(details, content.scene),
  hasFeed: true,
};
