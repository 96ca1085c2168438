import { and, asc, eq, ilike, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Content } from '../../../../../shared/contract/products.ts';
import type { Database } from '../../../core/database/database.ts';
import { escapeLike } from '../../../core/database/escape-like.ts';
import { language } from '../../../sites/languages/tables.ts';
import { site } from '../../../sites/sites/tables.ts';
import { productRating } from '../../reviews/tables.ts';
import { MAX_LOW_STOCK_PIECES } from '../../stock/service.ts';
import { stock } from '../../stock/tables.ts';
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
  if (state === 'soldOut') return eq(stock.amount, 0);
  return state === 'few' ? lte(stock.amount, MAX_LOW_STOCK_PIECES) : undefined;
};

const variantListColumns = {
  productId: product.productId,
  productKey: product.key,
  name: productTranslation.name,
  articleNumber: productVariant.articleNumber,
  packaging: productVariant.packaging,
  contentValue: productVariant.contentValue,
  contentUnit: productVariant.contentUnit,
  stockAmount: stock.amount,
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
    .leftJoin(language, eq(language.code, languageCode))
    .leftJoin(
      productTranslation,
      and(
        eq(productTranslation.productId, product.productId),
        eq(productTranslation.languageId, language.languageId),
      ),
    )
    .leftJoin(stock, eq(stock.productVariantId, productVariant.productVariantId))
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
    .innerJoin(stock, eq(stock.productVariantId, productVariant.productVariantId))
    .where(and(eq(productVariant.isListed, true), eq(stock.amount, 0)));
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
      ratingCount: productRating.ratingCount,
      ratingSum: productRating.ratingSum,
    })
    .from(product)
    .leftJoin(language, eq(language.code, languageCode))
    .leftJoin(
      productTranslation,
      and(
        eq(productTranslation.productId, product.productId),
        eq(productTranslation.languageId, language.languageId),
      ),
    )
    .leftJoin(productRating, eq(productRating.productId, product.productId))
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
    .leftJoin(language, eq(language.code, languageCode))
    .leftJoin(
      productTranslation,
      and(
        eq(productTranslation.productId, product.productId),
        eq(productTranslation.languageId, language.languageId),
      ),
    )
    .leftJoin(stock, eq(stock.productVariantId, productVariant.productVariantId))
    .where(and(eq(productVariant.productId, productId), eq(productVariant.isListed, true)))
    .orderBy(asc(productVariant.position));
  const sites = await handle
    .select({ siteId: site.siteId, name: site.name })
    .from(siteProduct)
    .innerJoin(site, eq(site.siteId, siteProduct.siteId))
    .where(and(eq(siteProduct.productId, productId), isNull(site.retiredAt)))
    .orderBy(asc(site.siteId));
  return { ...row, variants, sites };
}
