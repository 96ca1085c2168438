import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { SortKey } from '../../../../../shared/contract/list-choices.ts';
import {
  type VocabularyFacetKey,
  vocabularyFacetKeys,
} from '../../../../../shared/rules/vocabulary-facets.ts';
import type { Database } from '../../../core/database/database.ts';
import { productTranslation } from '../../products/tables.ts';
import type { FacetBounds, FacetCondition, FacetCount, FacetKey } from '../facets.ts';
import type { ProductHits, ProductPage, ProductSearchQuery } from '../product-search.ts';
import { productListing, productPopularity } from '../tables.ts';

const maskColumns: Readonly<Record<VocabularyFacetKey, PgColumn>> = {
  'horse-type': productListing.horseTypes,
  'age-group': productListing.ageGroups,
  application: productListing.applications,
  ingredient: productListing.ingredientFlags,
  labour: productListing.labour,
  package: productListing.packaging,
  'weight-class': productListing.weightClass,
};

/** Returns the name of a column without its table. */
const nameOf = ({ name }: PgColumn): SQL => sql.identifier(name) as unknown as SQL;

/** Returns the condition of the rows in force at a time. */
export const isInForce = (now: Date): SQL => {
  const instant = now.toISOString();
  return sql`${productListing.validFrom} <= ${instant}::timestamptz
    and (${productListing.validUntil} is null or ${productListing.validUntil} > ${instant}::timestamptz)`;
};

/** Returns a condition as an expression that is true or false, never null. */
function createCondition(condition: FacetCondition): SQL {
  const t = productListing;
  switch (condition.facetKey) {
    case 'product-group':
      return sql`${t.categoryId} = any(${sql.param([...condition.categoryIds])}::int[])`;
    case 'sale':
      return sql`${t.isSale}`;
    case 'new':
      return sql`${t.isNew}`;
    // A missing value is not known to be within bounds.
    case 'starch-sugar-max':
      return sql`coalesce(${t.starchSugar} <= ${condition.most}::float8, false)`;
    case 'price':
      return sql`${t.amountInclVat} between ${condition.least ?? 0}::bigint and ${condition.most ?? 2 ** 40}::bigint`;
    default:
      return sql`(${maskColumns[condition.facetKey]} & ${`${condition.mask}`}::bigint) <> 0`;
  }
}

/** Returns the order of a list. Equal products stay in catalogue order, except where it is reversed itself. */
function createOrder(sort: SortKey, descending: boolean, hasRelevance: boolean): SQL {
  const catalogue = (isReversed: boolean) => {
    const direction = isReversed ? sql`desc` : sql`asc`;
    return sql`position ${direction}, product_id ${direction}, valid_from ${direction}`;
  };
  const by = (key: SQL, isFalling: boolean) =>
    sql`${key} ${isFalling ? sql`desc` : sql`asc`} nulls last, ${catalogue(false)}`;
  switch (sort) {
    case 'price':
      return by(sql`amount_incl_vat`, descending);
    case 'price-per-kg':
      return by(sql`amount_per_kg`, descending);
    case 'rating':
      return by(sql`rating`, !descending);
    case 'name':
      return by(sql`name_rank`, descending);
    case 'newest':
      return by(sql`is_new::int * 4294967296::bigint + product_id`, !descending);
    case 'relevance':
      return hasRelevance
        ? sql`relevance ${descending ? sql`asc` : sql`desc`}, ${catalogue(descending)}`
        : catalogue(descending);
    case 'popularity':
      return sql`pieces ${descending ? sql`asc` : sql`desc`}, ${catalogue(descending)}`;
  }
}

/** A row of the answer: counts of one value or of all products, by the condition that they fail. */
interface CountRow {
  /** 0: none; otherwise 1 + the index of the condition. */
  readonly failed: number;
  /** Index of the counted column; null for all products. */
  readonly place: number | null;
  readonly value: string | null;
  readonly count: number;
  readonly minAmount: number | null;
  readonly maxAmount: number | null;
  readonly minStarchSugar: number | null;
  readonly maxStarchSugar: number | null;
  readonly saleCount: number;
  readonly newCount: number;
  readonly hasWeights: boolean | null;
  /** The page of products; null in rows of counts. */
  readonly ids: readonly number[] | null;
}

const countedColumns: readonly PgColumn[] = [
  productListing.categoryId,
  ...vocabularyFacetKeys.map((key) => maskColumns[key]),
];

/**
 * Creates the statement of a list, with `hits` as the products of its term.
 *
 * Long because it is one statement: products, counts and bounds of all filters in one round trip.
 */
function createListQuery(
  { siteId, languageId, categoryIds, scope, conditions, now }: ProductSearchQuery,
  page: ProductPage,
  hits: SQL | null,
): SQL {
  const t = productListing;
  const inScope: FacetCondition[] = [
    ...(categoryIds ? [{ facetKey: 'product-group' as const, categoryIds }] : []),
    ...scope,
  ];
  const passes = conditions.map(createCondition);
  const failures =
    passes.length === 0
      ? sql`0`
      : sql.join(
          passes.map((pass) => sql`(not ${pass})::int`),
          sql` + `,
        );
  const failed =
    passes.length === 0
      ? sql`0`
      : sql`case ${sql.join(
          passes.map((pass, index) => sql`when not ${pass} then ${sql.raw(`${index + 1}`)}`),
          sql` `,
        )} else 0 end`;
  const isByName = page.sort === 'name';
  const isByPopularity = page.sort === 'popularity';
  const sets = countedColumns.map((column) => sql`(failed, ${nameOf(column)})`);
  const place = sql.join(
    countedColumns.map(
      (column, index) => sql`when grouping(${nameOf(column)}) = 0 then ${sql.raw(`${index}`)}`,
    ),
    sql` `,
  );
  const value = sql.join(
    countedColumns.map((column) => sql`${nameOf(column)}::text`),
    sql`, `,
  );
  return sql`
    with ${hits ? sql`hits as materialized (${hits}),` : sql``}
    listed as materialized (
      select ${t.productId}, ${t.productVariantId}, ${t.validFrom}, ${t.position}, ${t.amountInclVat},
        ${t.amountPerKg}, ${t.starchSugar}, ${t.isSale}, ${t.isNew}, ${t.rating},
        ${sql.join(
          countedColumns.map((column) => sql`${column}`),
          sql`, `,
        )},
        ${hits ? sql`hits.relevance` : sql`0 as relevance`},
        ${isByName ? productTranslation.nameRank : sql`null::int as name_rank`},
        ${isByPopularity ? sql`coalesce(${productPopularity.pieces}, 0) as pieces` : sql`0 as pieces`},
        ${failed} as failed
      from ${t}
      ${hits ? sql`join hits on hits.product_id = ${t.productId}` : sql``}
      ${
        isByName
          ? sql`left join ${productTranslation} on ${productTranslation.productId} = ${t.productId}
              and ${productTranslation.languageId} = ${languageId}`
          : sql``
      }
      ${
        isByPopularity
          ? sql`left join ${productPopularity} on ${productPopularity.productId} = ${t.productId}
              and ${productPopularity.siteId} = ${siteId}`
          : sql``
      }
      where ${t.siteId} = ${siteId} and ${isInForce(now)}
        ${sql.join(
          inScope.map((condition) => sql`and ${createCondition(condition)}`),
          sql` `,
        )}
        and (${failures}) <= 1
    )
    select failed, case ${place} end as place, coalesce(${value}) as value, count(*)::int as count,
      min(amount_incl_vat) as "minAmount", max(amount_incl_vat) as "maxAmount",
      min(starch_sugar) as "minStarchSugar", max(starch_sugar) as "maxStarchSugar",
      (count(*) filter (where is_sale))::int as "saleCount", (count(*) filter (where is_new))::int as "newCount",
      bool_or(amount_per_kg is not null) as "hasWeights", null::int[] as ids
    from listed
    group by grouping sets ((failed), ${sql.join(sets, sql`, `)})
    union all
    select 0, null, null, 0, null, null, null, null, 0, 0, null, array(
      select product_variant_id from listed where failed = 0
      order by ${createOrder(page.sort, page.descending, hits !== null)}
      limit ${page.limit} offset ${page.offset}
    )`;
}

/** Returns the counts of the single values in the counted masks. */
function listMaskCounts(facetKey: VocabularyFacetKey, failed: FacetKey | null, rows: readonly CountRow[]) {
  const counts = new Map<bigint, number>();
  for (const { value, count } of rows) {
    for (let rest = BigInt(value ?? 0), bit = 1n; rest > 0n; rest >>= 1n, bit <<= 1n) {
      if (rest & 1n) counts.set(bit, (counts.get(bit) ?? 0) + count);
    }
  }
  return [...counts].map(([value, count]): FacetCount => ({ facetKey, failed, value, count }));
}

function createCounts(failed: FacetKey | null, rows: readonly CountRow[]): FacetCount[] {
  const all = rows.find(({ place }) => place === null);
  return [
    ...rows
      .filter(({ place }) => place === 0)
      .map(({ value, count }) => ({
        facetKey: 'product-group' as const,
        failed,
        value: BigInt(value ?? 0),
        count,
      })),
    ...vocabularyFacetKeys.flatMap((facetKey, index) =>
      listMaskCounts(
        facetKey,
        failed,
        rows.filter(({ place }) => place === 1 + index),
      ),
    ),
    { facetKey: 'sale', failed, value: 1n, count: all?.saleCount ?? 0 },
    { facetKey: 'new', failed, value: 1n, count: all?.newCount ?? 0 },
  ];
}

/**
 * Returns a list with its counts, in one statement. The counts of a facet's values need the products that fail
 * no condition or only that of the facet, so each product is grouped by the one condition that it fails.
 *
 * @param hits query of `product_id` and `relevance`; null without a term
 */
export async function findInSql(
  database: Database,
  search: ProductSearchQuery,
  page: ProductPage,
  hits: SQL | null,
): Promise<ProductHits> {
  const { rows } = (await database.execute(createListQuery(search, page, hits))) as unknown as {
    rows: CountRow[];
  };
  const byFailed = [
    ...Map.groupBy(
      rows.filter(({ ids }) => ids === null),
      ({ failed }) => failed,
    ),
  ].map(([failed, some]) => ({ failed: search.conditions[failed - 1]?.facetKey ?? null, rows: some }));
  const getAll = (some: readonly CountRow[]) => some.find(({ place }) => place === null);
  const found = getAll(byFailed.find(({ failed }) => failed === null)?.rows ?? []);
  return {
    total: found?.count ?? 0,
    hasWeights: found?.hasWeights === true,
    productVariantIds: rows.find(({ ids }) => ids !== null)?.ids ?? [],
    counts: byFailed.flatMap(({ failed, rows: some }) => createCounts(failed, some)),
    bounds: byFailed.flatMap(({ failed, rows: some }): FacetBounds[] => {
      const all = getAll(some);
      if (!all) return [];
      const { count, minAmount, maxAmount, minStarchSugar, maxStarchSugar } = all;
      return [{ failed, count, minAmount, maxAmount, minStarchSugar, maxStarchSugar }];
    }),
  };
}

/** Returns the default variants of the most relevant products. */
export async function listBestInSql(
  database: Database,
  { siteId, now, limit }: { readonly siteId: number; readonly now: Date; readonly limit: number },
  hits: SQL,
): Promise<number[]> {
  const t = productListing;
  const { rows } = (await database.execute(sql`
    select ${t.productVariantId} as id
    from (${hits}) hits
    join ${t} on ${t.productId} = hits.product_id
    where ${t.siteId} = ${siteId} and ${isInForce(now)}
    order by hits.relevance desc, ${t.position}, ${t.productId}
    limit ${limit}`)) as unknown as { rows: { id: number }[] };
  return rows.map(({ id }) => id);
}

/** Counts the products for sale by their own (leaf) category. */
export async function countByCategoryInSql(
  database: Database,
  siteId: number,
  now: Date,
): Promise<Map<number, number>> {
  const t = productListing;
  const rows = await database
    .select({ categoryId: t.categoryId, count: sql<number>`count(*)::int` })
    .from(t)
    .where(sql`${t.siteId} = ${siteId} and ${isInForce(now)}`)
    .groupBy(t.categoryId);
  return new Map(rows.map(({ categoryId, count }) => [categoryId, count]));
}
