import { and, asc, eq, gt, isNotNull, sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { ErrorReporter } from '../../../../platform/sentry.ts';
import type { Database } from '../../../core/database/database.ts';
import { readImportVersion } from '../../../shop-store/import-version.ts';
import { language } from '../../../sites/languages/tables.ts';
import { route } from '../../../sites/routing/tables.ts';
import { siteProduct } from '../../products/tables.ts';
import { readPageTexts } from '../documents/page-texts.ts';
import { createPeriodicYield } from '../documents/periodic-yield.ts';
import { BATCH_SIZE } from '../documents/product-attributes.ts';
import { readNamedCategories, readProductTexts, readTermNames } from '../documents/product-texts.ts';
import type { PageHit } from '../product-search.ts';
import { getLanguageRules, type LanguageRules } from '../terms/language-rules.ts';
import { readTermMeanings } from '../terms/read-term-meanings.ts';
import type { TermMeanings } from '../terms/term-meanings.ts';
import { createAttributeIndexBuilder } from './attribute-index.ts';
import { type ProductAttributes, readProductAttributeIndex } from './product-attribute-index.ts';
import type { Documents } from './rank-documents.ts';
import { createWordIndexBuilder } from './word-index.ts';

/** The indexed texts of one language. */
export interface SearchTexts {
  readonly languageId: number;
  readonly rules: LanguageRules;
  readonly lexicon: TermMeanings;
  readonly products: Documents;
  /** Product ids by document number. */
  readonly productIds: Int32Array;
  readonly pages: Documents;
  readonly pagesByDocument: readonly PageHit[];
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
      lexicon: readTermMeanings(database),
      attributes: readProductAttributeIndex(database),
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

  const terms = await readTermNames(database, languageId);
  const categories = await readNamedCategories(database, languageId);
  const productWords = createWordIndexBuilder(rules, isKnown);
  const productNames: string[] = new Array(attributes.productIds.length).fill('');
  const sources = { languageId, ancestors: attributes.ancestors, terms, categories };
  for (let after = 0, isFull = true; isFull; ) {
    const batch = await readProductTexts(database, sources, after);
    isFull = batch.length === BATCH_SIZE;
    after = batch.at(-1)?.productId ?? after;
    for (const { productId, plainName, texts } of batch) {
      const document = attributes.documentByProductId.get(productId);
      if (document === undefined) continue;
      productNames[document] = plainName;
      productWords.add(document, texts);
      await yieldToEventLoop();
    }
  }
  const pageWords = createWordIndexBuilder(rules, isKnown);
  const pageAttributes = createAttributeIndexBuilder();
  const pages = await readPageTexts(database, languageId, categories);
  for (const [document, { texts, attributes: facts }] of pages.entries()) {
    pageWords.add(document, texts);
    for (const { facet, value, weight } of facts) pageAttributes.add(document, facet, value, weight);
    await yieldToEventLoop();
  }
  const pagesByDocument = pages.map(({ page }) => page);
  const pageNames = pages.map(({ plainName }) => plainName);

  return {
    languageId,
    rules,
    lexicon,
    products: {
      size: attributes.productIds.length,
      words: await productWords.finish(yieldToEventLoop),
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

/** Reads the products of a site, and the pages that have an address on it. */
async function readSiteDocuments(
  database: Database,
  siteId: number,
  languageId: number,
  attributes: ProductAttributes,
  pagesByDocument: readonly PageHit[],
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
