import { and, eq, inArray, sql } from 'drizzle-orm';
import type { ErrorReporter } from '../../../platform/sentry.ts';
import { createPublishedCondition } from '../../content/content/queries.ts';
import { contentPage, contentPageScope, contentPageTranslation } from '../../content/content/tables.ts';
import type { Database } from '../../core/database/database.ts';
import type { ContentPageKind } from '../../shop-store/shop-content.ts';
import { route } from '../../sites/routing/tables.ts';
import type { FacetCondition, FacetValueRow } from './facets.ts';
import type { ProductHits, ProductPage } from './memory/in-memory-listings.ts';
import { createListingCache } from './memory/listing-cache.ts';
import { createTermSearch, type PageHit } from './memory/term-search.ts';
import { facetValue } from './tables.ts';

export interface ProductSearchQuery {
  readonly siteId: number;
  readonly languageId: number;
  /** Categories of the products; null for all. */
  readonly categoryIds: readonly number[] | null;
  /** Conditions of the page itself, in addition to the selected filters. */
  readonly scope: readonly FacetCondition[];
  /** The typed term; null without one. */
  readonly term: string | null;
  /** Brand names, which match every product. */
  readonly brands: readonly string[];
  readonly conditions: readonly FacetCondition[];
  readonly now: Date;
}

export type SuggestionQuery = Pick<ProductSearchQuery, 'siteId' | 'languageId' | 'brands' | 'now'> & {
  readonly term: string;
};

/** The interpretation of a term and its results. */
export interface TermAnswer {
  /** The term with corrected spelling; null if nothing was corrected. */
  readonly correctedTerm: string | null;
  /** Typed terms without results in combination with the others. */
  readonly leftOutWords: readonly string[];
  /** A few pages that match the term, best first. */
  readonly pages: readonly PageRow[];
}

/** A page in the language of a search. */
export type PageRow =
  | { readonly kind: 'category'; readonly key: string; readonly categoryId: number }
  | {
      readonly kind: ContentPageKind;
      readonly key: string;
      readonly title: string;
      /** Null if the page has neither a summary nor a description. */
      readonly summary: string | null;
      readonly path: string;
    };

export interface Suggestions extends Omit<TermAnswer, 'leftOutWords'> {
  /** The most relevant products, by default variant. */
  readonly productVariantIds: readonly number[];
  /** Suggested completions of the term. */
  readonly terms: readonly string[];
}

/** The products of a landing page or an advice category, with the texts of the page in one language. */
export interface PageScopeRow {
  readonly key: string;
  readonly title: string;
  readonly intro: string;
  readonly metaDescription: string;
  readonly path: string;
  /** Values by facet; 'category' has category keys. */
  readonly values: readonly { readonly facet: string; readonly value: string }[];
}

/**
 * Finds products and pages. An external search engine can replace it:
 * test/integration/catalogue/describe-product-search.ts specifies the behaviour.
 */
export interface ProductSearch {
  find(search: ProductSearchQuery, page: ProductPage): Promise<ProductHits & TermAnswer>;
  /** Returns suggestions for an unfinished term. */
  suggest(search: SuggestionQuery, limit: number): Promise<Suggestions>;
  /** Lists terms to suggest before anything is typed, if the site has products for them. */
  listPopularTerms(search: Omit<SuggestionQuery, 'term'>): Promise<readonly string[]>;
  /** Returns the product scope of a page; undefined if the site does not have the page. */
  findPageScope(
    siteId: number,
    languageId: number,
    page: { contentPageId: number; kind: 'landing' | 'adviceCategory' },
  ): Promise<PageScopeRow | undefined>;
  /** Counts the products for sale by their own (leaf) category. */
  countByCategory(siteId: number, now: Date): Promise<Map<number, number>>;
  /** Lists the values of all mask facets, in their order. */
  listFacetValues(): Promise<FacetValueRow[]>;
}

/** Creates the built-in search: texts and lists in memory, loaded from the database. */
export function createProductSearch(
  database: Database,
  errors: Pick<ErrorReporter, 'reportError'>,
): ProductSearch {
  const store = createListingCache(database);
  const terms = createTermSearch(database, errors);

  /** Returns titles and addresses of pages in the given order. Unpublished pages are left out. */
  async function listPages(
    { siteId, languageId, now }: Pick<SuggestionQuery, 'siteId' | 'languageId' | 'now'>,
    hits: readonly PageHit[],
  ): Promise<PageRow[]> {
    const ids = hits.flatMap((hit) => (hit.kind === 'category' ? [] : [hit.contentPageId]));
    const rows =
      ids.length === 0
        ? []
        : await database
            .select({
              contentPageId: contentPage.contentPageId,
              kind: contentPage.kind,
              key: contentPage.key,
              title: contentPageTranslation.title,
              summary: sql<
                string | null
              >`nullif(coalesce(${contentPageTranslation.summary}, ${contentPageTranslation.metaDescription}), '')`,
              path: route.path,
            })
            .from(contentPage)
            .innerJoin(
              contentPageTranslation,
              and(
                eq(contentPageTranslation.contentPageId, contentPage.contentPageId),
                eq(contentPageTranslation.languageId, languageId),
              ),
            )
            .innerJoin(
              route,
              and(
                eq(route.contentPageId, contentPage.contentPageId),
                eq(route.siteId, siteId),
                eq(route.languageId, languageId),
                sql`${route.isCanonical}`,
              ),
            )
            .where(and(inArray(contentPage.contentPageId, ids), createPublishedCondition(now)));
    return hits.flatMap((hit): PageRow[] => {
      if (hit.kind === 'category') return [{ kind: 'category', key: hit.key, categoryId: hit.categoryId }];
      const row = rows.find(({ contentPageId }) => contentPageId === hit.contentPageId);
      return row
        ? [{ kind: row.kind, key: row.key, title: row.title, summary: row.summary, path: row.path }]
        : [];
    });
  }

  return {
    async find(search, page) {
      const { siteId, languageId, term } = search;
      const [listings, found, nameRanks] = await Promise.all([
        store.fetchListings(siteId),
        term === null ? null : terms.find({ ...search, term }),
        page.sort === 'name' ? store.fetchNameRanks(languageId) : undefined,
      ]);
      return {
        ...listings.find({ ...search, relevance: found?.relevance ?? null }, page, nameRanks),
        correctedTerm: found?.correctedTerm ?? null,
        leftOutWords: found?.leftOutWords ?? [],
        pages: found ? await listPages(search, found.pages) : [],
      };
    },
    async suggest(search, limit) {
      const [listings, found] = await Promise.all([
        store.fetchListings(search.siteId),
        terms.find({ ...search, isUnfinished: true }),
      ]);
      return {
        productVariantIds: listings.listBest(found.relevance, search.now, limit),
        correctedTerm: found.correctedTerm,
        terms: found.completions,
        pages: await listPages(search, found.pages),
      };
    },
    listPopularTerms: (search) => terms.listPopular(search),
    async findPageScope(siteId, languageId, { contentPageId, kind }) {
      const values = await database
        .select({ facet: contentPageScope.facet, value: contentPageScope.value })
        .from(contentPageScope)
        .where(eq(contentPageScope.contentPageId, contentPageId));
      if (values.length === 0) return undefined;
      const [row] = await database
        .select({
          key: contentPage.key,
          title: contentPageTranslation.title,
          intro: sql<string>`coalesce(${contentPageTranslation.summary}, '')`,
          metaDescription: contentPageTranslation.metaDescription,
          path: route.path,
        })
        .from(contentPage)
        .innerJoin(
          contentPageTranslation,
          and(
            eq(contentPageTranslation.contentPageId, contentPage.contentPageId),
            eq(contentPageTranslation.languageId, languageId),
          ),
        )
        .innerJoin(
          route,
          and(
            eq(route.contentPageId, contentPage.contentPageId),
            eq(route.siteId, siteId),
            eq(route.languageId, languageId),
            sql`${route.isCanonical}`,
          ),
        )
        .where(and(eq(contentPage.contentPageId, contentPageId), eq(contentPage.kind, kind)));
      return row && { ...row, values };
    },
    countByCategory: async (siteId, now) => (await store.fetchListings(siteId)).countByCategory(now),
    listFacetValues: () => database.select().from(facetValue).orderBy(facetValue.facet, facetValue.bit),
  };
}
