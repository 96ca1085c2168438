import { getArticleParents } from '../../../../client/pages/article/article-parents.ts';
import { createArticle, createFaq } from '../../structured-data/article.ts';
import { createBreadcrumbs } from '../../structured-data/json-ld.ts';
import { findScenePreview, listContentKeys, listProductKeys, type PageKindOnServer } from '../page-kind.ts';

export const articleKind: PageKindOnServer<'article'> = {
  listSurrogateKeys: ({ content, products }) => [
    ...listContentKeys([content, ...content.relatedContent]),
    ...listProductKeys(products),
  ],
  describe: (facts, { content }) => [
    createBreadcrumbs(facts, getArticleParents(facts.shop, content.kind), content),
    content.kind === 'faq' ? createFaq(content) : createArticle(facts, content),
  ],
  findPreview: (facts, { content }) => findScenePreview(facts, content.scene),
  findArticle: ({ content }) => (content.kind === 'faq' ? null : content),
};
