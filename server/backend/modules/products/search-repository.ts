import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { SortKey } from '../../../../shared/contract/products.ts';
import type { Database } from '../../database/database.ts';
import {
  categoryProduct,
  price,
  product,
  productRating,
  productTranslation,
  productVariant,
  siteProduct,
} from '../../database/schema.ts';
import type { SearchTerms } from './search-terms.ts';

export interface ProductSearch {
  readonly siteId: number;
  readonly languageId: number;
  /** Text search configuration of the language. */
  readonly searchConfig: string;
  readonly categoryId: number | null;
  readonly terms: SearchTerms | null;
  readonly now: Date;
  /** VAT in percent by VAT class, for the order by price. */
  readonly vatPercentageByClass: Readonly<Record<string, number>>;
}

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
}

export interface ProductSearchRepository {
  find(search: ProductSearch, page: ProductPage): Promise<ProductHits>;
}

function matchTerms(terms: SearchTerms, config: string): SQL {
  const configuration = sql`${config}::text::regconfig`;
  const prefix =
    terms.prefix === null
      ? sql`false`
      : sql`${productTranslation.search} @@ to_tsquery(${configuration}, ${terms.prefix})
          or ${productTranslation.search} @@ to_tsquery('simple', ${terms.prefix})`;
  return sql`(
    ${productTranslation.search} @@ websearch_to_tsquery(${configuration}, ${terms.websearch})
    or ${prefix}
    or ${productTranslation.name} ilike ${terms.contains}
    or exists (
      select 1 from ${productVariant} numbered
      where numbered.product_id = ${product.productId} and numbered.is_listed
        and (upper(numbered.article_number) like ${terms.articlePrefix} or numbered.ean = ${terms.exact})
    )
  )`;
}

/** How well a hit fits: a number that was typed whole, a name that holds the term, then the weighted words. */
function rankTerms(terms: SearchTerms, config: string): SQL {
  const words = terms.prefix ?? '';
  return sql`(
    case when exists (
      select 1 from ${productVariant} numbered
      where numbered.product_id = ${product.productId} and numbered.is_listed
        and (upper(numbered.article_number) = upper(${terms.exact}) or numbered.ean = ${terms.exact})
    ) then 10 else 0 end
    + case when ${productTranslation.name} ilike ${terms.contains} then 1 else 0 end
    + ts_rank(${productTranslation.search}, to_tsquery(${config}::text::regconfig, ${words}))
  )`;
}

/** SQL of the product search: every value is bound, none is written into the text. */
export function createProductSearchRepository(database: Database): ProductSearchRepository {
  const selectHits = (search: ProductSearch, counts: { total: SQL<number>; hasWeights: SQL<boolean> }) =>
    database
      .select({ productVariantId: productVariant.productVariantId, ...counts })
      .from(product)
      .innerJoin(
        siteProduct,
        and(eq(siteProduct.productId, product.productId), eq(siteProduct.siteId, search.siteId)),
      )
      .innerJoin(
        productTranslation,
        and(
          eq(productTranslation.productId, product.productId),
          eq(productTranslation.languageId, search.languageId),
        ),
      )
      .innerJoin(
        productVariant,
        and(
          eq(productVariant.productId, product.productId),
          eq(productVariant.isDefault, true),
          eq(productVariant.isListed, true),
        ),
      )
      .where(
        and(
          // What has no price yet cannot be sold, so it is no hit either.
          sql`exists (
            select 1 from ${price}
            where ${price.siteId} = ${search.siteId}
              and ${price.productVariantId} = ${productVariant.productVariantId}
              and ${price.validFrom} <= ${search.now.toISOString()}::timestamptz
          )`,
          search.categoryId === null
            ? undefined
            : sql`exists (
                select 1 from ${categoryProduct}
                where ${categoryProduct.categoryId} = ${search.categoryId}
                  and ${categoryProduct.productId} = ${product.productId}
              )`,
          search.terms === null ? undefined : matchTerms(search.terms, search.searchConfig),
        ),
      );

  /** Price incl. VAT of the default variant, unrounded: rounding does not change the order. */
  const getAmount = (search: ProductSearch): SQL => sql`(
    select ${price.amountExclVat}
      * (100 + coalesce((${JSON.stringify(search.vatPercentageByClass)}::jsonb ->> ${product.vatClass})::numeric, 0))
    from ${price}
    where ${price.siteId} = ${search.siteId}
      and ${price.productVariantId} = ${productVariant.productVariantId}
      and ${price.validFrom} <= ${search.now.toISOString()}::timestamptz
    order by ${price.validFrom} desc limit 1
  )`;
  const kilograms = sql`case ${productVariant.contentUnit}
    when 'kg' then nullif(${productVariant.contentValue}, 0)::numeric
    when 'g' then nullif(${productVariant.contentValue}, 0)::numeric / 1000 end`;

  function getOrder(search: ProductSearch, { sort, descending }: ProductPage): SQL {
    const turn = (isAscending: boolean): SQL => (isAscending === descending ? sql`desc` : sql`asc`);
    if (sort === 'price') return sql`${getAmount(search)} ${turn(true)} nulls last, ${product.position}`;
    if (sort === 'price-per-kg') {
      return sql`${getAmount(search)} / ${kilograms} ${turn(true)} nulls last, ${product.position}`;
    }
    if (sort === 'rating') {
      return sql`(
        select rated.rating_sum::numeric / rated.rating_count from ${productRating} rated
        where rated.product_id = ${product.productId} and rated.rating_count > 0
      ) ${turn(false)} nulls last, ${product.position}`;
    }
    if (sort === 'name') return sql`${productTranslation.nameRank} ${turn(true)}, ${product.productId}`;
    if (sort === 'newest') {
      return sql`${product.isNew} ${turn(false)}, ${product.productId} ${turn(false)}`;
    }
    if (sort === 'relevance' && search.terms) {
      return sql`${rankTerms(search.terms, search.searchConfig)} ${turn(false)}, ${product.position} ${turn(true)}`;
    }
    return sql`${product.position} ${turn(true)}, ${product.productId} ${turn(true)}`;
  }

  // Computed over all hits before the page is cut out, so that one query answers both.
  const total = sql<number>`(count(*) over ())::int`.mapWith(Number);
  const hasWeights = sql<boolean>`bool_or(${productVariant.contentUnit} in ('kg', 'g')) over ()`;

  return {
    async find(search, page) {
      const rows = await selectHits(search, { total, hasWeights })
        .orderBy(getOrder(search, page))
        .limit(page.limit)
        .offset(page.offset);
      let [first] = rows;
      // Beyond the last page there is no row to tell how many there are before it.
      if (!first && page.offset > 0) [first] = await selectHits(search, { total, hasWeights }).limit(1);
      return {
        total: first?.total ?? 0,
        hasWeights: first?.hasWeights === true,
        productVariantIds: rows.map((row) => row.productVariantId),
      };
    },
  };
}
