import { and, asc, eq, gt } from 'drizzle-orm';
import type { Database } from '../../../core/database/database.ts';
import { category, categoryTranslation } from '../../categories/tables.ts';
import { product, productTranslation } from '../../products/tables.ts';
import { termTranslation } from '../../vocabulary/tables.ts';
import type { WeightedText } from '../product-search.ts';
import { toPlain } from '../terms/read-words.ts';
import { getMaterialWeight, weightByField } from './field-weights.ts';
import { BATCH_SIZE, type CategoryAncestors, readProductFacets } from './product-attributes.ts';

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

/** The texts of a product in one language. */
export interface ProductTexts {
  readonly productId: number;
  /** Name and claim without accents. */
  readonly plainName: string;
  readonly texts: readonly WeightedText[];
}

/** What the texts of products are made of, in addition to their rows. */
export interface ProductTextSources {
  readonly languageId: number;
  readonly ancestors: CategoryAncestors;
  /** Names of facts, see `readTermNames`. */
  readonly terms: ReadonlyMap<string, string>;
  readonly categories: readonly NamedCategory[];
}

/** Reads the texts of the next `BATCH_SIZE` products that have some in the language, after an id. */
export async function readProductTexts(
  database: Database,
  { languageId, ancestors, terms, categories }: ProductTextSources,
  after: number,
): Promise<ProductTexts[]> {
  const categoryNames = new Map(categories.map(({ categoryId, name }) => [categoryId, name]));
  const t = productTranslation;
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
    .where(and(eq(t.languageId, languageId), gt(t.productId, after)))
    .orderBy(asc(t.productId))
    .limit(BATCH_SIZE);
  const facets = await readProductFacets(
    database,
    rows.map(({ productId }) => productId),
  );
  return rows.map(({ productId, name, claim, body, benefits, categoryId, composition }) => ({
    productId,
    plainName: toPlain(`${name} ${claim}`),
    texts: [
      { text: name, weight: weightByField.name },
      { text: claim, weight: weightByField.claim },
      ...(ancestors.get(categoryId) ?? []).map((line, depth) => ({
        text: categoryNames.get(line.categoryId) ?? '',
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
    ],
  }));
}
