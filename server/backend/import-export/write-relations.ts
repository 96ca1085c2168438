import { inArray, sql } from 'drizzle-orm';
import type { Database } from '../core/database/database.ts';
import * as schema from '../schema/schema.ts';
import type { ShopFiles } from '../shop-store/read-shop-files.ts';
import { CATALOGUE } from '../shop-store/record-shapes.ts';
import { fetchRows } from '../shop-store/write-rows.ts';
import { type ComparedProduct, createCandidateFinder, listRelatedProducts } from './related-items.ts';

/**
 * Reads the compared fields of every product in catalogue order. With texts and amounts it would be ten times
 * as much data.
 */
const readComparedProducts = (transaction: Database): Promise<ComparedProduct[]> =>
  fetchRows(
    transaction,
    sql`select key, (value ->> 'id')::int as id, (value ->> 'categoryId')::int as "categoryId",
        (value ->> 'productType')::int as "productType", value -> 'applications' as applications,
        value -> 'ingredientFlags' as "ingredientFlags", value -> 'ageGroups' as "ageGroups",
        value -> 'feedAdvice' as "feedAdvice", (value ->> 'scoopMl')::float as "scoopMl"
      from shop_record where file = ${CATALOGUE} and list = 'products' and jsonb_typeof(value) = 'object' order by position`,
  );

/**
 * Recalculates the related products of some products, after articles were added, deleted or changed their
 * recommendations.
 *
 * @param keys keys of those products; unknown ones are ignored
 * @param files present files of the shop; a part contains all articles, and its products are as stored
 * @returns ids of the products whose related products changed
 */
export async function writeRelations(
  transaction: Database,
  keys: readonly string[],
  { isPart, articles, products: stated }: Pick<ShopFiles, 'isPart' | 'articles' | 'products'>,
): Promise<number[]> {
  if (keys.length === 0) return [];
  const products: readonly ComparedProduct[] = isPart ? await readComparedProducts(transaction) : stated;
  const wanted = new Set(keys);
  const getCandidates = createCandidateFinder(products, articles);
  const about = products.filter(({ key }) => wanted.has(key));
  const ids = about.map(({ id }) => id);
  const rows = about.flatMap((product) =>
    listRelatedProducts(product, getCandidates(product), articles).map(({ id }, position) => ({
      productId: product.id,
      relatedProductId: id,
      position,
    })),
  );
  const { productRelation } = schema;
  const stored = await transaction
    .select()
    .from(productRelation)
    .where(inArray(productRelation.productId, ids));
  const describe = (of: readonly (typeof rows)[number][], id: number): string =>
    of
      .filter(({ productId }) => productId === id)
      .map(({ relatedProductId, position }) => `${position} ${relatedProductId}`)
      .toSorted()
      .join();
  const changed = ids.filter((id) => describe(rows, id) !== describe(stored, id));
  if (changed.length === 0) return [];
  await transaction.delete(productRelation).where(inArray(productRelation.productId, changed));
  const added = rows.filter(({ productId }) => changed.includes(productId));
  if (added.length > 0) await transaction.insert(productRelation).values(added);
  return changed;
}
