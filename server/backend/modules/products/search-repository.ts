import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { SortKey } from '../../../../shared/contract/products.ts';
import type { KnownWord } from '../../../../shared/rules/words.ts';
import type { Database } from '../../database/database.ts';
import {
  contentPage,
  contentPageScope,
  contentPageTranslation,
  facetValue,
  productListing,
  productTranslation,
  productVariant,
  route,
  searchSynonym,
  searchWord,
} from '../../database/schema.ts';
import {
  type FacetBounds,
  type FacetCondition,
  type FacetCount,
  type FacetKey,
  type FacetValueRow,
  maskFacetKeys,
  maskFacets,
} from './facets.ts';
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

export interface ProductPage {
  readonly sort: SortKey;
  /** Turns the key's own direction round. */
  readonly descending: boolean;
  readonly limit: number;
  readonly offset: number;
}

export interface ProductHits {
  /** Number of hits on all pages. */
  readonly total: number;
  /** Whether any hit is sold by weight. */
  readonly hasWeights: boolean;
  /** Default variants of the page, in order; none beyond the last page. */
  readonly productVariantIds: readonly number[];
  readonly counts: readonly FacetCount[];
  readonly bounds: readonly FacetBounds[];
}

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
  /** Whether the site has any product for a term, whatever is chosen. */
  hasHits(search: TermSearch): Promise<boolean>;
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

/** Columns that are counted by value; their order is that of the grouping sets. */
const countedColumns = [
  { facetKey: 'product-group', column: sql.raw('category_id') },
  ...maskFacetKeys.map((facetKey) => ({
    facetKey,
    column: sql.raw(productListing[maskFacets[facetKey]].name),
  })),
  { facetKey: 'sale', column: sql.raw('sale_flag') },
  { facetKey: 'new', column: sql.raw('new_flag') },
] as const satisfies readonly { facetKey: FacetKey; column: SQL }[];

function isInForce(now: Date): SQL {
  const instant = sql`${now.toISOString()}::timestamptz`;
  return sql`l.valid_from <= ${instant} and (l.valid_until is null or l.valid_until > ${instant})`;
}

const createList = (ids: readonly number[]): SQL =>
  sql`(${sql.join(
    ids.map((id) => sql`${id}::int`),
    sql`, `,
  )})`;

/** Whether a product passes one facet; never null, so that it can be turned round. */
function passes(condition: FacetCondition): SQL {
  switch (condition.facetKey) {
    case 'product-group':
      return condition.categoryIds.length === 0
        ? sql`false`
        : sql`l.category_id in ${createList(condition.categoryIds)}`;
    case 'sale':
      return sql`l.is_sale`;
    case 'new':
      return sql`l.is_new`;
    case 'starch-sugar-max':
      // What does not state its starch and sugar is not known to be low in them.
      return sql`coalesce(l.starch_sugar <= ${condition.most}::float8, false)`;
    case 'price': {
      const { least, most } = condition;
      const bounds = [
        ...(least === null ? [] : [sql`l.amount_incl_vat >= ${least}::int`]),
        ...(most === null ? [] : [sql`l.amount_incl_vat <= ${most}::int`]),
      ];
      return bounds.length === 0 ? sql`true` : sql.join(bounds, sql` and `);
    }
    default: {
      const column = sql.raw(`l.${productListing[maskFacets[condition.facetKey]].name}`);
      return sql`(${column} & ${condition.mask.toString()}::bigint) <> 0`;
    }
  }
}

/** One bit per chosen facet that a product does not pass: 0 for a hit, one bit alone where it fails that facet only. */
function getFailed(conditions: readonly FacetCondition[]): SQL {
  if (conditions.length === 0) return sql`0`;
  return sql.join(
    conditions.map(
      (condition, index) => sql`(case when ${passes(condition)} then 0 else ${1 << index}::int end)`,
    ),
    sql` | `,
  );
}

/**
 * Products that a term finds, with how well each fits: a number that was typed whole, a name that holds the term, then the weighted
 * words. Each way to find has an index of its own, so they are joined by union and not by `or`.
 */
function selectTermHits(terms: SearchTerms, search: ProductSearch): SQL {
  const configuration = sql`${search.searchConfig}::text::regconfig`;
  const { prefix } = terms;
  const query =
    prefix === null
      ? sql`websearch_to_tsquery(${configuration}, ${terms.websearch})`
      : sql`(websearch_to_tsquery(${configuration}, ${terms.websearch})
          || to_tsquery(${configuration}, ${prefix}) || to_tsquery('simple', ${prefix}))`;
  const ways = [
    sql`select t.product_id, ts_rank(t.search, ${query}) as fit
      from ${productTranslation} t
      where t.language_id = ${search.languageId} and t.search @@ ${query}`,
  ];
  if (terms.contains !== null) {
    ways.push(sql`select t.product_id, 1 as fit from ${productTranslation} t
      where t.language_id = ${search.languageId} and t.name ilike ${terms.contains}`);
  }
  if (/\d/.test(terms.exact)) {
    ways.push(sql`select v.product_id,
        case when upper(v.article_number) = upper(${terms.exact}) or v.ean = ${terms.exact} then 10 else 0 end as fit
      from ${productVariant} v
      where v.is_listed and (upper(v.article_number) like ${terms.articlePrefix} or v.ean = ${terms.exact})`);
  }
  return sql`select found.product_id, sum(found.fit) as fit from (${sql.join(ways, sql` union all `)}) found
    group by found.product_id`;
}

function getOrder({ terms, languageId }: ProductSearch, { sort, descending }: ProductPage): SQL {
  const turn = (isAscending: boolean): SQL => (isAscending === descending ? sql`desc` : sql`asc`);
  if (sort === 'price') return sql`b.amount_incl_vat ${turn(true)}, b.position`;
  if (sort === 'price-per-kg') return sql`b.amount_per_kg ${turn(true)} nulls last, b.position`;
  if (sort === 'rating') return sql`b.rating ${turn(false)} nulls last, b.position`;
  if (sort === 'name') {
    // By the key, once per hit: a join would be made by reading the names of every language.
    return sql`(
      select t.name_rank from ${productTranslation} t where t.product_id = b.product_id and t.language_id = ${languageId}
    ) ${turn(true)}, b.product_id`;
  }
  if (sort === 'newest') return sql`b.new_flag ${turn(false)}, b.product_id ${turn(false)}`;
  if (sort === 'relevance' && terms) return sql`b.fit ${turn(false)}, b.position ${turn(true)}`;
  return sql`b.position ${turn(true)}, b.product_id ${turn(true)}`;
}

interface AnswerRow {
  readonly ids: readonly number[] | null;
  readonly counts:
    | readonly (readonly [failed: number, grouping: number, value: string, count: number])[]
    | null;
  readonly bounds:
    | readonly (readonly [
        failed: number,
        count: number,
        leastAmount: number | null,
        mostAmount: number | null,
        leastStarchSugar: number | null,
        mostStarchSugar: number | null,
        hasWeights: boolean,
      ])[]
    | null;
}

/** SQL of the product search: every value is bound, none is written into the text. */
export function createProductSearchRepository(database: Database): ProductSearchRepository {
  /**
   * One statement for the page, the total and all counts. `base` holds the products of the scope once, each with the chosen facets
   * that it fails; a facet's own counts need those that fail no facet or only this one, and no other product.
   */
  function createQuery(search: ProductSearch, page: ProductPage): SQL {
    const { terms } = search;
    const columns = sql.join(
      countedColumns.map(({ column }) => sql`(b.failed, b.${column})`),
      sql`, `,
    );
    const names = sql.join(
      countedColumns.map(({ column }) => sql`b.${column}`),
      sql`, `,
    );
    const values = sql.join(
      countedColumns.map(({ column }) => sql`b.${column}::bigint`),
      sql`, `,
    );
    const limit = sql`limit ${page.limit}::int offset ${page.offset}::int`;
    const where = [
      sql`l.site_id = ${search.siteId}`,
      isInForce(search.now),
      ...(search.categoryIds === null
        ? []
        : [
            search.categoryIds.length === 0
              ? sql`false`
              : sql`l.category_id in ${createList(search.categoryIds)}`,
          ]),
      ...search.scope.map(passes),
    ];
    return sql`with
      ${terms ? sql`hits as materialized (${selectTermHits(terms, search)}),` : sql``}
      base as materialized (
        select * from (
          select l.product_id, l.product_variant_id, l.position, l.amount_incl_vat, l.amount_per_kg, l.rating, l.starch_sugar,
            l.category_id, ${sql.join(
              maskFacetKeys.map((key) => sql.raw(`l.${productListing[maskFacets[key]].name}`)),
              sql`, `,
            )},
            l.is_sale::int as sale_flag, l.is_new::int as new_flag,
            ${terms ? sql`h.fit` : sql`0`} as fit,
            ${getFailed(search.conditions)} as failed
          from ${terms ? sql`hits h join ${productListing} l on l.product_id = h.product_id` : sql`${productListing} l`}
          where ${sql.join(where, sql` and `)}
          offset 0
        ) b
        where b.failed & (b.failed - 1) = 0
      ),
      page as (
        select b.product_variant_id, row_number() over () as place from (
          select b.product_variant_id from base b where b.failed = 0
          order by ${getOrder(search, page)} ${limit}
        ) b
      ),
      counts as (
        select b.failed, grouping(${names}) as grouped, coalesce(${values}) as value, count(*) as count
        from base b group by grouping sets (${columns})
      ),
      bounds as (
        select b.failed, count(*) as count, min(b.amount_incl_vat) as least_amount, max(b.amount_incl_vat) as most_amount,
          min(b.starch_sugar) as least_starch, max(b.starch_sugar) as most_starch, bool_or(b.amount_per_kg is not null) as weighed
        from base b group by b.failed
      )
      select
        (select json_agg(product_variant_id order by place) from page) as ids,
        (select json_agg(json_build_array(failed, grouped, value::text, count)) from counts) as counts,
        (select json_agg(json_build_array(failed, count, least_amount, most_amount, least_starch, most_starch, weighed))
          from bounds) as bounds`;
  }

  const selectFound = (search: TermSearch): SQL => sql`
    with hits as materialized (${selectTermHits(search.terms, search)})
    select l.product_variant_id as id from hits h
    join ${productListing} l on l.product_id = h.product_id
    where l.site_id = ${search.siteId} and ${isInForce(search.now)}`;

  return {
    async find(search, page) {
      const { rows } = (await database.execute(createQuery(search, page))) as unknown as {
        rows: AnswerRow[];
      };
      const [row] = rows;
      const getFailedFacet = (failed: number): FacetKey | null =>
        failed === 0 ? null : (search.conditions[31 - Math.clz32(failed)]?.facetKey ?? null);
      const hits = row?.bounds?.find(([failed]) => failed === 0);
      return {
        total: hits?.[1] ?? 0,
        hasWeights: hits?.[6] === true,
        productVariantIds: row?.ids ?? [],
        counts: (row?.counts ?? []).flatMap(([failed, grouped, value, count]) => {
          // The bit of the one column that this row is grouped by is 0; the last column has the lowest bit.
          const index = countedColumns.findIndex(
            (_, place) => (grouped & (1 << (countedColumns.length - 1 - place))) === 0,
          );
          const facetKey = countedColumns[index]?.facetKey;
          return facetKey ? [{ facetKey, failed: getFailedFacet(failed), value: BigInt(value), count }] : [];
        }),
        bounds: (row?.bounds ?? []).map(
          ([failed, count, leastAmount, mostAmount, leastStarch, mostStarch]) => ({
            failed: getFailedFacet(failed),
            count,
            leastAmount,
            mostAmount,
            leastStarchSugar: leastStarch,
            mostStarchSugar: mostStarch,
          }),
        ),
      };
    },
    async suggest(search, limit) {
      const { rows } = (await database.execute(
        sql`${selectFound(search)} order by h.fit desc, l.position limit ${limit}::int`,
      )) as unknown as { rows: { id: number }[] };
      return rows.map(({ id }) => id);
    },
    async hasHits(search) {
      const { rows } = (await database.execute(sql`${selectFound(search)} limit 1`)) as unknown as {
        rows: { id: number }[];
      };
      return rows.length > 0;
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
    async countByCategory(siteId, now) {
      const { rows } = (await database.execute(
        sql`select l.category_id as id, count(*)::int as count from ${productListing} l
          where l.site_id = ${siteId} and ${isInForce(now)} group by l.category_id`,
      )) as unknown as { rows: { id: number; count: number }[] };
      return new Map(rows.map(({ id, count }) => [id, count]));
    },
    listFacetValues: () => database.select().from(facetValue).orderBy(facetValue.facet, facetValue.bit),
  };
}
