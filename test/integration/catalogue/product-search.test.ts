import { expect, it } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { createSearchEngine } from '../../../server/backend/catalogue/search/engines.ts';
import { createSearchTextCache } from '../../../server/backend/catalogue/search/memory/search-text-cache.ts';
import { openSampleDatabase } from '../../fixtures/sample-database.ts';
import { describeProductSearch, markTextsAsImported, retryUntil } from './describe-product-search.ts';

describeProductSearch(async () => {
  const { database, close } = await openSampleDatabase();
  const errors = {
    reportError: (error: unknown) => {
      throw error;
    },
  };
  return { search: createSearchEngine('memory', { database, errors }).search, database, close };
});

it('the previous texts are searched while those of an import are read, also if that fails', async () => {
  const { database, close } = await openSampleDatabase();
  try {
    const reported: unknown[] = [];
    const store = createSearchTextCache(database, { reportError: (error) => reported.push(error) });
    const before = await store.fetchTexts(1);

    await database.execute(sql`alter table search_meaning rename to search_meaning_away`);
    await markTextsAsImported(database);
    // Each search that finds no texts of this import starts to read them again.
    await retryUntil(
      async () => {
        expect(await store.fetchTexts(1)).toBe(before);
        return reported.length;
      },
      (count) => count > 0,
    );

    await database.execute(sql`alter table search_meaning_away rename to search_meaning`);
    expect(await store.fetchTexts(1)).toBe(before);
    const after = await retryUntil(
      () => store.fetchTexts(1),
      (texts) => texts !== before,
    );
    expect(await store.fetchTexts(1)).toBe(after);
  } finally {
    await close();
  }
});

it('the most recently searched languages stay cached if there is no room for all', async () => {
  const { database, close } = await openSampleDatabase();
  try {
    const fail = (error: unknown) => {
      throw error;
    };
    const store = createSearchTextCache(database, { reportError: fail }, 2);
    const dutch = await store.fetchTexts(1);
    const german = await store.fetchTexts(2);
    expect(await store.fetchTexts(1)).toBe(dutch);
    await store.fetchTexts(4);
    expect(await store.fetchTexts(1)).toBe(dutch);
    const again = await store.fetchTexts(2);
    expect(again).not.toBe(german);
    expect(again.products.words.statistics).toEqual(german.products.words.statistics);
  } finally {
    await close();
  }
});
