import type { QsResult, RqsResult } from '../../../../shared/contract/lab-results.ts';
import type { ReportVerdict } from '../../../../shared/rules/lab-results.ts';
import { parseListQuery } from '../../../../shared/rules/parse-list-query.ts';
import type { SearchService } from '../../catalogue/search/service.ts';
import { findContent } from '../../content/content/queries.ts';
import type { Database } from '../../core/database/database.ts';
import { ProblemError } from '../../core/http/problem-error.ts';
import { createPlaceholderFiller } from '../../sites/placeholders.ts';
import type { ScopedContext } from '../../sites/scoped-call.ts';
import { listVerdictRecommendations, type RecommendationRecord } from './queries.ts';

type RecommendedShelf = QsResult['shelf'];
type RecommendedArticle = NonNullable<RqsResult['article']>;

/** A verdict of a nutrition scan, such as 'sugar' and 'high', or 'all' and 'normal'. */
interface VerdictKey {
  readonly parameter: string;
  readonly verdict: string;
}

/** Finds the products and articles of a site for the verdicts of reports. */
export interface RecommendationFinder {
  /**
   * Returns the list and the article of a hygiene grade. The list is null if it does not exist on the site or
   * is empty there.
   */
  findGradeShelf(context: ScopedContext, grade: ReportVerdict): Promise<RecommendedShelf>;
  /**
   * Returns the articles for verdicts of a nutrition scan by parameter. A verdict without an article on the
   * site has no entry.
   */
  findArticles(
    context: ScopedContext,
    questions: readonly VerdictKey[],
  ): Promise<ReadonlyMap<string, RecommendedArticle>>;
}

/** Creates the finder of lists and articles. */
export function createRecommendationFinder({
  database,
  search,
}: {
  readonly database: Database;
  readonly search: Pick<SearchService, 'search'>;
}): RecommendationFinder {
  async function findList(
    context: ScopedContext,
    { categoryId, query }: Pick<RecommendationRecord, 'categoryId' | 'query'>,
  ) {
    const parsed = parseListQuery(new URLSearchParams(query), 'popularity');
    if (!parsed || categoryId === null) return undefined;
    const { filters, pageSize, sort, descending } = parsed;
    try {
      const { total, category } = await search.search(context, {
        filter: { categoryId, filters: [...filters] },
        pageInfo: { page: 1, pageSize, sort, descending },
      });
      if (total === 0 || category === null) return undefined;
      return {
        url: query === '' ? category.url : `${category.url}?${query}`,
        title: category.title,
      };
    } catch (error) {
      // The site does not have the list.
      if (error instanceof ProblemError && ['not_found', 'validation_failed'].includes(error.code))
        return undefined;
      throw error;
    }
  }

  async function findArticle(
    { site, language, now }: ScopedContext,
    articleId: number | null,
  ): Promise<RecommendedArticle | undefined> {
    if (articleId === null) return undefined;
    const scope = { siteId: site.site.siteId, languageId: language.languageId, now };
    const found = await findContent(database, scope, articleId);
    if (!found || found.path === null) return undefined;
    const { fill } = createPlaceholderFiller(site, language);
    return { url: encodeURI(found.path), title: fill(found.translation.title) };
  }

  return {
    async findGradeShelf(context, grade) {
      const rows = await listVerdictRecommendations(database, 'qs');
      const row = rows.find(({ parameter, verdict }) => parameter === 'grade' && verdict === grade);
      if (!row) return null;
      const [list, article] = await Promise.all([
        findList(context, row),
        findArticle(context, row.articleId),
      ]);
      return list
        ? { ...list, articleUrl: article?.url ?? null, articleTitle: article?.title ?? null }
        : null;
    },

    async findArticles(context, questions) {
      const rows = await listVerdictRecommendations(database, 'rqs');
      const found = await Promise.all(
        questions.map(async ({ parameter, verdict }) => {
          const row = rows.find((known) => known.parameter === parameter && known.verdict === verdict);
          return [parameter, row && (await findArticle(context, row.articleId))] as const;
        }),
      );
      return new Map(
        found.flatMap(([parameter, article]) => (article ? [[parameter, article] as const] : [])),
      );
    },
  };
}
