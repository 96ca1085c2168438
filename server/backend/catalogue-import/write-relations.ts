import { inArray, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import * as schema from '../database/schema.ts';
import type { ShopFiles } from './read-shop-files.ts';
import { CATALOGUE } from './record-shapes.ts';
import { type ComparedProduct, createCandidates, listRelatedProducts } from './related.ts';
import { fetchRows } from './write-rows.ts';

/** What is compared of every product, in the order of the catalogue: with its texts and amounts that would be ten times as much. */
const readCompared = (transaction: Database): Promise<ComparedProduct[]> =>
  fetchRows(
    transaction,
    sql`select key, (value ->> 'id')::int as id, (value ->> 'categoryId')::int as "categoryId",
        (value ->> 'productType')::int as "productType", value -> 'applications' as applications,
        value -> 'ingredientFlags' as "ingredientFlags", value -> 'ageGroups' as "ageGroups",
        value -> 'feedAdvice' as "feedAdvice", (value ->> 'scoopMl')::float as "scoopMl"
      from shop_record where file = ${CATALOGUE} and list = 'products' and jsonb_typeof(value) = 'object' order by position`,
  );

/**
 * Renews what goes well with some products, after articles have come, gone or recommended others.
 *
 * @param keys of those products; what the shop has no more is left out
 * @param files of the shop as it is now: those of a part have all articles, and the products are as they are stored
 * @returns ids of those of which it has changed
 */
export async function writeRelations(
  transaction: Database,
  keys: readonly string[],
  { isPart, articles, products: stated }: Pick<ShopFiles, 'isPart' | 'articles' | 'products'>,
): Promise<number[]> {
  if (keys.length === 0) return [];
  const products: readonly ComparedProduct[] = isPart ? await readCompared(transaction) : stated;
  const wanted = new Set(keys);
  const getCandidates = createCandidates(products, articles);
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
