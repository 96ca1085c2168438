import { and, asc, eq, gt } from 'drizzle-orm';
import type { Database } from '../../../core/database/database.ts';
import { category, categoryTranslation } from '../../categories/tables.ts';
import { product, productTranslation } from '../../products/tables.ts';
import { termTranslation } from '../../vocabulary/tables.ts';
import type { createWordIndexBuilder } from '../memory/word-index.ts';
import { toPlain } from '../terms/read-words.ts';
import { getMaterialWeight, weightByField } from './field-weights.ts';
import { BATCH_SIZE, type ProductAttributes, readProductFacets } from './product-attributes.ts';

/** A category with its texts in one language. */
export interface NamedCategory {
  readonly categoryId: number;
  readonly key: string;
  readonly name: string;
  readonly intro: string;
}

/** Reads the names of the facts about products, by vocabulary and key: `material oats`. */
export async function readTermNames(
  database: Database,
  languageId: number,
): Promise<ReadonlyMap<string, string>> {
  return new Map(
    (await database.select().from(termTranslation).where(eq(termTranslation.languageId, languageId))).map(
      ({ vocabulary, key, name }) => [`${vocabulary} ${key}`, name],
    ),
  );
}

/** Reads the categories that have texts in the language, in the order of the menu. */
export async function readNamedCategories(
  database: Database,
  languageId: number,
): Promise<readonly NamedCategory[]> {
  return database
    .select({
      categoryId: category.categoryId,
      key: category.key,
      name: categoryTranslation.name,
      intro: categoryTranslation.intro,
    })
    .from(category)
    .innerJoin(
      categoryTranslation,
      and(
        eq(categoryTranslation.categoryId, category.categoryId),
        eq(categoryTranslation.languageId, languageId),
      ),
    )
    .orderBy(asc(category.position));
}

/**
 * Adds the products that have texts in the language to the index of words.
 *
 * @returns name and claim of each product in plain words, by document number
 */
export async function readProductTexts(
  database: Database,
  {
    languageId,
    attributes,
    terms,
    categories,
    words,
    yieldToEventLoop,
  }: {
    readonly languageId: number;
    readonly attributes: ProductAttributes;
    readonly terms: ReadonlyMap<string, string>;
    readonly categories: readonly NamedCategory[];
    readonly words: ReturnType<typeof createWordIndexBuilder>;
    readonly yieldToEventLoop: () => Promise<void>;
  },
): Promise<readonly string[]> {
  const categoryNames = new Map(categories.map(({ categoryId, name }) => [categoryId, name]));

  const names: string[] = new Array(attributes.productIds.length).fill('');
  const t = productTranslation;
  for (let last = 0, isFull = true; isFull; ) {
    const rows = await database
      .select({
        productId: t.productId,
        name: t.name,
        claim: t.claim,
        body: t.body,
        benefits: t.benefits,
        categoryId: product.categoryId,
        composition: product.composition,
      })
      .from(t)
      .innerJoin(product, eq(product.productId, t.productId))
      .where(and(eq(t.languageId, languageId), gt(t.productId, last)))
      .orderBy(asc(t.productId))
      .limit(BATCH_SIZE);
    isFull = rows.length === BATCH_SIZE;
    last = rows.at(-1)?.productId ?? last;
    const facets = await readProductFacets(
      database,
      rows.map(({ productId }) => productId),
    );
    for (const { productId, name, claim, body, benefits, categoryId, composition } of rows) {
      const document = attributes.documentByProductId.get(productId);
      if (document === undefined) continue;
      names[document] = toPlain(`${name} ${claim}`);
      words.add(document, [
        { text: name, weight: weightByField.name },
        { text: claim, weight: weightByField.claim },
        ...(attributes.categories.get(categoryId) ?? []).map((category, depth) => ({
          text: categoryNames.get(category.categoryId) ?? '',
          weight: depth === 0 ? weightByField.category : weightByField.ancestor,
        })),
        ...composition.map(({ material, percent }) => ({
          text: terms.get(`material ${material}`) ?? '',
          weight: 0.5 * getMaterialWeight(percent),
        })),
        {
          text: (facets.get(productId) ?? [])
            .map(({ facet, value }) => terms.get(`${facet} ${value}`) ?? '')
            .join('. '),
          weight: weightByField.fact,
        },
        { text: benefits.join('. '), weight: weightByField.benefit },
        { text: body, weight: weightByField.body },
      ]);
      await yieldToEventLoop();
    }
  }
  return names;
}
