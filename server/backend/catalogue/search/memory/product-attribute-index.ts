import type { Database } from '../../../core/database/database.ts';
import { createPeriodicYield } from '../documents/periodic-yield.ts';
import {
  BATCH_SIZE,
  type CategoryAncestors,
  readCategoryAncestors,
  readProductAttributes,
} from '../documents/product-attributes.ts';
import { type AttributeIndex, createAttributeIndexBuilder } from './attribute-index.ts';

/** Facts about all products, which are the same in every language. */
export interface ProductAttributes {
  readonly productIds: Int32Array;
  readonly documentByProductId: ReadonlyMap<number, number>;
  readonly index: AttributeIndex;
  readonly ancestors: CategoryAncestors;
}

export async function readProductAttributeIndex(database: Database): Promise<ProductAttributes> {
  const yieldToEventLoop = createPeriodicYield();
  const builder = createAttributeIndexBuilder();
  const ids: number[] = [];
  const ancestors = await readCategoryAncestors(database);
  for (let after = 0, isFull = true; isFull; ) {
    const batch = await readProductAttributes(database, ancestors, { after });
    isFull = batch.length === BATCH_SIZE;
    after = batch.at(-1)?.productId ?? after;
    for (const { productId, attributes } of batch) {
      const document = ids.length;
      ids.push(productId);
      for (const { facet, value, weight } of attributes) builder.add(document, facet, value, weight);
      await yieldToEventLoop();
    }
  }
  return {
    productIds: Int32Array.from(ids),
    documentByProductId: new Map(ids.map((id, document) => [id, document])),
    index: builder.finish(),
    ancestors,
  };
}
