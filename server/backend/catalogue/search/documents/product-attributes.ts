import { and, asc, eq, gt, inArray } from 'drizzle-orm';
import type { Database } from '../../../core/database/database.ts';
import { category } from '../../categories/tables.ts';
import { product, productFacet, productVariant } from '../../products/tables.ts';
import { type AttributeIndex, createAttributeIndexBuilder } from '../memory/attribute-index.ts';
import { getAttributeWeight, getMaterialWeight } from './field-weights.ts';
import { createPeriodicYield } from './periodic-yield.ts';

/** Number of rows read at a time. */
export const BATCH_SIZE = 500;

/** Facts about all products, which are the same in every language. */
export interface ProductAttributes {
  readonly productIds: Int32Array;
  readonly documentByProductId: ReadonlyMap<number, number>;
  readonly index: AttributeIndex;
  /** The product's own category and its ancestors, by categoryId. */
  readonly categories: ReadonlyMap<number, readonly { readonly categoryId: number; readonly key: string }[]>;
}

/** Returns each category with its ancestors, itself first. */
async function readCategoryAncestors(database: Database): Promise<ProductAttributes['categories']> {
  const rows = await database.select().from(category);
  const byId = new Map(rows.map((row) => [row.categoryId, row]));
  return new Map(
    rows.map((row) => {
      const line: { categoryId: number; key: string }[] = [];
      for (let next: typeof row | undefined = row; next; next = byId.get(next.parentId ?? -1)) {
        line.push({ categoryId: next.categoryId, key: next.key });
      }
      return [row.categoryId, line];
    }),
  );
}

export async function readProductFacets(database: Database, productIds: readonly number[]) {
  const rows =
    productIds.length === 0
      ? []
      : await database
          .select()
          .from(productFacet)
          .where(inArray(productFacet.productId, [...productIds]));
  return Map.groupBy(rows, ({ productId }) => productId);
}

export async function readProductAttributes(database: Database): Promise<ProductAttributes> {
  const yieldToEventLoop = createPeriodicYield();
  const builder = createAttributeIndexBuilder();
  const ids: number[] = [];
  const categories = await readCategoryAncestors(database);
  for (let last = 0, isFull = true; isFull; ) {
    const rows = await database
      .select({
        productId: product.productId,
        key: product.key,
        kind: product.kind,
        feedType: product.feedType,
        categoryId: product.categoryId,
        composition: product.composition,
      })
      .from(product)
      .where(gt(product.productId, last))
      .orderBy(asc(product.productId))
      .limit(BATCH_SIZE);
    isFull = rows.length === BATCH_SIZE;
    last = rows.at(-1)?.productId ?? last;
    const batch = rows.map(({ productId }) => productId);
    if (batch.length === 0) break;
    const facets = await readProductFacets(database, batch);
    const variants = Map.groupBy(
      await database
        .select({
          productId: productVariant.productId,
          value: productVariant.contentValue,
          unit: productVariant.contentUnit,
          isDefault: productVariant.isDefault,
        })
        .from(productVariant)
        .where(and(inArray(productVariant.productId, batch), eq(productVariant.isListed, true))),
      ({ productId }) => productId,
    );
    for (const row of rows) {
      const document = ids.length;
      ids.push(row.productId);
      builder.add(document, 'product', row.key, 1);
      builder.add(document, 'kind', row.kind, 0.8);
      if (row.feedType !== null) builder.add(document, 'feedType', row.feedType, 0.8);
      for (const [depth, { key }] of (categories.get(row.categoryId) ?? []).entries()) {
        builder.add(document, 'category', key, depth === 0 ? 1 : 0.75);
      }
      const productFacets = facets.get(row.productId) ?? [];
      const counts = Map.groupBy(productFacets, ({ facet }) => facet);
      for (const { facet, value, position } of productFacets) {
        builder.add(
          document,
          facet,
          value,
          getAttributeWeight(facet, position, counts.get(facet)?.length ?? 1),
        );
      }
      for (const { material, percent } of row.composition)
        builder.add(document, 'material', material, getMaterialWeight(percent));
      for (const { value, unit, isDefault } of variants.get(row.productId) ?? []) {
        builder.add(document, 'size', `${value}${unit}`, isDefault ? 1 : 0.9);
      }
      await yieldToEventLoop();
    }
  }
  return {
    productIds: Int32Array.from(ids),
    documentByProductId: new Map(ids.map((id, document) => [id, document])),
    index: builder.finish(),
    categories,
  };
}
