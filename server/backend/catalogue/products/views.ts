import { eq } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import {
  categoryProduct,
  product,
  productTranslation,
  productVariant,
  siteProduct,
  variantPicture,
} from './tables.ts';

const queryBuilder = new QueryBuilder();

/** Variants with the data of their product, including those that are not listed. */
export const articles = queryBuilder
  .select({
    productVariantId: productVariant.productVariantId,
    productId: productVariant.productId,
    productKey: product.key,
    productType: product.productType,
    vatClass: product.vatClass,
    articleNumber: productVariant.articleNumber,
    packaging: productVariant.packaging,
    contentValue: productVariant.contentValue,
    contentUnit: productVariant.contentUnit,
    grossWeightGrams: productVariant.grossWeightGrams,
    isListed: productVariant.isListed,
  })
  .from(productVariant)
  .innerJoin(product, eq(product.productId, productVariant.productId))
  .as('articles');

/** The product of each variant. */
export const variantProducts = queryBuilder
  .select({ productVariantId: productVariant.productVariantId, productId: productVariant.productId })
  .from(productVariant)
  .as('variant_products');

/** Keys of products, including those that no site sells. */
export const productKeys = queryBuilder
  .select({ productId: product.productId, key: product.key })
  .from(product)
  .as('product_keys');

/** Names of products by language, without the brand, and when the texts last changed. */
export const productNames = queryBuilder
  .select({
    productId: productTranslation.productId,
    languageId: productTranslation.languageId,
    name: productTranslation.name,
    modifiedAt: productTranslation.modifiedAt,
  })
  .from(productTranslation)
  .as('product_names');

/** The products that each site sells. */
export const soldProducts = queryBuilder
  .select({ siteId: siteProduct.siteId, productId: siteProduct.productId })
  .from(siteProduct)
  .as('sold_products');

/** The products that each category lists. */
export const categoryProducts = queryBuilder
  .select({ categoryId: categoryProduct.categoryId, productId: categoryProduct.productId })
  .from(categoryProduct)
  .as('category_products');

/** Pictures of variants by language and brand of the pack. */
export const variantPictures = queryBuilder
  .select({
    productVariantId: variantPicture.productVariantId,
    languageId: variantPicture.languageId,
    brand: variantPicture.brand,
    hash: variantPicture.hash,
  })
  .from(variantPicture)
  .as('variant_pictures');
