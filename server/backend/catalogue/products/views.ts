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

/** Variants, including those that are not listed. */
export const variants = queryBuilder
  .select({
    productVariantId: productVariant.productVariantId,
    productId: productVariant.productId,
    articleNumber: productVariant.articleNumber,
    packaging: productVariant.packaging,
    contentValue: productVariant.contentValue,
    contentUnit: productVariant.contentUnit,
    grossWeightGrams: productVariant.grossWeightGrams,
    isListed: productVariant.isListed,
  })
  .from(productVariant)
  .as('variants');

/** Types and VAT classes of products, including those that no site sells. */
export const productTypes = queryBuilder
  .select({ productId: product.productId, productType: product.productType, vatClass: product.vatClass })
  .from(product)
  .as('product_types');

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
