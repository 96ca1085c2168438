import { and, asc, eq, gt, inArray } from 'drizzle-orm';
import type { Database } from '../../../core/database/database.ts';
import { category } from '../../categories/tables.ts';
import { product, productFacet, productVariant } from '../../products/tables.ts';
import type { WeightedAttribute } from '../product-search.ts';
import { getAttributeWeight, getMaterialWeight } from './field-weights.ts';

/** Number of rows read at a time. */
export const BATCH_SIZE = 500;

/** Each category with its ancestors, itself first, by categoryId. */
export type CategoryAncestors = ReadonlyMap<
  number,
  readonly { readonly categoryId: number; readonly key: string }[]
>;

/** Facts about a product, which are the same in every language. */
export interface AttributedProduct {
  readonly productId: number;
  readonly key: string;
  readonly attributes: readonly WeightedAttribute[];
}

export async function readCategoryAncestors(database: Database): Promise<CategoryAncestors> {
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

/**
 * Reads the facts about some products, in the order of their ids.
 *
 * @param wanted the products, or the id after which the next `BATCH_SIZE` products are read
 */
export async function readProductAttributes(
  database: Database,
  ancestors: CategoryAncestors,
  wanted: readonly number[] | { readonly after: number },
): Promise<AttributedProduct[]> {
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
    .where('after' in wanted ? gt(product.productId, wanted.after) : inArray(product.productId, [...wanted]))
    .orderBy(asc(product.productId))
    .limit(BATCH_SIZE);
  const productIds = rows.map(({ productId }) => productId);
  if (productIds.length === 0) return [];
  const facets = await readProductFacets(database, productIds);
  const variants = Map.groupBy(
    await database
      .select({
        productId: productVariant.productId,
        value: productVariant.contentValue,
        unit: productVariant.contentUnit,
        isDefault: productVariant.isDefault,
      })
      .from(productVariant)
      .where(and(inArray(productVariant.productId, productIds), eq(productVariant.isListed, true))),
    ({ productId }) => productId,
  );
  return rows.map(({ productId, key, kind, feedType, categoryId, composition }) => {
    const attributes: WeightedAttribute[] = [
      { facet: 'product', value: key, weight: 1 },
      { facet: 'kind', value: kind, weight: 0.8 },
    ];
    if (feedType !== null) attributes.push({ facet: 'feedType', value: feedType, weight: 0.8 });
    for (const [depth, line] of (ancestors.get(categoryId) ?? []).entries()) {
      attributes.push({ facet: 'category', value: line.key, weight: depth === 0 ? 1 : 0.75 });
    }
    const productFacets = facets.get(productId) ?? [];
    const counts = Map.groupBy(productFacets, ({ facet }) => facet);
    for (const { facet, value, position } of productFacets) {
      const weight = getAttributeWeight(facet, position, counts.get(facet)?.length ?? 1);
      attributes.push({ facet, value, weight });
    }
    for (const { material, percent } of composition)
      attributes.push({ facet: 'material', value: material, weight: getMaterialWeight(percent) });
    for (const { value, unit, isDefault } of variants.get(productId) ?? []) {
      attributes.push({ facet: 'size', value: `${value}${unit}`, weight: isDefault ? 1 : 0.9 });
    }
    return { productId, key, attributes };
  });
}
