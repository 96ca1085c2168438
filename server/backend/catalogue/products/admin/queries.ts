import { and, asc, eq, ilike, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Content } from '../../../../../shared/contract/products.ts';
import type { Database } from '../../../core/database/database.ts';
import { escapeLike } from '../../../core/database/escape-like.ts';
import { languages } from '../../../sites/languages/views.ts';
import { sites } from '../../../sites/sites/views.ts';
import { productRatings } from '../../reviews/views.ts';
import { MAX_LOW_STOCK_PIECES } from '../../stock/service.ts';
import { stockAmounts } from '../../stock/views.ts';
import { product, productTranslation, productVariant, siteProduct } from '../tables.ts';

/** Filter of the product list. */
export interface VariantListFilter {
  /** Part of a name or a key, or the beginning of an article number; empty for all. */
  readonly text: string;
  readonly state: 'all' | 'soldOut' | 'few';
  /** Preferred language of the names. */
  readonly languageCode: string;
}

export interface VariantListRow {
  readonly productId: number;
  readonly productKey: string;
  /** Null if the product has no name in the language. */
  readonly name: string | null;
  readonly articleNumber: string;
  readonly packaging: string;
  readonly contentValue: number;
  readonly contentUnit: Content['unit'];
  /** Pieces; null if they are not counted. */
  readonly stockAmount: number | null;
}

const createStockCondition = (state: VariantListFilter['state']): SQL | undefined => {
  if (state === 'soldOut') return eq(stockAmounts.amount, 0);
  return state === 'few' ? lte(stockAmounts.amount, MAX_LOW_STOCK_PIECES) : undefined;
};

const variantListColumns = {
  productId: product.productId,
  productKey: product.key,
  name: productTranslation.name,
  articleNumber: productVariant.articleNumber,
  packaging: productVariant.packaging,
  contentValue: productVariant.contentValue,
  contentUnit: productVariant.contentUnit,
  stockAmount: stockAmounts.amount,
};

/** Lists variants in catalogue order. */
export async function listVariantsForAdmin(
  handle: Database,
  { text, state, languageCode }: VariantListFilter,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<VariantListRow[]> {
  const part = `%${escapeLike(text)}%`;
  return handle
    .select(variantListColumns)
    .from(productVariant)
    .innerJoin(product, eq(product.productId, productVariant.productId))
    .leftJoin(languages, eq(languages.code, languageCode))
    .leftJoin(
      productTranslation,
      and(
        eq(productTranslation.productId, product.productId),
        eq(productTranslation.languageId, languages.languageId),
      ),
    )
    .leftJoin(stockAmounts, eq(stockAmounts.productVariantId, productVariant.productVariantId))
    .where(
      and(
        eq(productVariant.isListed, true),
        createStockCondition(state),
        text === ''
          ? undefined
          : or(
              ilike(productTranslation.name, part),
              ilike(product.key, part),
              ilike(productVariant.articleNumber, `${escapeLike(text)}%`),
            ),
      ),
    )
    .orderBy(asc(product.position), asc(productVariant.position))
    .limit(limit)
    .offset(offset);
}

/** Counts the listed variants that are sold out. */
export async function countSoldOutVariants(handle: Database): Promise<number> {
  const [row] = await handle
    .select({ count: sql<number>`count(*)`.mapWith(Number) })
    .from(productVariant)
    .innerJoin(stockAmounts, eq(stockAmounts.productVariantId, productVariant.productVariantId))
    .where(and(eq(productVariant.isListed, true), eq(stockAmounts.amount, 0)));
  return row?.count ?? 0;
}

/** Returns a product with its listed variants; undefined if there is none. */
export async function findProductWithVariants(handle: Database, productId: number, languageCode: string) {
  const [row] = await handle
    .select({
      productId: product.productId,
      key: product.key,
      vatClass: product.vatClass,
      isSilo: product.isSilo,
      name: productTranslation.name,
      ratingCount: productRatings.ratingCount,
      ratingSum: productRatings.ratingSum,
    })
    .from(product)
    .leftJoin(languages, eq(languages.code, languageCode))
    .leftJoin(
      productTranslation,
      and(
        eq(productTranslation.productId, product.productId),
        eq(productTranslation.languageId, languages.languageId),
      ),
    )
    .leftJoin(productRatings, eq(productRatings.productId, product.productId))
    .where(eq(product.productId, productId));
  if (!row) return undefined;
  const variants = await handle
    .select({
      ...variantListColumns,
      productVariantId: productVariant.productVariantId,
      ean: productVariant.ean,
    })
    .from(productVariant)
    .innerJoin(product, eq(product.productId, productVariant.productId))
    .leftJoin(languages, eq(languages.code, languageCode))
    .leftJoin(
      productTranslation,
      and(
        eq(productTranslation.productId, product.productId),
        eq(productTranslation.languageId, languages.languageId),
      ),
    )
    .leftJoin(stockAmounts, eq(stockAmounts.productVariantId, productVariant.productVariantId))
    .where(and(eq(productVariant.productId, productId), eq(productVariant.isListed, true)))
    .orderBy(asc(productVariant.position));
  const sellingSites = await handle
    .select({ siteId: sites.siteId, name: sites.name })
    .from(siteProduct)
    .innerJoin(sites, eq(sites.siteId, siteProduct.siteId))
    .where(and(eq(siteProduct.productId, productId), isNull(sites.retiredAt)))
    .orderBy(asc(sites.siteId));
  return { ...row, variants, sites: sellingSites };
}
