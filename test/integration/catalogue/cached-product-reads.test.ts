import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { and, eq, sql } from 'drizzle-orm';
import { categoryTranslation } from '../../../server/backend/catalogue/categories/tables.ts';
import { readPriceHistoriesByVariant } from '../../../server/backend/catalogue/prices/queries.ts';
import { price } from '../../../server/backend/catalogue/prices/tables.ts';
import { createProductService } from '../../../server/backend/catalogue/products/service.ts';
import {
  product,
  productTranslation,
  productVariant,
} from '../../../server/backend/catalogue/products/tables.ts';
import { createVocabularyService } from '../../../server/backend/catalogue/vocabulary/service.ts';
import { termTranslation } from '../../../server/backend/catalogue/vocabulary/tables.ts';
import { readPageLinks } from '../../../server/backend/content/content/queries.ts';
import { createPlannedTexts } from '../../../server/backend/content/content-editing/planned-texts.ts';
import type { Database } from '../../../server/backend/core/database/database.ts';
import type { OpenDatabase } from '../../../server/backend/core/database/open-database.ts';
import { findFeedModel } from '../../../server/backend/nutrition/feed-advice/queries.ts';
import type { ScopedContext } from '../../../server/backend/sites/scoped-call.ts';
import { readSites } from '../../../server/backend/sites/sites/queries.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../shared/rules/durations.ts';
import { getPriceAt, type PastPrice } from '../../../shared/rules/prices.ts';
import { FIXTURE_NOW } from '../../fixtures/backend-fixture.ts';
import { runBeforeStatements } from '../../fixtures/run-before-statements.ts';
import { openSampleDatabase } from '../../fixtures/sample-database.ts';
import { createSeededRandom } from '../../fixtures/seeded-random.ts';

const DUTCH_SITE_ID = 1;
const DUTCH_LANGUAGE_ID = 1;
const statements: string[] = [];
let openedDatabase: OpenDatabase;
let database: Database;

beforeAll(async () => {
  openedDatabase = await openSampleDatabase({ onQuery: (query) => statements.push(query) });
  database = openedDatabase.database;
});

afterAll(() => openedDatabase?.close());

beforeEach(() => {
  statements.length = 0;
});

const countReads = (table: string): number =>
  statements.filter((statement) => statement.includes(`from "${table}"`)).length;

describe('data that only an import changes', () => {
  it('is read once, and again after an import', async () => {
    const words = createVocabularyService({ database });
    const [first] = await Promise.all([
      words.listCategories(DUTCH_SITE_ID, DUTCH_LANGUAGE_ID),
      words.listCategories(DUTCH_SITE_ID, DUTCH_LANGUAGE_ID),
      words.listTerms(DUTCH_LANGUAGE_ID, ['packaging']),
    ]);
    const packaging = await words.listTerms(DUTCH_LANGUAGE_ID, ['packaging', 'nutrient']);
    expect(new Set(packaging.map(({ vocabulary }) => vocabulary))).toEqual(
      new Set(['packaging', 'nutrient']),
    );
    expect(await words.listCategories(DUTCH_SITE_ID, DUTCH_LANGUAGE_ID)).toEqual(first);
    expect([countReads('category'), countReads('term_translation')]).toEqual([1, 1]);
    // The cache is separate for each language of the shop.
    expect(await words.listCategories(DUTCH_SITE_ID, 4)).not.toEqual(first);

    const { categoryId } = first[0]!;
    const own = and(
      eq(categoryTranslation.categoryId, categoryId),
      eq(categoryTranslation.languageId, DUTCH_LANGUAGE_ID),
    );
    await database.update(categoryTranslation).set({ name: 'Something else' }).where(own);
    // The last statement of every import.
    await database.execute(sql`select refresh_product_listing(null, '-infinity'::timestamptz)`);
    const [changed] = await words.listCategories(DUTCH_SITE_ID, DUTCH_LANGUAGE_ID);
    expect(changed).toMatchObject({ categoryId, name: 'Something else' });
    expect(countReads('category')).toBe(3);
  });

  it('is read again if reading has failed', async () => {
    let isBroken = false;
    const breakable = new Proxy(database, {
      get(target, name) {
        if (name === 'select' && isBroken) throw new Error('The connection was lost');
        return Reflect.get(target, name, target);
      },
    });
    const words = createVocabularyService({ database: breakable });
    isBroken = true;
    await expect(words.listCategories(DUTCH_SITE_ID, DUTCH_LANGUAGE_ID)).rejects.toThrow(
      'The connection was lost',
    );
    isBroken = false;
    expect((await words.listCategories(DUTCH_SITE_ID, DUTCH_LANGUAGE_ID)).length).toBeGreaterThan(0);
  });
});

describe('a response about a product', () => {
  const now = FIXTURE_NOW;
  const VARIANT = 1010;
  const PRODUCT = 101;
  let runBeforeRead: ReturnType<typeof runBeforeStatements>;
  beforeAll(() => {
    runBeforeRead = runBeforeStatements(database);
  });
  afterAll(() => runBeforeRead(() => Promise.resolve()));

  /** Creates a service that runs a change before one of its reads. */
  async function createAnswers(isBefore: (read: number) => boolean, change: () => Promise<void>) {
    const { sites, languages } = await readSites(database, readPageLinks);
    const site = sites.find((row) => row.site.siteId === DUTCH_SITE_ID)!;
    const language = languages.find(({ languageId }) => languageId === DUTCH_LANGUAGE_ID)!;
    const planned = createPlannedTexts({ database, clock: () => now.getTime() });
    const service = createProductService({
      database,
      vocabulary: createVocabularyService({ database }),
      planned,
      findFeedModel,
    });
    const context = { site, language, now } as ScopedContext;
    let reads = 0;
    runBeforeRead(async () => {
      reads += 1;
      if (isBefore(reads)) await change();
    });
    return {
      page: () => service.fetchProduct(context, VARIANT),
      comparison: () => service.fetchProducts(context, [PRODUCT]),
      countReads: () => reads,
    };
  }

  /**
   * Number of changes so far. Each changes the product in one transaction, with the last statement of an
   * import.
   */
  let edition = 0;
  const importChanged = () => {
    edition += 1;
    return database.transaction('import-shop', async (transaction) => {
      const name = `Edition ${edition}`;
      await transaction
        .update(productTranslation)
        .set({ name, directions: name })
        .where(eq(productTranslation.productId, PRODUCT));
      await transaction
        .update(product)
        .set({ composition: [{ material: 'oats', percent: edition }], analytical: { starch: edition } })
        .where(eq(product.productId, PRODUCT));
      await transaction
        .update(productVariant)
        .set({ netWeightGrams: edition })
        .where(eq(productVariant.productVariantId, VARIANT));
      await transaction
        .update(price)
        .set({ amountExclVat: 1000 + edition })
        .where(eq(price.productVariantId, VARIANT));
      await transaction.update(categoryTranslation).set({ name });
      await transaction.update(termTranslation).set({ name });
      await transaction.execute(sql`select refresh_product_listing(null, '-infinity'::timestamptz)`);
    });
  };

  it.each(['page', 'comparison'] as const)(
    'contains data of one import only, whichever read another import precedes: %s',
    async (kind) => {
      const quiet = await createAnswers(() => false, importChanged);
      await quiet[kind]();
      const count = quiet.countReads();
      expect(count).toBeGreaterThan(4);
      for (let place = 1; place <= count; place += 1) {
        const before = await quiet[kind]();
        const answers = await createAnswers((read) => read === place, importChanged);
        const answer = await answers[kind]();
        const after = await quiet[kind]();
        expect(after).not.toEqual(before);
        expect([before, after]).toContainEqual(answer);
      }
    },
  );
});

describe('the history of prices', () => {
  it('is read as far back as the price and its reduction need, for any history and moment', async () => {
    const { below: random } = createSeededRandom(7);
    const [variant] = await database.select().from(price).where(eq(price.siteId, DUTCH_SITE_ID)).limit(1);
    const { productVariantId } = variant!;
    const start = FIXTURE_NOW.getTime();
    const ofVariant = and(eq(price.siteId, DUTCH_SITE_ID), eq(price.productVariantId, productVariantId));
    let reductions = 0;
    for (let history = 0; history < 6; history += 1) {
      const all: PastPrice[] = [];
      // Gaps of hours or months, repeated prices, and the same price twice.
      for (let at = start; at < start + 400 * DAY_MS; ) {
        all.push({ validFromMs: at, amountExclVat: 1000 + 100 * random(4) });
        at += (random(3) === 0 ? random(90) * DAY_MS : random(5 * 24) * HOUR_MS) + MINUTE_MS;
      }
      await database.delete(price).where(ofVariant);
      await database.insert(price).values(
        all.map(({ validFromMs, amountExclVat }) => ({
          siteId: DUTCH_SITE_ID,
          productVariantId,
          amountExclVat,
          validFrom: new Date(validFromMs),
        })),
      );
      for (let instant = 0; instant < 40; instant += 1) {
        const nowMs = start + random(460) * DAY_MS + random(24) * HOUR_MS;
        const now = new Date(nowMs);
        const read = (
          await readPriceHistoriesByVariant(database, { siteId: DUTCH_SITE_ID, now }, [productVariantId])
        ).get(productVariantId);
        const expected = getPriceAt(all, nowMs);
        expect(getPriceAt(read ?? [], nowMs)).toEqual(expected);
        if (expected?.reducedUntilMs) reductions += 1;
      }
    }
    expect(reductions).toBeGreaterThan(20);
  });

  it('is not read completely, however long it is', async () => {
    const [variant] = await database.select().from(price).where(eq(price.siteId, DUTCH_SITE_ID)).limit(1);
    const { productVariantId } = variant!;
    await database.execute(sql`insert into price (site_id, product_variant_id, amount_excl_vat, valid_from)
      select ${DUTCH_SITE_ID}, ${productVariantId}, 1000 + n, ${FIXTURE_NOW.toISOString()}::timestamptz - (100 + n) * interval '1 day'
      from generate_series(1, 1000) n`);
    const history = await readPriceHistoriesByVariant(database, { siteId: DUTCH_SITE_ID, now: FIXTURE_NOW }, [
      productVariantId,
    ]);
    expect(history.get(productVariantId)?.length).toBeLessThan(5);
  });

  it('is empty for a product without a price yet, and for an empty list', async () => {
    expect(
      await readPriceHistoriesByVariant(
        database,
        { siteId: DUTCH_SITE_ID, now: new Date(0) },
        [10_101, 99_999_999],
      ),
    ).toEqual(new Map());
    expect(
      await readPriceHistoriesByVariant(database, { siteId: DUTCH_SITE_ID, now: FIXTURE_NOW }, []),
    ).toEqual(new Map());
  });
});
