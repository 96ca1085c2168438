import { and, asc, eq, gt, isNotNull, sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { ErrorReporter } from '../../../../platform/sentry.ts';
import type { Database } from '../../../core/database/database.ts';
import { listShopChanges, readImportVersion, type ShopChange } from '../../../shop-store/import-version.ts';
import { languages } from '../../../sites/languages/views.ts';
import { route } from '../../../sites/routing/tables.ts';
import { siteProduct } from '../../products/tables.ts';
import { readPageTexts } from '../documents/page-texts.ts';
import { createPeriodicYield } from '../documents/periodic-yield.ts';
import { BATCH_SIZE } from '../documents/product-attributes.ts';
import { readNamedCategories, readProductTexts, readTermNames } from '../documents/product-texts.ts';
import {
  changesAddresses,
  changesFacts,
  changesPageTexts,
  changesProductTexts,
} from '../documents/text-changes.ts';
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
  readonly languages: LRUCache<number, LoadedLanguage>;
  readonly sites: Map<string, Promise<SiteDocuments>>;
}

interface LoadedLanguage {
  readonly code: string;
  readonly products: Promise<ProductDocuments>;
  readonly pages: Promise<PageDocuments>;
  readonly texts: Promise<SearchTexts>;
  /** True if reading the texts has failed: the next search reads them again. */
  hasFailed: boolean;
}

type ProductDocuments = Pick<Documents, 'words' | 'getName'>;

interface PageDocuments {
  readonly documents: Documents;
  readonly pages: readonly PageHit[];
}

/**
 * Creates the in-memory store of texts by language. A language is loaded on first use, and again after an
 * import. After an edit, only the texts that it may have changed are loaded again: no texts after an edit of a
 * price, the pages of one language after an edit of an article. Facts about products (uses and contents) are
 * stored once for all languages. Requests do not wait for a reload: the previous texts are used until it ends,
 * and failures are reported as errors. If there are more languages than fit, the least recently used one is
 * evicted and loaded again when needed.
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
      languages: new LRUCache({ max: mostLanguages }),
      sites: new Map(),
    };
  }

  /** Creates the snapshot after some changes with everything of the former one that they do not concern. */
  function updateSnapshot(
    former: CatalogueSnapshot,
    version: number,
    changes: readonly ShopChange[],
  ): CatalogueSnapshot {
    if (changes.some(changesFacts)) return createSnapshot(version);
    const hasSamePages = !changes.some(changesAddresses);
    const snapshot: CatalogueSnapshot = {
      ...former,
      version,
      languages: new LRUCache({ max: mostLanguages }),
      sites: hasSamePages ? former.sites : new Map(),
    };
    // The least recently used one first, so that the order stays the same.
    for (const [languageId, loaded] of [...former.languages.entries()].reverse()) {
      const { code, hasFailed } = loaded;
      if (hasFailed) continue;
      const hasNewProducts = changes.some((change) => changesProductTexts(change, code));
      const hasNewPages = changes.some((change) => changesPageTexts(change, code));
      const products = hasNewProducts ? undefined : loaded.products;
      const pages = hasNewPages ? undefined : loaded.pages;
      if (products && pages && hasSamePages) snapshot.languages.set(languageId, loaded);
      else loadLanguage(snapshot, languageId, code, { products, pages });
    }
    return snapshot;
  }

  /** Loads the texts of a language, except those that are passed. */
  function loadLanguage(
    snapshot: CatalogueSnapshot,
    languageId: number,
    code: string,
    known: { readonly [K in 'products' | 'pages']?: LoadedLanguage[K] | undefined } = {},
  ): LoadedLanguage {
    const source = { snapshot, languageId, rules: getLanguageRules(code) };
    const products = known.products ?? readProductDocuments(database, source);
    const pages = known.pages ?? readPageDocuments(database, source);
    const texts = combineTexts(database, source, { products, pages });
    const loaded: LoadedLanguage = { code, products, pages, texts, hasFailed: false };
    snapshot.languages.set(languageId, loaded);
    texts.then(
      // Loading for an earlier import may end after that for the current one.
      (complete) => {
        if (current?.languages.peek(languageId) === loaded) latest.set(languageId, complete);
      },
      (error: unknown) => {
        // Later snapshots may have taken it over.
        loaded.hasFailed = true;
        // If earlier texts are used, the failure is not visible anywhere else.
        if (latest.has(languageId)) errors.reportError(error);
      },
    );
    return loaded;
  }

  async function fetchSnapshot(): Promise<CatalogueSnapshot> {
    const version = await readImportVersion(database);
    if (current?.version === version) return current;
    const former = current;
    const changes = former && (await listShopChanges(database, former.version));
    // Another request has created it meanwhile.
    if (current && current !== former && current.version >= version) return current;
    const started = former && changes ? updateSnapshot(former, version, changes) : createSnapshot(version);
    current = started;
    Promise.all([started.lexicon, started.attributes]).catch(() => {
      if (current === started) current = undefined;
    });
    return started;
  }

  return {
    async fetchTexts(languageId) {
      const snapshot = await fetchSnapshot();
      const findLoaded = () => {
        const loaded = snapshot.languages.get(languageId);
        return loaded?.hasFailed === false ? loaded : undefined;
      };
      const code = findLoaded() ? '' : await findLanguageCode(database, languageId);
      // Another request may have loaded it meanwhile.
      const loaded = findLoaded() ?? loadLanguage(snapshot, languageId, code);
      return latest.get(languageId) ?? loaded.texts;
    },
  };
}

/** What the texts of a language are read with. */
interface TextSource {
  readonly snapshot: CatalogueSnapshot;
  readonly languageId: number;
  readonly rules: LanguageRules;
}

async function findLanguageCode(database: Database, languageId: number): Promise<string> {
  const [found] = await database
    .select({ code: languages.code })
    .from(languages)
    .where(eq(languages.languageId, languageId));
  return found?.code ?? '';
}

async function readProductDocuments(
  database: Database,
  { snapshot, languageId, rules }: TextSource,
): Promise<ProductDocuments> {
  const lexicon = await snapshot.lexicon;
  const attributes = await snapshot.attributes;
  const yieldToEventLoop = createPeriodicYield();
  const terms = await readTermNames(database, languageId);
  const categories = await readNamedCategories(database, languageId);
  const words = createWordIndexBuilder(rules, (plain) => lexicon.isKnown(languageId, plain));
  const names: string[] = new Array(attributes.productIds.length).fill('');
  const sources = { languageId, ancestors: attributes.ancestors, terms, categories };
  for (let after = 0, isFull = true; isFull; ) {
    const batch = await readProductTexts(database, sources, after);
    isFull = batch.length === BATCH_SIZE;
    after = batch.at(-1)?.productId ?? after;
    for (const { productId, plainName, texts } of batch) {
      const document = attributes.documentByProductId.get(productId);
      if (document === undefined) continue;
      names[document] = plainName;
      words.add(document, texts);
      await yieldToEventLoop();
    }
  }
  return {
    words: await words.finish(yieldToEventLoop),
    getName: (document) => names[document] ?? '',
  };
}

async function readPageDocuments(
  database: Database,
  { snapshot, languageId, rules }: TextSource,
): Promise<PageDocuments> {
  const lexicon = await snapshot.lexicon;
  const yieldToEventLoop = createPeriodicYield();
  const words = createWordIndexBuilder(rules, (plain) => lexicon.isKnown(languageId, plain));
  const attributes = createAttributeIndexBuilder();
  const pages = await readPageTexts(database, languageId, await readNamedCategories(database, languageId));
  for (const [document, { texts, attributes: facts }] of pages.entries()) {
    words.add(document, texts);
    for (const { facet, value, weight } of facts) attributes.add(document, facet, value, weight);
    await yieldToEventLoop();
  }
  const names = pages.map(({ plainName }) => plainName);
  return {
    documents: {
      size: pages.length,
      words: await words.finish(yieldToEventLoop),
      attributes: attributes.finish(),
      getName: (document) => names[document] ?? '',
    },
    pages: pages.map(({ page }) => page),
  };
}

async function combineTexts(
  database: Database,
  { snapshot, languageId, rules }: TextSource,
  reads: Pick<LoadedLanguage, 'products' | 'pages'>,
): Promise<SearchTexts> {
  const [lexicon, attributes, products, { documents, pages: pagesByDocument }] = await Promise.all([
    snapshot.lexicon,
    snapshot.attributes,
    reads.products,
    reads.pages,
  ]);
  return {
    languageId,
    rules,
    lexicon,
    products: { ...products, size: attributes.productIds.length, attributes: attributes.index },
    productIds: attributes.productIds,
    pages: documents,
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
