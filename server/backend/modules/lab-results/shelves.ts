import { parseListQuery } from '../../../../shared/rules/list-query.ts';
import type { Database } from '../../database/database.ts';
import type { ScopedContext } from '../../http/call.ts';
import { ProblemError } from '../../http/problem-error.ts';
import { createPlaceholderFiller } from '../../scope/placeholders.ts';
import { findContent } from '../content/queries.ts';
import type { SearchService } from '../search/service.ts';
import { listShelves, type ShelfRecord } from './queries.ts';

/** Where a verdict leads. */
export interface FoundShelf {
  readonly shelf: {
    readonly url: string;
    readonly title: string;
    readonly articleUrl: string | null;
    readonly articleTitle: string | null;
  };
}

/** A verdict that may lead somewhere: 'sugar' and 'high', 'grade' and 'C'. */
export interface ShelfQuestion {
  readonly parameter: string;
  readonly verdict: string;
}

/** Finds where verdicts lead on a site. */
export interface ShelfFinder {
  /** By parameter; a verdict whose list does not exist on the site, or is empty there, leads nowhere. */
  find(
    context: ScopedContext,
    kind: 'rqs' | 'qs',
    questions: readonly ShelfQuestion[],
  ): Promise<ReadonlyMap<string, FoundShelf>>;
}

/** Makes the finder. */
export function createShelfFinder({
  database,
  search,
}: {
  readonly database: Database;
  readonly search: Pick<SearchService, 'search'>;
}): ShelfFinder {
  async function findList(context: ScopedContext, { categoryId, query }: ShelfRecord) {
    const parsed = parseListQuery(new URLSearchParams(query), 'popularity');
    if (!parsed) return undefined;
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
      // The site has no such list.
      if (error instanceof ProblemError && ['not_found', 'validation_failed'].includes(error.code))
        return undefined;
      throw error;
    }
  }

  async function findArticle({ site, language, now }: ScopedContext, articleId: number | null) {
    if (articleId === null) return undefined;
    const scope = { siteId: site.site.siteId, languageId: language.languageId, now };
    const found = await findContent(database, scope, articleId);
    if (!found || found.path === null) return undefined;
    const { fill } = createPlaceholderFiller(site, language);
    return { url: encodeURI(found.path), title: fill(found.translation.title) };
  }

  async function open(context: ScopedContext, row: ShelfRecord): Promise<FoundShelf | undefined> {
    const [list, article] = await Promise.all([findList(context, row), findArticle(context, row.articleId)]);
    if (!list) return undefined;
    const { url, title } = list;
    return {
      shelf: { url, title, articleUrl: article?.url ?? null, articleTitle: article?.title ?? null },
    };
  }

  return {
    async find(context, kind, questions) {
      const rows = await listShelves(database, kind);
      const opened = await Promise.all(
        questions.map(async ({ parameter, verdict }) => {
          const row = rows.find((known) => known.parameter === parameter && known.verdict === verdict);
          return [parameter, row && (await open(context, row))] as const;
        }),
      );
      return new Map(opened.flatMap(([parameter, shelf]) => (shelf ? [[parameter, shelf] as const] : [])));
    },
  };
}
