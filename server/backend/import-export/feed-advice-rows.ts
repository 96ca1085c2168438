import type { ShopFiles } from '../shop-store/read-shop-files.ts';
import { listContent } from '../shop-store/shop-content.ts';

/** Creates the rows of the feeding-advice model and of the reference values for roughage tests. */
export function createFeedAdviceRows({ feedModel, labReference, labShelf, ...files }: ShopFiles) {
  const categoryIds = new Map(files.categories.map(({ key, id }) => [key, id]));
  const pageIds = new Map(
    listContent({ feedModel, labReference, labShelf, ...files }).map(({ key, contentPageId }) => [
      key,
      contentPageId,
    ]),
  );
  return {
    feedModel: feedModel ? [{ feedModelId: 1, model: feedModel }] : [],
    labReference: labReference ? [{ labReferenceId: 1, reference: labReference }] : [],
    labShelf: labShelf.flatMap(({ key, category, query = '', article }) => {
      const [testKind, parameter, verdict] = key.split('.');
      if (parameter === undefined || verdict === undefined) return [];
      return [
        {
          testKind: testKind === 'qs' ? ('qs' as const) : ('rqs' as const),
          parameter,
          verdict,
          categoryId: category === undefined ? null : (categoryIds.get(category) ?? null),
          query,
          articleId: article === undefined ? null : (pageIds.get(article) ?? null),
        },
      ];
    }),
  };
}
