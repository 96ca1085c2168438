import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { alias, type PgColumn } from 'drizzle-orm/pg-core';
import type { KnownWord } from '../../../../shared/rules/words.ts';
import type { Database } from '../../database/database.ts';
import {
  contentPage,
  contentPageScope,
  contentPageTranslation,
  facetValue,
  productTranslation,
  productVariant,
  route,
  searchSynonym,
  searchWord,
} from '../../database/schema.ts';
import type { FacetCondition, FacetValueRow } from './facets.ts';
import { createListingStore } from './listing-store.ts';
import type { ProductHits, ProductPage } from './listings.ts';
import type { SearchTerms, Synonyms } from './search-terms.ts';

/** How many of the nearest words are looked at more closely. */
const SIMILAR_WORDS = 40;

export interface ProductSearch {
  readonly siteId: number;
  readonly languageId: number;
  /** Text search configuration of the language. */
  readonly searchConfig: string;
  /** Categories of the products; null = all. */
  readonly categoryIds: readonly number[] | null;
  /** What the page itself asks of its products, beside what is chosen in it. */
  readonly scope: readonly FacetCondition[];
  readonly terms: SearchTerms | null;
  readonly conditions: readonly FacetCondition[];
  readonly now: Date;
}

export type TermSearch = ProductSearch & { readonly terms: SearchTerms };

/** The products that a landing page or the theme of an advice article is about, with its texts in one language. */
export interface PageScopeRow {
  readonly key: string;
  readonly title: string;
  readonly intro: string;
  readonly metaDescription: string;
  readonly path: string;
  /** Values by facet; 'category' has keys of categories. */
  readonly values: readonly { readonly facet: string; readonly value: string }[];
}

export interface ProductSearchRepository {
  find(search: ProductSearch, page: ProductPage): Promise<ProductHits>;
  /** The products that fit a term best, by default variant; nothing is counted. */
  suggest(search: TermSearch, limit: number): Promise<number[]>;
  /** What means the same as words that were typed, by those words. */
  listSynonyms(languageId: number, keys: readonly string[]): Promise<Synonyms>;
  /** Known words of the site nearest to a typed one. */
  listSimilarWords(siteId: number, languageId: number, word: string): Promise<KnownWord[]>;
  /** Scope of a page that the site has; undefined where it has none. */
  findPageScope(
    siteId: number,
    languageId: number,
    page: { contentPageId: number; kind: 'landing' | 'advice' },
  ): Promise<PageScopeRow | undefined>;
  /** Products for sale by their own (leaf) category. */
  countByCategory(siteId: number, now: Date): Promise<Map<number, number>>;
  /** The values of all mask facets, in their order. */
  listFacetValues(): Promise<FacetValueRow[]>;
}

/**
 * Products that a term finds as one text, 'productId:fit productId:fit …', with how well each fits: a number that was typed whole, a
 * name that holds the term, then the weighted words of name and claim. What has the term in its description only fits too, but none
 * of those better than another: weighing them would mean reading every description. Each way to find has an index of its own, so they
 * are united, not joined by `or`; a product that is found in two ways comes twice.
 *
 * @param ranked false where nothing will be ordered by it: then every fit is 0
 */
function selectTermHits({ terms, languageId, searchConfig }: TermSearch, ranked: boolean): SQL {
  const configuration = sql`${searchConfig}::text::regconfig`;
  const { prefix, websearch } = terms;
  const words =
    prefix === null
      ? sql`select websearch_to_tsquery(${configuration}, ${websearch ?? ''}) as query`
      : // The words as typed find what was not stemmed. Where their stem is their beginning it finds that as well: the same hits would
        // be looked up twice.
        sql`select case
            when stem = typed or (numnode(stem) = 1 and starts_with(typed::text, rtrim(stem::text, ''':*'))) then meant
            else meant || typed
          end as query
          from (select to_tsquery(${configuration}, ${prefix}) as meant, to_tsquery(${configuration}, ${terms.typed}) as stem,
            to_tsquery('simple', ${terms.typed}) as typed) ways`;
  // Read once: in the condition itself it would be made anew for every row that is looked at.
  const query = sql`(select query from words)`;
  const selectWords = (column: PgColumn, fit: SQL) => sql`select t.product_id, ${fit} as fit
      from ${productTranslation} t
      where t.language_id = ${languageId} and t.${sql.identifier(column.name)} @@ ${query}`;
  const ways = [selectWords(productTranslation.search, sql`0`)];
  if (ranked) {
    const { searchRank } = productTranslation;
    ways.push(selectWords(searchRank, sql`(ts_rank(t.search_rank, ${query}) * 1000)::int`));
  }
  if (terms.contains !== null) {
    ways.push(sql`select t.product_id, 1000 as fit from ${productTranslation} t
      where t.language_id = ${languageId} and t.name ilike ${terms.contains}`);
  }
  if (/\d/.test(terms.exact)) {
    ways.push(sql`select v.product_id,
        case when upper(v.article_number) = upper(${terms.exact}) or v.ean = ${terms.exact} then 10000 else 0 end as fit
      from ${productVariant} v
      where v.is_listed and (upper(v.article_number) like ${terms.articlePrefix} or v.ean = ${terms.exact})`);
  }
  return sql`with words as materialized (${words})
    select string_agg(found.product_id || ':' || found.fit, ' ') as hits
    from (${sql.join(ways, sql` union all `)}) found`;
}

/** SQL of the product search: every value is bound, none is written into the text. */
export function createProductSearchRepository(database: Database): ProductSearchRepository {
  const store = createListingStore(database);

  /** How well products fit a term, by productId; see `selectTermHits`. */
  async function fetchFits(search: TermSearch, ranked: boolean): Promise<ReadonlyMap<number, number>> {
    const { rows } = (await database.execute(selectTermHits(search, ranked))) as unknown as {
      rows: { hits: string | null }[];
    };
    const fits = new Map<number, number>();
    // One text instead of a row per product: a common word has thousands.
    for (const hit of rows[0]?.hits?.split(' ') ?? []) {
      const colon = hit.indexOf(':');
      const productId = Number(hit.slice(0, colon));
      fits.set(productId, (fits.get(productId) ?? 0) + Number(hit.slice(colon + 1)));
    }
    return fits;
  }

  return {
    async find(search, page) {
      const { siteId, languageId, terms } = search;
      const [listings, fits, nameRanks] = await Promise.all([
        store.fetchListings(siteId),
        terms ? fetchFits({ ...search, terms }, page.sort === 'relevance') : null,
        page.sort === 'name' ? store.fetchNameRanks(languageId) : undefined,
      ]);
      return listings.find({ ...search, fits }, page, nameRanks);
    },
    async suggest(search, limit) {
      const [listings, fits] = await Promise.all([
        store.fetchListings(search.siteId),
        fetchFits(search, true),
      ]);
      return listings.listBest(fits, search.now, limit);
    },
    async listSynonyms(languageId, keys) {
      const found = new Map<string, string[]>();
      if (keys.length === 0) return found;
      const other = alias(searchSynonym, 'other');
      const rows = await database
        .select({ typed: searchSynonym.term, meant: other.term })
        .from(searchSynonym)
        .innerJoin(
          other,
          and(eq(other.languageId, searchSynonym.languageId), eq(other.groupKey, searchSynonym.groupKey)),
        )
        .where(and(eq(searchSynonym.languageId, languageId), inArray(searchSynonym.term, [...keys])));
      for (const { typed, meant } of rows) {
        if (meant !== typed) found.set(typed, [...(found.get(typed) ?? []), meant]);
      }
      return found;
    },
    async listSimilarWords(siteId, languageId, word) {
      const { rows } = (await database.execute(
        sql`select w.word, w.product_count as count from ${searchWord} w
          where w.language_id = ${languageId} and w.site_ids @> ${JSON.stringify([siteId])}::jsonb
          order by w.word <-> ${word} limit ${SIMILAR_WORDS}::int`,
      )) as unknown as { rows: KnownWord[] };
      return rows;
    },
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
