import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { Brand } from '../../../../shared/rules/brand-name.ts';
import { picture } from '../../content/pictures/tables.ts';
import type { Database } from '../../core/database/database.ts';
import { route } from '../../sites/routing/tables.ts';
import { category, categoryTranslation, siteCategory } from '../categories/tables.ts';
import {
  product,
  productTranslation,
  productVariant,
  siteProduct,
  variantPicture,
} from '../products/tables.ts';
import { stock } from '../stock/tables.ts';
import { termTranslation } from '../vocabulary/tables.ts';

/** Site, language and time. */
export interface ProductFeedScope {
  readonly siteId: number;
  readonly languageId: number;
  /** Brand printed on the packs. */
  readonly brand: Brand;
  readonly now: Date;
}

/** A variant for sale, with the texts and values of its product. */
export interface OfferRow {
  readonly variant: typeof productVariant.$inferSelect;
  readonly product: Pick<
    typeof product.$inferSelect,
    'productId' | 'productType' | 'categoryId' | 'vatClass'
  >;
  readonly name: string;
  readonly body: string;
  readonly picture: { readonly hash: string; readonly width: number; readonly height: number };
  readonly path: string;
  /** Pieces; null if they are not counted. */
  readonly stockAmount: number | null;
  readonly variantCount: number;
}

export interface CategoryName {
  readonly categoryId: number;
  readonly parentId: number | null;
  readonly name: string;
}

/** Lists variants of the site in the order of productVariantId, starting after a given one. */
export async function listOffers(
  handle: Database,
  { siteId, languageId, brand }: ProductFeedScope,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<OfferRow[]> {
  return handle
    .select({
      variant: productVariant,
      product: {
        productId: product.productId,
        productType: product.productType,
        categoryId: product.categoryId,
        vatClass: product.vatClass,
      },
      name: productTranslation.name,
      body: productTranslation.body,
      picture: { hash: picture.hash, width: picture.width, height: picture.height },
      path: route.path,
      stockAmount: stock.amount,
      variantCount: sql<number>`(
            select count(*)::int from ${productVariant} sibling
            where sibling.product_id = ${product.productId} and sibling.is_listed
          )`.mapWith(Number),
    })
    .from(productVariant)
    .innerJoin(product, eq(product.productId, productVariant.productId))
    .innerJoin(siteProduct, and(eq(siteProduct.productId, product.productId), eq(siteProduct.siteId, siteId)))
    .innerJoin(
      productTranslation,
      and(eq(productTranslation.productId, product.productId), eq(productTranslation.languageId, languageId)),
    )
    .innerJoin(
      variantPicture,
      and(
        eq(variantPicture.productVariantId, productVariant.productVariantId),
        eq(variantPicture.languageId, languageId),
        eq(variantPicture.brand, brand),
      ),
    )
    .innerJoin(picture, eq(picture.hash, variantPicture.hash))
    .innerJoin(
      route,
      and(
        eq(route.productVariantId, productVariant.productVariantId),
        eq(route.siteId, siteId),
        eq(route.languageId, languageId),
        // The same condition as in the partial index, so that the index is used.
        sql`${route.isCanonical}`,
      ),
    )
    .leftJoin(stock, eq(stock.productVariantId, productVariant.productVariantId))
    .where(and(eq(productVariant.isListed, true), gt(productVariant.productVariantId, after)))
    .orderBy(asc(productVariant.productVariantId))
    .limit(limit);
}

export async function listCategoryNames(
  handle: Database,
  siteId: number,
  languageId: number,
): Promise<CategoryName[]> {
  return handle
    .select({
      categoryId: category.categoryId,
      parentId: category.parentId,
      name: categoryTranslation.name,
    })
    .from(category)
    .innerJoin(
      siteCategory,
      and(eq(siteCategory.categoryId, category.categoryId), eq(siteCategory.siteId, siteId)),
    )
    .innerJoin(
      categoryTranslation,
      and(
        eq(categoryTranslation.categoryId, category.categoryId),
        eq(categoryTranslation.languageId, languageId),
      ),
    );
}

/** Returns the names of package types or colours by their key. */
export async function listTermNames(
  handle: Database,
  languageId: number,
  vocabulary: 'packaging' | 'colour',
): Promise<Map<string, string>> {
  const rows = await handle
    .select({ key: termTranslation.key, name: termTranslation.name })
    .from(termTranslation)
    .where(and(eq(termTranslation.languageId, languageId), eq(termTranslation.vocabulary, vocabulary)));
  return new Map(rows.map(({ key, name }) => [key, name]));
}
