import { getArticleParents } from '../../../../client/pages/article/article-parents.ts';
import { createArticle } from '../../structured-data/article.ts';
import { createBreadcrumbs } from '../../structured-data/json-ld.ts';
import { findScenePreview, listContentKeys, listProductKeys, type ServerPageMetadata } from '../page-kind.ts';

export const articleKind: ServerPageMetadata<'article'> = {
  listSurrogateKeys: ({ content, products }) => [
    ...listContentKeys([content, ...content.relatedContent, ...content.parents]),
    ...listProductKeys(products),
  ],
  describe: (details, { content }) => [
    createBreadcrumbs(details, getArticleParents(details.shop, content), content),
    createArticle(details, content),
  ],
  findPreview: (details, { content }) => findScenePreview(details, content.scene),
  findArticle: ({ content }) => content,
  hasFeed: true,
};
