import { and, asc, eq, gt, inArray, isNotNull, sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { ErrorReporter } from '../../../../platform/sentry.ts';
import { contentPage, contentPageScope, contentPageTranslation } from '../../../content/content/tables.ts';
import type { Database } from '../../../core/database/database.ts';
import type { StoredBlock } from '../../../core/markdown/markdown-blocks.ts';
import { readImportVersion } from '../../../shop-store/import-version.ts';
import { language } from '../../../sites/languages/tables.ts';
import { route } from '../../../sites/routing/tables.ts';
import { category, categoryTranslation } from '../../categories/tables.ts';
import {
  product,
  productFacet,
  productTranslation,
  productVariant,
  siteProduct,
} from '../../products/tables.ts';
import { termTranslation } from '../../vocabulary/tables.ts';
import { searchMeaning, searchSynonym } from '../tables.ts';
import { type AttributeIndex, createAttributeIndexBuilder } from './attribute-index.ts';
import { getLanguageRules, type LanguageRules } from './language-rules.ts';
import type { Documents } from './rank-documents.ts';
import { toPlain } from './read-words.ts';
import { createTermMeanings, type TermMeanings } from './term-meanings.ts';
import { createWordIndexBuilder, type WeightedText } from './word-index.ts';

/** A page that a term can find. */
export type SearchablePage =
  | { readonly kind: 'content' | 'landing'; readonly key: string; readonly contentPageId: number }
  | { readonly kind: 'category'; readonly key: string; readonly categoryId: number };

/** The indexed texts of one language. */
export interface SearchTexts {
  readonly languageId: number;
  readonly rules: LanguageRules;
  readonly lexicon: TermMeanings;
  readonly products: Documents;
  /** Product ids by document number. */
  readonly productIds: Int32Array;
  readonly pages: Documents;
  readonly pagesByDocument: readonly SearchablePage[];
  /** Returns the products and pages of a site by document number. */
  fetchSite(siteId: number): Promise<SiteDocuments>;
}

export interface SiteDocuments {
  readonly products: Uint8Array;
  readonly pages: Uint8Array;
}

export interface SearchTextCache {
  /** Returns the texts of a language from the latest import; while those are loaded, the previous ones. */
  fetchTexts(languageId: number): Promise<SearchTexts>;
}

/**
 * Maximum number of cached languages: 20,000 products take about 11 MB in each (`npm run bench:search --
 * memory`).
 */
const MAX_CACHED_LANGUAGES = 12;
/** Number of rows read at a time. */
const BATCH_SIZE = 500;
/** Milliseconds of work after which other requests get a turn. */
const MAX_BLOCKING_MS = 8;

/** Weights of a word by the field in which it occurs. Names precede all descriptive and derived texts. */
const weightByField = {
  name: 1,
  claim: 0.5,
  category: 0.45,
  ancestor: 0.35,
  fact: 0.3,
  benefit: 0.28,
  body: 0.2,
  title: 1,
  summary: 0.5,
  heading: 0.35,
  block: 0.15,
} as const;

/** Returns the weight of a fact: higher if the product has few of its kind and names it early. */
const getAttributeWeight = (facet: string, position: number, count: number): number => {
  if (facet === 'applications')
    return (1 - 0.12 * Math.min(position, 4)) * (count === 1 ? 1 : count === 2 ? 0.95 : 0.88);
  if (facet === 'ingredientFlags' || facet === 'packaging') return 0.7;
  return 1 / Math.sqrt(count);
};

/** Returns the weight of a feed material by its share. */
const getMaterialWeight = (percent: number): number => 0.3 + 0.7 * Math.min(1, percent / 40);

/** Returns a function that yields to other work after a while. */
function createPeriodicYield(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < MAX_BLOCKING_MS) return;
    await new Promise<void>((resolve) => setImmediate(resolve));
    since = performance.now();
  };
}

interface ProductAttributes {
  readonly productIds: Int32Array;
  readonly documentByProductId: ReadonlyMap<number, number>;
  readonly index: AttributeIndex;
  /** The product's own category and its ancestors, by categoryId. */
  readonly categories: ReadonlyMap<number, readonly { readonly categoryId: number; readonly key: string }[]>;
}

interface CatalogueSnapshot {
  readonly version: number;
  readonly lexicon: Promise<TermMeanings>;
  readonly attributes: Promise<ProductAttributes>;
  readonly texts: LRUCache<number, Promise<SearchTexts>>;
  readonly sites: Map<string, Promise<SiteDocuments>>;
}

/**
 * Creates the in-memory store of texts by language. A language is loaded on first use, and again after an
 * import. Facts about products (uses and contents) are stored once for all languages. Requests do not wait
 * for a reload: the previous texts are used until it ends, and failures are reported as errors. If there are
 * more languages than fit, the least recently used one is evicted and loaded again when needed.
 */
export function createSearchTextCache(
  database: Database,
  errors: Pick<ErrorReporter, 'reportError'>,
  mostLanguages: number = MAX_CACHED_LANGUAGES,
): SearchTextCache {
  let current: CatalogueSnapshot | undefined;
  /** The latest texts of each language, from this import or an earlier one. */
  const latest = new LRUCache<number, SearchTexts>({ max: mostLanguages });

  function createSnapshot(version: number): CatalogueSnapshot {
    return {
      version,
      lexicon: readLexicon(database),
      attributes: readProductAttributes(database),
      texts: new LRUCache({ max: mostLanguages }),
      sites: new Map(),
    };
  }

  function loadTexts(snapshot: CatalogueSnapshot, languageId: number): Promise<SearchTexts> {
    const known = snapshot.texts.get(languageId);
    if (known) return known;
    const reading = readSearchTexts(database, snapshot, languageId).then((texts) => {
      // Loading for an earlier import may end after that for the current one.
      if (current === snapshot) latest.set(languageId, texts);
      return texts;
    });
    snapshot.texts.set(languageId, reading);
    reading.catch((error: unknown) => {
      snapshot.texts.delete(languageId);
      // If earlier texts are used, the failure is not visible anywhere else.
      if (latest.has(languageId)) errors.reportError(error);
    });
    return reading;
  }

  return {
    async fetchTexts(languageId) {
      const version = await readImportVersion(database);
      if (!current || current.version !== version) {
        current = createSnapshot(version);
        const started = current;
        Promise.all([started.lexicon, started.attributes]).catch(() => {
          if (current === started) current = undefined;
        });
      }
      const reading = loadTexts(current, languageId);
      return latest.get(languageId) ?? (await reading);
    },
  };
}

async function readLexicon(database: Database): Promise<TermMeanings> {
  const [languages, synonyms, meanings, terms, categories] = [
    await database.select({ languageId: language.languageId, code: language.code }).from(language),
    await database.select().from(searchSynonym),
    await database.select().from(searchMeaning),
    await database
      .select()
      .from(termTranslation)
      .where(
        inArray(termTranslation.vocabulary, [
          'material',
          'horseTypes',
          'ageGroups',
          'applications',
          'ingredientFlags',
          'packaging',
        ]),
      ),
    await database
      .select({
        languageId: categoryTranslation.languageId,
        value: category.key,
        name: categoryTranslation.name,
      })
      .from(categoryTranslation)
      .innerJoin(category, eq(category.categoryId, categoryTranslation.categoryId)),
  ];
  return createTermMeanings({
    languages,
    synonyms,
    meanings,
    names: [
      ...terms.map(({ languageId, vocabulary, key, name }) => ({
        languageId,
        facet: vocabulary,
        value: key,
        name,
      })),
      ...categories.map((row) => ({ ...row, facet: 'category' })),
    ],
  });
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

async function readProductFacets(database: Database, productIds: readonly number[]) {
  const rows =
    productIds.length === 0
      ? []
      : await database
          .select()
          .from(productFacet)
          .where(inArray(productFacet.productId, [...productIds]));
  return Map.groupBy(rows, ({ productId }) => productId);
}

async function readProductAttributes(database: Database): Promise<ProductAttributes> {
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

async function readSearchTexts(
  database: Database,
  snapshot: CatalogueSnapshot,
  languageId: number,
): Promise<SearchTexts> {
  const lexicon = await snapshot.lexicon;
  const attributes = await snapshot.attributes;
  const [found] = await database
    .select({ code: language.code })
    .from(language)
    .where(eq(language.languageId, languageId));
  const rules = getLanguageRules(found?.code ?? '');
  const isKnown = (plain: string) => lexicon.isKnown(languageId, plain);
  const yieldToEventLoop = createPeriodicYield();

  const terms = new Map(
    (await database.select().from(termTranslation).where(eq(termTranslation.languageId, languageId))).map(
      ({ vocabulary, key, name }) => [`${vocabulary} ${key}`, name],
    ),
  );
  const categories = await database
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
  const categoryNames = new Map(categories.map(({ categoryId, name }) => [categoryId, name]));

  const products = createWordIndexBuilder(rules, isKnown);
  const productNames: string[] = new Array(attributes.productIds.length).fill('');
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
      productNames[document] = toPlain(`${name} ${claim}`);
      products.add(document, [
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

  const pages = await readSearchablePages(database, languageId);
  const pageWords = createWordIndexBuilder(rules, isKnown);
  const pageAttributes = createAttributeIndexBuilder();
  const pagesByDocument: SearchablePage[] = [];
  const pageNames: string[] = [];
  const addPage = (page: SearchablePage, title: string, texts: readonly WeightedText[]) => {
    const document = pagesByDocument.length;
    pagesByDocument.push(page);
    pageNames.push(toPlain(title));
    pageWords.add(document, [{ text: title, weight: weightByField.title }, ...texts]);
    pageAttributes.add(document, 'page', page.key, 1);
    return document;
  };
  for (const { categoryId, key, name, intro } of categories) {
    const document = addPage({ kind: 'category', key, categoryId }, name, [
      { text: intro, weight: weightByField.block },
    ]);
    pageAttributes.add(document, 'category', key, 1);
  }
  for (const { contentPageId, key, kind, title, summary, metaDescription, blocks, scope } of pages) {
    const document = addPage(
      { kind: kind === 'landing' ? 'landing' : 'content', key, contentPageId },
      withoutPlaceholders(title),
      [
        { text: withoutPlaceholders(summary ?? metaDescription), weight: weightByField.summary },
        { text: withoutPlaceholders(listBlockTexts(blocks, true).join('. ')), weight: weightByField.heading },
        { text: withoutPlaceholders(listBlockTexts(blocks, false).join('. ')), weight: weightByField.block },
      ],
    );
    for (const { facet, value } of scope)
      pageAttributes.add(document, facet, value, kind === 'landing' ? 1 : 0.8);
    await yieldToEventLoop();
  }

  return {
    languageId,
    rules,
    lexicon,
    products: {
      size: attributes.productIds.length,
      words: await products.finish(yieldToEventLoop),
      attributes: attributes.index,
      getName: (document) => productNames[document] ?? '',
    },
    productIds: attributes.productIds,
    pages: {
      size: pagesByDocument.length,
      words: await pageWords.finish(yieldToEventLoop),
      attributes: pageAttributes.finish(),
      getName: (document) => pageNames[document] ?? '',
    },
    pagesByDocument,
    fetchSite(siteId) {
      const key = `${siteId} ${languageId}`;
      const known = snapshot.sites.get(key);
      if (known) return known;
      const reading = readSiteDocuments(database, siteId, languageId, attributes, pagesByDocument);
      snapshot.sites.set(key, reading);
      reading.catch(() => snapshot.sites.delete(key));
      return reading;
    },
  };
}

async function readSearchablePages(database: Database, languageId: number) {
  const scopes = Map.groupBy(
    await database.select().from(contentPageScope),
    ({ contentPageId }) => contentPageId,
  );
  const rows = await database
    .select({
      contentPageId: contentPage.contentPageId,
      key: contentPage.key,
      kind: contentPage.kind,
      title: contentPageTranslation.title,
      summary: contentPageTranslation.summary,
      metaDescription: contentPageTranslation.metaDescription,
      blocks: contentPageTranslation.blocks,
    })
    .from(contentPage)
    .innerJoin(
      contentPageTranslation,
      and(
        eq(contentPageTranslation.contentPageId, contentPage.contentPageId),
        eq(contentPageTranslation.languageId, languageId),
      ),
    )
    .orderBy(asc(contentPage.contentPageId));
  return rows.map((row) => ({ ...row, scope: scopes.get(row.contentPageId) ?? [] }));
}

const withoutPlaceholders = (text: string): string => text.replaceAll(/\{[a-zA-Z]+\}/g, ' ');

function listBlockTexts(blocks: readonly StoredBlock[], areHeadings: boolean): string[] {
  return blocks.flatMap((block) => {
    if (block.type === 'heading') return areHeadings ? [block.text] : [];
    if (areHeadings || block.type === 'picture') return [];
    const lines = block.type === 'paragraph' ? [block.content] : block.items;
    return lines.map((line) => line.map(({ text }) => text).join(''));
  });
}

/** Reads the products of a site, and the pages that have an address on it. */
async function readSiteDocuments(
  database: Database,
  siteId: number,
  languageId: number,
  attributes: ProductAttributes,
  pagesByDocument: readonly SearchablePage[],
): Promise<SiteDocuments> {
  const products = new Uint8Array(attributes.productIds.length);
  for (let last = 0, isFull = true; isFull; ) {
    const rows = await database
      .select({ productId: siteProduct.productId })
      .from(siteProduct)
      .where(and(eq(siteProduct.siteId, siteId), gt(siteProduct.productId, last)))
      .orderBy(asc(siteProduct.productId))
      .limit(BATCH_SIZE * 10);
    isFull = rows.length === BATCH_SIZE * 10;
    last = rows.at(-1)?.productId ?? last;
    for (const { productId } of rows) {
      const document = attributes.documentByProductId.get(productId);
      if (document !== undefined) products[document] = 1;
    }
  }
  const addresses = await database
    .select({ contentPageId: route.contentPageId, categoryId: route.categoryId })
    .from(route)
    .where(
      and(
        eq(route.siteId, siteId),
        eq(route.languageId, languageId),
        sql`${route.isCanonical}`,
        sql`(${isNotNull(route.contentPageId)} or ${isNotNull(route.categoryId)})`,
      ),
    );
  const contentPages = new Set(addresses.map(({ contentPageId }) => contentPageId));
  const categories = new Set(addresses.map(({ categoryId }) => categoryId));
  return {
    products,
    pages: Uint8Array.from(pagesByDocument, (page) =>
      Number(
        page.kind === 'category' ? categories.has(page.categoryId) : contentPages.has(page.contentPageId),
      ),
    ),
  };
}
