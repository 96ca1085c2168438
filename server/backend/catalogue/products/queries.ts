import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNull,
  ne,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Content, ProductType } from '../../../../shared/contract/products.ts';
import type { Brand } from '../../../../shared/rules/brand-name.ts';
import type { ProductDose } from '../../../../shared/rules/feed-advice/feed-model.ts';
import { pictureSizes } from '../../content/pictures/views.ts';
import type { Database } from '../../core/database/database.ts';
import { memoizePerHandle } from '../../core/database/memoize-per-handle.ts';
import { importVersion } from '../../shop-store/import-cache.ts';
import { languages } from '../../sites/languages/views.ts';
import { canonicalRoutes } from '../../sites/routing/views.ts';
import { priceStarts } from '../prices/views.ts';
import { productRatings } from '../reviews/views.ts';
import { stockAmounts } from '../stock/views.ts';
import {
  type AdditiveAmount,
  type Analytical,
  categoryProduct,
  product,
  productFacet,
  productRelation,
  productTranslation,
  productVariant,
  siteProduct,
  variantPicture,
} from './tables.ts';

/** Site, language and time, which every product query needs. */
export interface ProductScope {
  readonly siteId: number;
  readonly languageId: number;
  /** Brand printed on the packs. */
  readonly brand: Brand;
  readonly now: Date;
}

/** A variant with all the data that a list shows. */
export interface VariantRow {
  readonly product: Pick<
    typeof product.$inferSelect,
    'productId' | 'productType' | 'key' | 'categoryId' | 'colourWay' | 'vatClass' | 'isNew'
  >;
  /** Without the brand. */
  readonly name: string;
  readonly claim: string;
  readonly variant: typeof productVariant.$inferSelect;
  /** Pieces; null if they are not counted. */
  readonly stockAmount: number | null;
  /** Number of published ratings; `ratingSum` is their sum. Both are null if there are none. */
  readonly ratingCount: number | null;
  readonly ratingSum: number | null;
  readonly picture: { readonly hash: string; readonly width: number; readonly height: number };
  readonly path: string;
  /** False for a feed with incomplete label particulars: it cannot be ordered. */
  readonly hasLabel: boolean;
  /** Number of listed variants of the product. */
  readonly variantCount: number;
  /** Import version of the row, as returned by `fetchVocabulary`. */
  readonly importVersion: number;
}

/** Data that only the product page shows. */
export type DetailRow = NonNullable<Awaited<ReturnType<typeof findProductDetails>>>;

/**
 * Missing label particulars of a feed, by the fields of `product`; empty if nothing is missing or the product
 * is not feed. Feed must not be sold without them: Regulation (EC) 767/2009, art. 11(3). The import checks
 * the same (`check-products.ts`).
 */
const missingLabelFieldsSql = sql<string[]>`case
  when ${product.vatClass} not in ('feed', 'supplement') and ${product.productType} <> 2 and ${product.feedType} is null then '{}'::text[]
  else array_remove(array[
    case when ${product.feedType} is null then 'feedType' end,
    case when jsonb_array_length(${product.composition}) = 0 then 'composition' end,
    case when coalesce(${product.analytical}, '{}'::jsonb) = '{}'::jsonb
      or (${product.feedType} is distinct from 'feedMaterial'
        and not ${product.analytical} ?& array['crudeProtein', 'crudeFat', 'crudeFibre', 'crudeAsh', 'sodium'])
      then 'analytical' end
  ], null)
end`;

/** Lists the sold products with incomplete label particulars, in the order of their ids. */
export async function listProductsWithIncompleteLabels(
  handle: Database,
): Promise<{ readonly productId: number; readonly key: string; readonly gaps: readonly string[] }[]> {
  return handle
    .select({ productId: product.productId, key: product.key, gaps: missingLabelFieldsSql })
    .from(product)
    .where(
      and(
        sql`exists (select from ${siteProduct} where ${siteProduct.productId} = ${product.productId})`,
        sql`${missingLabelFieldsSql} <> '{}'`,
      ),
    )
    .orderBy(asc(product.productId));
}

const scopePlaceholders = {
  siteId: sql.placeholder('siteId'),
  languageId: sql.placeholder('languageId'),
  brand: sql.placeholder('brand'),
};
const selectVariants = (handle: Database, condition: SQL) =>
  handle
    .select({
      // Selects only what a list shows: recipes and descriptions are large, and lists are frequent.
      product: {
        productId: product.productId,
        productType: product.productType,
        key: product.key,
        categoryId: product.categoryId,
        colourWay: product.colourWay,
        vatClass: product.vatClass,
        isNew: product.isNew,
      },
      name: productTranslation.name,
      claim: productTranslation.claim,
      variant: productVariant,
      stockAmount: stockAmounts.amount,
      ratingCount: productRatings.ratingCount,
      ratingSum: productRatings.ratingSum,
      picture: { hash: pictureSizes.hash, width: pictureSizes.width, height: pictureSizes.height },
      path: canonicalRoutes.path,
      hasLabel: sql<boolean>`${missingLabelFieldsSql} = '{}'`,
      variantCount: sql<number>`(
        select count(*)::int from ${productVariant} sibling
        where sibling.product_id = ${product.productId} and sibling.is_listed
      )`.mapWith(Number),
      importVersion,
    })
    .from(productVariant)
    .innerJoin(product, eq(product.productId, productVariant.productId))
    .innerJoin(
      siteProduct,
      and(eq(siteProduct.productId, product.productId), eq(siteProduct.siteId, scopePlaceholders.siteId)),
    )
    .innerJoin(
      productTranslation,
      and(
        eq(productTranslation.productId, product.productId),
        eq(productTranslation.languageId, scopePlaceholders.languageId),
      ),
    )
    .innerJoin(
      variantPicture,
      and(
        eq(variantPicture.productVariantId, productVariant.productVariantId),
        eq(variantPicture.languageId, scopePlaceholders.languageId),
        eq(variantPicture.brand, scopePlaceholders.brand),
      ),
    )
    .innerJoin(pictureSizes, eq(pictureSizes.hash, variantPicture.hash))
    .innerJoin(
      canonicalRoutes,
      and(
        eq(canonicalRoutes.productVariantId, productVariant.productVariantId),
        eq(canonicalRoutes.siteId, scopePlaceholders.siteId),
        eq(canonicalRoutes.languageId, scopePlaceholders.languageId),
      ),
    )
    .leftJoin(productRatings, eq(productRatings.productId, product.productId))
    .leftJoin(stockAmounts, eq(stockAmounts.productVariantId, productVariant.productVariantId))
    .where(and(eq(productVariant.isListed, true), condition));

// A named statement: with nine tables, planning takes the server several times as long as execution, and a
// named statement is planned once per connection.
const prepareVariantsByIds = memoizePerHandle((handle) =>
  selectVariants(handle, sql`${productVariant.productVariantId} = any(${sql.placeholder('ids')})`).prepare(
    'list_variants',
  ),
);
const prepareSiblingVariants = memoizePerHandle((handle) =>
  selectVariants(
    handle,
    sql`${productVariant.productId} = (
      select asked.product_id from ${productVariant} asked
      where asked.product_variant_id = ${sql.placeholder('productVariantId')} and asked.is_listed
    )`,
  )
    .orderBy(asc(productVariant.position))
    .prepare('list_siblings'),
);

const prepareVariantsAfter = memoizePerHandle((handle) =>
  selectVariants(handle, gt(productVariant.productVariantId, sql.placeholder('after')))
    .orderBy(asc(productVariant.productVariantId))
    .limit(sql.placeholder('limit'))
    .prepare('list_variants_after'),
);

/** Lists variants of the site in the order of productVariantId, starting after a given one. */
export async function listVariantsAfter(
  handle: Database,
  { siteId, languageId, brand }: ProductScope,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<VariantRow[]> {
  return prepareVariantsAfter(handle).execute({ siteId, languageId, brand, after, limit });
}

/** Lists variants by productVariantId, in any order; those that the site does not have are left out. */
export async function listVariants(
  handle: Database,
  { siteId, languageId, brand }: ProductScope,
  ids: readonly number[],
): Promise<VariantRow[]> {
  if (ids.length === 0) return [];
  return prepareVariantsByIds(handle).execute({ siteId, languageId, brand, ids: [...ids] });
}

/** The fields of a variant that are checked before it is added to a cart. */
export interface SoldVariant {
  readonly productVariantId: number;
  readonly productType: ProductType;
  /** Pieces; null if they are not counted. */
  readonly stockAmount: number | null;
}

const prepareSoldVariant = memoizePerHandle((handle) =>
  handle
    .select({
      productVariantId: productVariant.productVariantId,
      productType: product.productType,
      stockAmount: stockAmounts.amount,
    })
    .from(productVariant)
    .innerJoin(product, eq(product.productId, productVariant.productId))
    .innerJoin(
      siteProduct,
      and(eq(siteProduct.productId, product.productId), eq(siteProduct.siteId, scopePlaceholders.siteId)),
    )
    .leftJoin(stockAmounts, eq(stockAmounts.productVariantId, productVariant.productVariantId))
    .where(
      and(
        eq(productVariant.productVariantId, sql.placeholder('productVariantId')),
        eq(productVariant.isListed, true),
        sql`${missingLabelFieldsSql} = '{}'`,
        sql`exists (
          select from ${priceStarts} where ${priceStarts.siteId} = ${scopePlaceholders.siteId}
          and ${priceStarts.productVariantId} = ${productVariant.productVariantId}
          and ${priceStarts.validFrom} <= ${sql.placeholder('now')}::timestamptz
        )`,
      ),
    )
    .prepare('find_sold_variant'),
);

/**
 * Returns a variant that a site sells at a given time: listed, with a price and, for feed, with complete
 * label particulars; undefined otherwise.
 */
export async function findSoldVariant(
  handle: Database,
  { siteId, now }: Pick<ProductScope, 'siteId' | 'now'>,
  productVariantId: number,
): Promise<SoldVariant | undefined> {
  const [row] = await prepareSoldVariant(handle).execute({
    siteId,
    now: now.toISOString(),
    productVariantId,
  });
  return row;
}

/** Lists all listed variants of the product of a variant, in their order. */
export async function listSiblingVariants(
  handle: Database,
  { siteId, languageId, brand }: ProductScope,
  productVariantId: number,
): Promise<VariantRow[]> {
  return prepareSiblingVariants(handle).execute({ siteId, languageId, brand, productVariantId });
}

/** Returns default variants by productId, in any order. */
export async function listDefaultVariantIds(
  handle: Database,
  siteId: number,
  productIds: readonly number[],
): Promise<{ productId: number; productVariantId: number }[]> {
  if (productIds.length === 0) return [];
  return handle
    .select({
      productId: productVariant.productId,
      productVariantId: productVariant.productVariantId,
    })
    .from(productVariant)
    .innerJoin(
      siteProduct,
      and(eq(siteProduct.productId, productVariant.productId), eq(siteProduct.siteId, siteId)),
    )
    .where(
      and(
        inArray(productVariant.productId, [...productIds]),
        eq(productVariant.isDefault, true),
        eq(productVariant.isListed, true),
      ),
    );
}

/** Lists the default variants of products that go well with the product of a variant, best first. */
export async function listRelatedVariantIds(
  handle: Database,
  siteId: number,
  productVariantId: number,
): Promise<number[]> {
  const rows = await handle
    .select({ productVariantId: productVariant.productVariantId })
    .from(productRelation)
    .innerJoin(
      siteProduct,
      and(eq(siteProduct.productId, productRelation.relatedProductId), eq(siteProduct.siteId, siteId)),
    )
    .innerJoin(
      productVariant,
      and(
        eq(productVariant.productId, productRelation.relatedProductId),
        eq(productVariant.isDefault, true),
        eq(productVariant.isListed, true),
      ),
    )
    .where(
      sql`${productRelation.productId} = (
          select asked.product_id from ${productVariant} asked
          where asked.product_variant_id = ${productVariantId}
        )`,
    )
    .orderBy(asc(productRelation.position));
  return rows.map((row) => row.productVariantId);
}

/**
 * Lists the default variants in stock of the other products of the same category. Those that share most
 * facets with a product come first.
 */
export async function listAlternativeVariantIds(
  handle: Database,
  siteId: number,
  { productId, categoryId }: { readonly productId: number; readonly categoryId: number },
  limit: number,
): Promise<number[]> {
  const sharedFacets = sql`(
      select count(*) from ${productFacet} own
      join ${productFacet} other on other.facet = own.facet and other.value = own.value
      where own.product_id = ${productId} and other.product_id = ${product.productId}
    )`;
  const rows = await handle
    .select({ productVariantId: productVariant.productVariantId })
    .from(product)
    .innerJoin(siteProduct, and(eq(siteProduct.productId, product.productId), eq(siteProduct.siteId, siteId)))
    .innerJoin(
      productVariant,
      and(
        eq(productVariant.productId, product.productId),
        eq(productVariant.isDefault, true),
        eq(productVariant.isListed, true),
      ),
    )
    .leftJoin(stockAmounts, eq(stockAmounts.productVariantId, productVariant.productVariantId))
    .where(
      and(
        eq(product.categoryId, categoryId),
        ne(product.productId, productId),
        // Variants without a stock count are always available.
        or(isNull(stockAmounts.amount), gt(stockAmounts.amount, 0)),
      ),
    )
    .orderBy(desc(sharedFacets), asc(product.productId))
    .limit(limit);
  return rows.map((row) => row.productVariantId);
}

/** Returns what only the product page shows. `DetailRow` follows from the selected columns. */
export async function findProductDetails(handle: Database, productId: number, languageId: number) {
  const [row] = await handle
    .select({
      feedType: product.feedType,
      composition: product.composition,
      analytical: product.analytical,
      additives: product.additives,
      feedAdvice: product.feedAdvice,
      shelfLifeMonths: product.shelfLifeMonths,
      shelfLifeAfterOpeningMonths: product.shelfLifeAfterOpeningMonths,
      isSilo: product.isSilo,
      body: productTranslation.body,
      benefits: productTranslation.benefits,
      directions: productTranslation.directions,
      /** Picture of the feed itself, without its pack. */
      feedPicture: { hash: pictureSizes.hash, width: pictureSizes.width, height: pictureSizes.height },
    })
    .from(product)
    .innerJoin(productTranslation, eq(productTranslation.productId, product.productId))
    .leftJoin(pictureSizes, eq(pictureSizes.hash, product.feedPictureHash))
    .where(and(eq(product.productId, productId), eq(productTranslation.languageId, languageId)));
  return row;
}

export async function listProductFacets(
  handle: Database,
  productId: number,
): Promise<{ facet: string; value: string }[]> {
  return handle
    .select({ facet: productFacet.facet, value: productFacet.value })
    .from(productFacet)
    .where(eq(productFacet.productId, productId))
    .orderBy(asc(productFacet.facet), asc(productFacet.position));
}

/** Returns the descriptions of products in a language by id. */
export async function readProductBodiesById(
  handle: Database,
  productIds: readonly number[],
  languageId: number,
): Promise<ReadonlyMap<number, string>> {
  const rows = await handle
    .select({ productId: productTranslation.productId, body: productTranslation.body })
    .from(productTranslation)
    .where(
      and(
        inArray(productTranslation.productId, [...productIds]),
        eq(productTranslation.languageId, languageId),
      ),
    );
  return new Map(rows.map(({ productId, body }) => [productId, body]));
}

/** Returns the names of products in a language, by id. Products without a name in it have their key. */
export async function readProductNamesById(
  handle: Database,
  productIds: readonly number[],
  languageCode: string,
): Promise<ReadonlyMap<number, string>> {
  if (productIds.length === 0) return new Map();
  const rows = await handle
    .select({ id: product.productId, key: product.key, name: productTranslation.name })
    .from(product)
    .leftJoin(languages, eq(languages.code, languageCode))
    .leftJoin(
      productTranslation,
      and(
        eq(productTranslation.productId, product.productId),
        eq(productTranslation.languageId, languages.languageId),
      ),
    )
    .where(inArray(product.productId, [...productIds]));
  return new Map(rows.map(({ id, key, name }) => [id, name ?? key]));
}

/** A variant with its product and the name of that in a language. */
export interface NamedVariant {
  readonly productVariantId: number;
  readonly productId: number;
  /** Without the brand. */
  readonly name: string;
}

/** Lists the names of variants, including those that are no longer sold. Untranslated ones are left out. */
export async function listVariantNames(
  handle: Database,
  languageId: number,
  productVariantIds: readonly number[],
): Promise<NamedVariant[]> {
  if (productVariantIds.length === 0) return [];
  return handle
    .select({
      productVariantId: productVariant.productVariantId,
      productId: productVariant.productId,
      name: productTranslation.name,
    })
    .from(productVariant)
    .innerJoin(
      productTranslation,
      and(
        eq(productTranslation.productId, productVariant.productId),
        eq(productTranslation.languageId, languageId),
      ),
    )
    .where(inArray(productVariant.productVariantId, [...productVariantIds]));
}

/** Returns the default variant of the product with a key; undefined if there is none. */
export async function findDefaultVariantId(handle: Database, key: string): Promise<number | undefined> {
  const [row] = await handle
    .select({ productVariantId: productVariant.productVariantId })
    .from(product)
    .innerJoin(
      productVariant,
      and(eq(productVariant.productId, product.productId), eq(productVariant.isDefault, true)),
    )
    .where(eq(product.key, key));
  return row?.productVariantId;
}

/** Returns the name of a product in a language; null if it has none. */
export async function findProductName(
  handle: Database,
  productId: number,
  languageId: number,
): Promise<string | null> {
  const [row] = await handle
    .select({ name: productTranslation.name })
    .from(productTranslation)
    .where(and(eq(productTranslation.productId, productId), eq(productTranslation.languageId, languageId)));
  return row?.name ?? null;
}

/** Lists the products with one of the keys or ids. */
export async function listProductKeys(
  handle: Database,
  { keys = [], ids = [] }: { readonly keys?: readonly string[]; readonly ids?: readonly number[] },
): Promise<{ readonly productId: number; readonly key: string }[]> {
  return handle
    .select({ productId: product.productId, key: product.key })
    .from(product)
    .where(or(inArray(product.key, [...keys]), inArray(product.productId, [...ids])));
}

/** Lists the products of a site that are available by silo truck, in catalogue order. */
export async function listSiloProducts(
  handle: Database,
  siteId: number,
  languageId: number,
): Promise<{ productId: number; name: string }[]> {
  return handle
    .select({ productId: product.productId, name: productTranslation.name })
    .from(product)
    .innerJoin(siteProduct, and(eq(siteProduct.productId, product.productId), eq(siteProduct.siteId, siteId)))
    .innerJoin(
      productTranslation,
      and(eq(productTranslation.productId, product.productId), eq(productTranslation.languageId, languageId)),
    )
    .where(eq(product.isSilo, true))
    .orderBy(asc(product.position));
}

/** Returns a listed variant by its article number, or the default variant of a product by its key. */
export async function findVariantByArticleOrKey(
  handle: Database,
  name: string,
): Promise<{ readonly productVariantId: number; readonly vatClass: string } | undefined> {
  const isArticle: SQL = sql`${productVariant.articleNumber} = ${name}`;
  const [found] = await handle
    .select({ productVariantId: productVariant.productVariantId, vatClass: product.vatClass })
    .from(productVariant)
    .innerJoin(product, eq(product.productId, productVariant.productId))
    .where(
      and(
        eq(productVariant.isListed, true),
        or(isArticle, and(eq(product.key, name), eq(productVariant.isDefault, true))),
      ),
    )
    .orderBy(sql`${isArticle} desc`, asc(productVariant.productVariantId))
    .limit(1);
  return found;
}

/** A listed variant with what its price depends on. */
export interface PriceableVariant {
  readonly productVariantId: number;
  readonly productId: number;
  readonly articleNumber: string;
  readonly vatClass: string;
  readonly content: Content;
}

/**
 * Returns a listed variant by its article number, ignoring case; undefined if there is none.
 *
 * @param isLocked whether to lock it until the transaction ends
 */
export async function findVariantByArticle(
  handle: Database,
  articleNumber: string,
  { isLocked }: { readonly isLocked: boolean },
): Promise<PriceableVariant | undefined> {
  const select = handle
    .select({
      productVariantId: productVariant.productVariantId,
      productId: productVariant.productId,
      articleNumber: productVariant.articleNumber,
      vatClass: product.vatClass,
      value: productVariant.contentValue,
      unit: productVariant.contentUnit,
    })
    .from(productVariant)
    .innerJoin(product, eq(product.productId, productVariant.productId))
    .where(
      and(
        eq(sql`upper(${productVariant.articleNumber})`, articleNumber.toUpperCase()),
        eq(productVariant.isListed, true),
      ),
    );
  const [row] = await (isLocked ? select.for('no key update', { of: productVariant }) : select);
  if (!row) return undefined;
  const { value, unit, ...variant } = row;
  return { ...variant, content: { value, unit } };
}

/** Returns the product of a variant and the categories that list it; undefined if there is no variant. */
export async function findProductAndCategories(
  handle: Database,
  productVariantId: number,
): Promise<{ readonly productId: number; readonly categoryIds: readonly number[] } | undefined> {
  const rows = await handle
    .select({ productId: productVariant.productId, categoryId: categoryProduct.categoryId })
    .from(productVariant)
    .leftJoin(categoryProduct, eq(categoryProduct.productId, productVariant.productId))
    .where(eq(productVariant.productVariantId, productVariantId));
  const [first] = rows;
  return (
    first && { productId: first.productId, categoryIds: rows.flatMap(({ categoryId }) => categoryId ?? []) }
  );
}

/** Returns whether a site sells a product. */
export async function isProductOnSite(handle: Database, siteId: number, productId: number): Promise<boolean> {
  const rows = await handle
    .select({ productId: siteProduct.productId })
    .from(siteProduct)
    .where(and(eq(siteProduct.siteId, siteId), eq(siteProduct.productId, productId)));
  return rows.length > 0;
}

/**
 * Lists the default variants of products that go well with the given products, without the products
 * themselves. Those that match most of them come first.
 */
export async function listRecommendedVariantIds(
  handle: Database,
  siteId: number,
  productIds: readonly number[],
): Promise<number[]> {
  if (productIds.length === 0) return [];
  const rows = await handle
    .select({ productVariantId: productVariant.productVariantId })
    .from(productRelation)
    .innerJoin(
      siteProduct,
      and(eq(siteProduct.productId, productRelation.relatedProductId), eq(siteProduct.siteId, siteId)),
    )
    .innerJoin(
      productVariant,
      and(
        eq(productVariant.productId, productRelation.relatedProductId),
        eq(productVariant.isDefault, true),
        eq(productVariant.isListed, true),
      ),
    )
    .where(
      and(
        inArray(productRelation.productId, [...productIds]),
        notInArray(productRelation.relatedProductId, [...productIds]),
      ),
    )
    .groupBy(productVariant.productVariantId)
    .orderBy(
      sql`${count()} desc`,
      sql`min(${productRelation.position})`,
      asc(productVariant.productVariantId),
    );
  return rows.map(({ productVariantId }) => productVariantId);
}

/** Returns the article numbers of variants by id. */
export async function listArticleNumbers(
  handle: Database,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await handle
    .select({ id: productVariant.productVariantId, articleNumber: productVariant.articleNumber })
    .from(productVariant)
    .where(inArray(productVariant.productVariantId, [...ids]));
  return new Map(rows.map(({ id, articleNumber }) => [id, articleNumber]));
}

/** Lists the listed variants by article number: all, or those with one of the numbers, ignoring case. */
export async function listListedArticles(
  handle: Database,
  articleNumbers?: readonly string[],
): Promise<{ readonly productVariantId: number; readonly articleNumber: string }[]> {
  if (articleNumbers?.length === 0) return [];
  return handle
    .select({
      productVariantId: productVariant.productVariantId,
      articleNumber: productVariant.articleNumber,
    })
    .from(productVariant)
    .where(
      and(
        eq(productVariant.isListed, true),
        articleNumbers &&
          inArray(
            sql`upper(${productVariant.articleNumber})`,
            articleNumbers.map((articleNumber) => articleNumber.toUpperCase()),
          ),
      ),
    )
    .orderBy(asc(productVariant.articleNumber));
}

/** Lists the products of some variants, each once, ascending. */
export async function listProductIds(
  handle: Database,
  productVariantIds: readonly number[],
): Promise<number[]> {
  if (productVariantIds.length === 0) return [];
  const rows = await handle
    .selectDistinct({ productId: productVariant.productId })
    .from(productVariant)
    .where(inArray(productVariant.productVariantId, [...productVariantIds]))
    .orderBy(asc(productVariant.productId));
  return rows.map(({ productId }) => productId);
}

/** The values of a variant and its product for the feeding-advice model. */
export interface FeedAdviceVariant {
  readonly productVariantId: number;
  readonly productId: number;
  readonly netWeightGrams: number | null;
  readonly dose: ProductDose;
  readonly analytical: Analytical | null;
  /** Per kg of product. */
  readonly additives: readonly AdditiveAmount[];
  /** Keys of the horse types, in the order of the product. */
  readonly horseTypes: readonly string[];
}

const feedAdviceColumns = {
  productVariantId: productVariant.productVariantId,
  productId: product.productId,
  netWeightGrams: productVariant.netWeightGrams,
  dose: product.feedAdvice,
  analytical: product.analytical,
  additives: product.additives,
  horseTypes: sql<string[]>`array(
    select ${productFacet.value} from ${productFacet}
    where ${productFacet.productId} = ${product.productId} and ${productFacet.facet} = 'horseTypes'
    order by ${productFacet.position}
  )`,
};

const selectFeedAdviceVariants = (handle: Database, siteId: number, condition: SQL | undefined) =>
  handle
    .select(feedAdviceColumns)
    .from(productVariant)
    .innerJoin(product, eq(product.productId, productVariant.productId))
    .innerJoin(siteProduct, and(eq(siteProduct.productId, product.productId), eq(siteProduct.siteId, siteId)))
    .where(and(eq(productVariant.isListed, true), condition))
    .orderBy(asc(product.position));

/** Returns a listed variant of a site; undefined if there is none with this id. */
export async function findFeedAdviceVariant(
  handle: Database,
  siteId: number,
  productVariantId: number,
): Promise<FeedAdviceVariant | undefined> {
  const [row] = await selectFeedAdviceVariants(
    handle,
    siteId,
    eq(productVariant.productVariantId, productVariantId),
  );
  return row;
}

/** Lists the default variants of a site's products of some kinds, in catalogue order. */
export async function listFeedAdviceVariants(
  handle: Database,
  siteId: number,
  kinds: readonly string[],
): Promise<FeedAdviceVariant[]> {
  return selectFeedAdviceVariants(
    handle,
    siteId,
    and(eq(productVariant.isDefault, true), inArray(product.kind, [...kinds])),
  );
}

/** A variant of a saved ration with the name of its product, also if it is no longer sold. */
export interface RationVariant extends FeedAdviceVariant {
  /** Name in the requested language; '' if it is not translated. */
  readonly productName: string;
}

/** Lists variants with their values for the feeding-advice model, also those that no site sells. */
export async function listRationVariants(
  handle: Database,
  productVariantIds: readonly number[],
  languageId: number,
): Promise<RationVariant[]> {
  if (productVariantIds.length === 0) return [];
  const rows = await handle
    .select({ ...feedAdviceColumns, productName: productTranslation.name })
    .from(productVariant)
    .innerJoin(product, eq(product.productId, productVariant.productId))
    .leftJoin(
      productTranslation,
      and(eq(productTranslation.productId, product.productId), eq(productTranslation.languageId, languageId)),
    )
    .where(inArray(productVariant.productVariantId, [...productVariantIds]));
  return rows.map((row) => ({ ...row, productName: row.productName ?? '' }));
}
