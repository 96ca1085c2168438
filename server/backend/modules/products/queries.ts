import { and, asc, desc, eq, gt, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import type { ProductType } from '../../../../shared/contract/products.ts';
import type { ProductDose } from '../../../../shared/rules/feed-advice/feed-model.ts';
import { importVersion } from '../../catalogue-import/import-cache.ts';
import type { Database } from '../../database/database.ts';
import { perHandle } from '../../database/per-handle.ts';
import { picture } from '../pictures/tables.ts';
import { price } from '../prices/tables.ts';
import { productRating } from '../reviews/tables.ts';
import { route } from '../routing/tables.ts';
import type { Brand } from '../sites/tables.ts';
import { stock } from '../stock/tables.ts';
import {
  type Analytical,
  product,
  productFacet,
  productRelation,
  productTranslation,
  productVariant,
  siteProduct,
  variantPicture,
} from './tables.ts';

/** Where, in which language and when: what every product query needs. */
export interface ProductScope {
  readonly siteId: number;
  readonly languageId: number;
  /** Brand printed on the packs. */
  readonly brand: Brand;
  readonly now: Date;
}

/** A variant with everything that a list shows of it. */
export interface VariantRow {
  readonly product: Pick<
    typeof product.$inferSelect,
    'productId' | 'productType' | 'key' | 'categoryId' | 'colourWay' | 'vatClass' | 'isNew'
  >;
  /** Without the brand. */
  readonly name: string;
  readonly claim: string;
  readonly variant: typeof productVariant.$inferSelect;
  /** Pieces; null = not counted. */
  readonly stockAmount: number | null;
  /** Published ratings and their sum; null where there is none. */
  readonly ratingCount: number | null;
  readonly ratingSum: number | null;
  readonly picture: { readonly hash: string; readonly width: number; readonly height: number };
  readonly path: string;
  /** False for a feed whose label particulars are incomplete: it cannot be ordered. */
  readonly hasLabel: boolean;
  /** Listed variants of the product. */
  readonly variantCount: number;
  /** Which import the row is of, as `fetchWords` tells it. */
  readonly importVersion: number;
}

/** What only the page of a product shows. */
export type DetailRow = Pick<
  typeof product.$inferSelect,
  | 'feedType'
  | 'composition'
  | 'analytical'
  | 'additives'
  | 'feedAdvice'
  | 'shelfLifeMonths'
  | 'shelfLifeAfterOpeningMonths'
  | 'isSilo'
> &
  Pick<typeof productTranslation.$inferSelect, 'body' | 'benefits' | 'directions'> & {
    /** The feed itself, out of its pack. */
    readonly feedPicture: VariantRow['picture'] | null;
  };

/**
 * What the label of a feed lacks, by the fields of `product`; empty where nothing is missing and for what is no feed. Feed is not sold
 * without it: Regulation (EC) 767/2009, art. 11(3). The import asks for the same (`check-shop-files.ts`).
 */
const labelGaps = sql<string[]>`case
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

/** Products that are sold and whose label particulars are incomplete, in the order of their ids. */
export async function listLabelGaps(
  handle: Database,
): Promise<{ readonly productId: number; readonly key: string; readonly gaps: readonly string[] }[]> {
  return handle
    .select({ productId: product.productId, key: product.key, gaps: labelGaps })
    .from(product)
    .where(
      and(
        sql`exists (select from ${siteProduct} where ${siteProduct.productId} = ${product.productId})`,
        sql`${labelGaps} <> '{}'`,
      ),
    )
    .orderBy(asc(product.productId));
}

const scoped = {
  siteId: sql.placeholder('siteId'),
  languageId: sql.placeholder('languageId'),
  brand: sql.placeholder('brand'),
};
const selectVariants = (handle: Database, condition: SQL) =>
  handle
    .select({
      // Only what a list shows: recipes and descriptions are large, and lists are many.
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
      stockAmount: stock.amount,
      ratingCount: productRating.ratingCount,
      ratingSum: productRating.ratingSum,
      picture: { hash: picture.hash, width: picture.width, height: picture.height },
      path: route.path,
      hasLabel: sql<boolean>`${labelGaps} = '{}'`,
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
      and(eq(siteProduct.productId, product.productId), eq(siteProduct.siteId, scoped.siteId)),
    )
    .innerJoin(
      productTranslation,
      and(
        eq(productTranslation.productId, product.productId),
        eq(productTranslation.languageId, scoped.languageId),
      ),
    )
    .innerJoin(
      variantPicture,
      and(
        eq(variantPicture.productVariantId, productVariant.productVariantId),
        eq(variantPicture.languageId, scoped.languageId),
        eq(variantPicture.brand, scoped.brand),
      ),
    )
    .innerJoin(picture, eq(picture.hash, variantPicture.hash))
    .innerJoin(
      route,
      and(
        eq(route.productVariantId, productVariant.productVariantId),
        eq(route.siteId, scoped.siteId),
        eq(route.languageId, scoped.languageId),
        sql`${route.isCanonical}`,
      ),
    )
    .leftJoin(productRating, eq(productRating.productId, product.productId))
    .leftJoin(stock, eq(stock.productVariantId, productVariant.productVariantId))
    .where(and(eq(productVariant.isListed, true), condition));

// Nine tables: planning takes the server several times as long as running it, and a statement with a name is planned once per connection.
const prepareVariants = perHandle((handle) =>
  selectVariants(handle, sql`${productVariant.productVariantId} = any(${sql.placeholder('ids')})`).prepare(
    'list_variants',
  ),
);
const prepareSiblings = perHandle((handle) =>
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

/** Variants by productVariantId, in any order; those that the site does not have are missing. */
export async function listVariants(
  handle: Database,
  { siteId, languageId, brand }: ProductScope,
  ids: readonly number[],
): Promise<VariantRow[]> {
  if (ids.length === 0) return [];
  return prepareVariants(handle).execute({ siteId, languageId, brand, ids: [...ids] });
}

/** What must be known of a variant before it is put into a cart. */
export interface SoldVariant {
  readonly productVariantId: number;
  readonly productType: ProductType;
  /** Pieces; null = not counted. */
  readonly stockAmount: number | null;
}

const prepareSold = perHandle((handle) =>
  handle
    .select({
      productVariantId: productVariant.productVariantId,
      productType: product.productType,
      stockAmount: stock.amount,
    })
    .from(productVariant)
    .innerJoin(product, eq(product.productId, productVariant.productId))
    .innerJoin(
      siteProduct,
      and(eq(siteProduct.productId, product.productId), eq(siteProduct.siteId, scoped.siteId)),
    )
    .leftJoin(stock, eq(stock.productVariantId, productVariant.productVariantId))
    .where(
      and(
        eq(productVariant.productVariantId, sql.placeholder('productVariantId')),
        eq(productVariant.isListed, true),
        sql`${labelGaps} = '{}'`,
        sql`exists (
          select from ${price} where ${price.siteId} = ${scoped.siteId}
          and ${price.productVariantId} = ${productVariant.productVariantId}
          and ${price.validFrom} <= ${sql.placeholder('now')}::timestamptz
        )`,
      ),
    )
    .prepare('find_sold_variant'),
);

/** A variant that a site sells at an instant: listed, with a price, and a feed with all particulars of its label; undefined where it does not. */
export async function findSoldVariant(
  handle: Database,
  { siteId, now }: Pick<ProductScope, 'siteId' | 'now'>,
  productVariantId: number,
): Promise<SoldVariant | undefined> {
  const [row] = await prepareSold(handle).execute({ siteId, now: now.toISOString(), productVariantId });
  return row;
}

/** All listed variants of the product that a variant belongs to, in their order. */
export async function listSiblings(
  handle: Database,
  { siteId, languageId, brand }: ProductScope,
  productVariantId: number,
): Promise<VariantRow[]> {
  return prepareSiblings(handle).execute({ siteId, languageId, brand, productVariantId });
}

/** Default variants by productId, in any order. */
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

/** Default variants of what goes well with the product of a variant, best first. */
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

/** Default variants in stock of the same category's other products: those that share most facets with a product first. */
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
    .leftJoin(stock, eq(stock.productVariantId, productVariant.productVariantId))
    .where(
      and(
        eq(product.categoryId, categoryId),
        ne(product.productId, productId),
        // What is not counted is always there.
        or(isNull(stock.amount), gt(stock.amount, 0)),
      ),
    )
    .orderBy(desc(sharedFacets), asc(product.productId))
    .limit(limit);
  return rows.map((row) => row.productVariantId);
}

export async function findDetails(
  handle: Database,
  productId: number,
  languageId: number,
): Promise<DetailRow | undefined> {
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
      feedPicture: { hash: picture.hash, width: picture.width, height: picture.height },
    })
    .from(product)
    .innerJoin(productTranslation, eq(productTranslation.productId, product.productId))
    .leftJoin(picture, eq(picture.hash, product.feedPictureHash))
    .where(and(eq(product.productId, productId), eq(productTranslation.languageId, languageId)));
  return row;
}

export async function listFacets(
  handle: Database,
  productId: number,
): Promise<{ facet: string; value: string }[]> {
  return handle
    .select({ facet: productFacet.facet, value: productFacet.value })
    .from(productFacet)
    .where(eq(productFacet.productId, productId))
    .orderBy(asc(productFacet.facet), asc(productFacet.position));
}

/** Article numbers of variants by id. */
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

/** Products of some variants, each once, ascending. */
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

/** What the feeding-advice model reads of a variant and its product. */
export interface AdvisedVariant {
  readonly productVariantId: number;
  readonly netWeightGrams: number | null;
  readonly dose: ProductDose;
  readonly analytical: Analytical | null;
  /** Keys, in the order of the product. */
  readonly horseTypes: readonly string[];
}

const selectAdvised = (handle: Database, siteId: number, condition: SQL | undefined) =>
  handle
    .select({
      productVariantId: productVariant.productVariantId,
      netWeightGrams: productVariant.netWeightGrams,
      dose: product.feedAdvice,
      analytical: product.analytical,
      horseTypes: sql<string[]>`array(
        select ${productFacet.value} from ${productFacet}
        where ${productFacet.productId} = ${product.productId} and ${productFacet.facet} = 'horseTypes'
        order by ${productFacet.position}
      )`,
    })
    .from(productVariant)
    .innerJoin(product, eq(product.productId, productVariant.productId))
    .innerJoin(siteProduct, and(eq(siteProduct.productId, product.productId), eq(siteProduct.siteId, siteId)))
    .where(and(eq(productVariant.isListed, true), condition))
    .orderBy(asc(product.position));

/** A variant that a site lists; undefined where it lists none of this id. */
export async function findAdvisedVariant(
  handle: Database,
  siteId: number,
  productVariantId: number,
): Promise<AdvisedVariant | undefined> {
  const [row] = await selectAdvised(handle, siteId, eq(productVariant.productVariantId, productVariantId));
  return row;
}

/** Default variants of a site's products of some kinds, in the order of the catalogue. */
export async function listAdvisedVariants(
  handle: Database,
  siteId: number,
  kinds: readonly string[],
): Promise<AdvisedVariant[]> {
  return selectAdvised(
    handle,
    siteId,
    and(eq(productVariant.isDefault, true), inArray(product.kind, [...kinds])),
  );
}
