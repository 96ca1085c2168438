import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Database } from '../../../core/database/database.ts';
import { listShopChanges, readImportVersion, type ShopChange } from '../../../shop-store/import-version.ts';
import { languages } from '../../../sites/languages/views.ts';
import type { SearchDocument, SearchIndex } from '../product-search.ts';
import { searchIndexState } from '../tables.ts';
import { readPageTexts } from './page-texts.ts';
import { BATCH_SIZE, readCategoryAncestors, readProductAttributes } from './product-attributes.ts';
import { readNamedCategories, readProductTexts, readTermNames } from './product-texts.ts';
import { changesFacts, changesPageTexts, changesProductTexts } from './text-changes.ts';

/** Reads all documents of a language in batches: the products in the order of their ids, then the pages. */
async function* readSearchDocuments(
  database: Database,
  languageId: number,
): AsyncGenerator<readonly SearchDocument[]> {
  const ancestors = await readCategoryAncestors(database);
  const terms = await readTermNames(database, languageId);
  const categories = await readNamedCategories(database, languageId);
  const sources = { languageId, ancestors, terms, categories };
  for (let after = 0, isFull = true; isFull; ) {
    const batch = await readProductTexts(database, sources, after);
    isFull = batch.length === BATCH_SIZE;
    after = batch.at(-1)?.productId ?? after;
    const ids = batch.map(({ productId }) => productId);
    const facts = new Map(
      (await readProductAttributes(database, ancestors, ids)).map((product) => [product.productId, product]),
    );
    yield batch.map(({ productId, plainName, texts }) => ({
      documentId: `product:${productId}`,
      kind: 'product',
      entityId: productId,
      key: facts.get(productId)?.key ?? '',
      plainName,
      texts,
      attributes: facts.get(productId)?.attributes ?? [],
    }));
  }
  const pages = await readPageTexts(database, languageId, categories);
  yield pages.map(({ page, plainName, texts, attributes }) => {
    const entityId = page.kind === 'category' ? page.categoryId : page.contentPageId;
    const { kind, key } = page;
    return { documentId: `${kind}:${entityId}`, kind, entityId, key, plainName, texts, attributes };
  });
}

const createFingerprint = (document: SearchDocument): string =>
  createHash('sha256').update(JSON.stringify(document)).digest('base64url').slice(0, 22);

/** Passes the documents of a language that were added, changed or removed since its last update. */
async function updateLanguage(
  database: Database,
  index: SearchIndex,
  languageId: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  const unseen = new Map(await index.listFingerprints(languageId));
  for await (const documents of readSearchDocuments(database, languageId)) {
    signal?.throwIfAborted();
    const changed = documents.flatMap((document) => {
      const fingerprint = createFingerprint(document);
      const known = unseen.get(document.documentId);
      unseen.delete(document.documentId);
      return known === fingerprint ? [] : [{ ...document, fingerprint }];
    });
    if (changed.length > 0) await index.index(languageId, changed);
  }
  if (unseen.size > 0) await index.remove(languageId, [...unseen.keys()]);
  await index.finish(languageId);
}

const changesTexts = (change: ShopChange, code: string): boolean =>
  changesFacts(change) || changesProductTexts(change, code) || changesPageTexts(change, code);

/**
 * Updates an index to the latest import or edit. Does nothing if it is up to date. An interrupted update
 * continues with the documents that are missing.
 */
export async function updateSearchIndex(
  database: Database,
  index: SearchIndex,
  signal?: AbortSignal,
): Promise<void> {
  const version = await readImportVersion(database);
  const outdated = await database
    .select({
      languageId: languages.languageId,
      code: languages.code,
      indexedVersion: searchIndexState.version,
    })
    .from(languages)
    .leftJoin(searchIndexState, sql`${searchIndexState.languageId} = ${languages.languageId}`)
    .where(sql`${searchIndexState.version} is distinct from ${version}`)
    .orderBy(languages.languageId);
  for (const { languageId, code, indexedVersion } of outdated) {
    const changes = indexedVersion === null ? null : await listShopChanges(database, indexedVersion);
    if (changes === null || changes.some((change) => changesTexts(change, code))) {
      await updateLanguage(database, index, languageId, signal);
    }
    await database
      .insert(searchIndexState)
      .values({ languageId, version })
      .onConflictDoUpdate({ target: searchIndexState.languageId, set: { version } });
  }
}
