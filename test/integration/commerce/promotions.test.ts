import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { asc, eq, gt, sql } from 'drizzle-orm';
import { promotionCommand } from '../../../server/backend/catalogue/promotions/promotion-command.ts';
import {
  findCode,
  listRunningPromotions,
  type RunningPromotionScope,
} from '../../../server/backend/catalogue/promotions/queries.ts';
import type { Database } from '../../../server/backend/core/database/database.ts';
import type { OpenDatabase } from '../../../server/backend/core/database/open-database.ts';
import {
  auditEntry,
  productVariant,
  promotion,
  promotionCategory,
  promotionProduct,
  promotionSite,
  promotionTranslation,
  siteProduct,
  stock,
} from '../../../server/backend/schema/schema.ts';
import { normaliseDiscountCode } from '../../../shared/rules/cart/discount-code.ts';
import { DAY_MS } from '../../../shared/rules/durations.ts';
import { FIXTURE_NOW } from '../../fixtures/backend-fixture.ts';
import { runCommand } from '../../fixtures/run-command.ts';
import { openSampleDatabase } from '../../fixtures/sample-database.ts';

/** Variants of Sopra mash, a muesli, and the scoop. */
const [MASH_VARIANT_ID, MUESLI_VARIANT_ID, SCOOP_VARIANT_ID] = [1031, 1001, 1080];
const [DUTCH_LANGUAGE_ID, ENGLISH_LANGUAGE_ID, ESTONIAN_LANGUAGE_ID] = [1, 4, 9];

let openedDatabase: OpenDatabase;
let database: Database;
const samplePromotionIds: number[] = [];

beforeAll(async () => {
  openedDatabase = await openSampleDatabase();
  database = openedDatabase.database;
  const rows = await database.select().from(promotion);
  samplePromotionIds.push(...rows.map(({ promotionId }) => promotionId));
});

afterEach(async () => {
  const last = Math.max(...samplePromotionIds);
  for (const part of [promotionSite, promotionProduct, promotionCategory, promotionTranslation]) {
    await database.delete(part).where(gt(part.promotionId, last));
  }
  await database.delete(promotion).where(gt(promotion.promotionId, last));
  await database.update(promotion).set({ endsAt: null, usageCount: 0 });
  await database.delete(auditEntry);
});

afterAll(() => openedDatabase?.close());

/** Runs the command as `npm run promotion -- …` does. */
async function run(words: readonly string[], now = FIXTURE_NOW) {
  const done = await runCommand(promotionCommand, words, { database, now });
  if (!done) throw new Error(`The command line was not parsed: ${words.join(' ')}`);
  return done;
}

const listRunning = (change: Partial<RunningPromotionScope> = {}) =>
  listRunningPromotions(database, {
    siteId: 1,
    languageId: DUTCH_LANGUAGE_ID,
    now: FIXTURE_NOW,
    code: null,
    productVariantIds: [],
    ...change,
  });
const listPromotionKeys = (rows: readonly { promotionKey: string }[]) =>
  rows.map(({ promotionKey }) => promotionKey);
const names = (...codes: string[]) => codes.flatMap((code) => ['--name', `${code}=Actie ${code}`]);
const createTextArguments = (...codes: string[]) =>
  codes.flatMap((code) => ['--text', `${code}=Bij alles ${code}`]);
const getDayAfterFixture = (days: number) => new Date(FIXTURE_NOW.getTime() + days * DAY_MS);

describe('promotions of the sample shop', () => {
  it('give every customer a scoop with every two bags of mash, with its text in the language', async () => {
    expect(
      await listRunning({ productVariantIds: [MASH_VARIANT_ID, MUESLI_VARIANT_ID, MASH_VARIANT_ID] }),
    ).toEqual([
      {
        promotionKey: 'scoop-with-mash',
        description: 'Gratis voerschep',
        promotionText: 'Bij elke twee zakken mash',
        code: null,
        minimumAmount: null,
        isUsedUp: false,
        productVariantIds: new Set([MASH_VARIANT_ID]),
        gives: {
          kind: 'freeProduct',
          productVariantId: SCOOP_VARIANT_ID,
          quantity: 1,
          forEvery: 2,
          stockAmount: 160,
        },
      },
    ]);
    const [english] = await listRunning({ languageId: ENGLISH_LANGUAGE_ID });
    expect(english).toMatchObject({
      promotionText: 'With every two bags of mash',
      productVariantIds: new Set(),
    });
  });

  it.each([
    ['stal 10', { kind: 'percentage', percentage: 10 }, null],
    ['FreeShip', { kind: 'freeShipping' }, null],
    ['five', { kind: 'amount', amount: 500 }, 5000],
  ])('give the benefit of the code %s in each of the eleven shops', async (typed, gives, minimumAmount) => {
    const code = normaliseDiscountCode(typed);
    for (let siteId = 1; siteId <= 11; siteId += 1) {
      const row = (await listRunning({ siteId, code })).find((found) => found.code !== null);
      expect(row).toMatchObject({ code, gives, minimumAmount });
      expect(row?.productVariantIds).toBeUndefined();
      expect(await findCode(database, { siteId, now: FIXTURE_NOW, code })).toBe('running');
    }
  });

  it('are used up after their number of orders, and reported as such', async () => {
    const asked = { siteId: 1, now: FIXTURE_NOW, code: 'FIVE' };
    await database.update(promotion).set({ usageCount: 4 }).where(eq(promotion.promotionKey, 'five'));
    expect(await findCode(database, asked)).toBe('running');
    await database.update(promotion).set({ usageCount: 5 }).where(eq(promotion.promotionKey, 'five'));
    expect(await findCode(database, asked)).toBe('used_up');
    const rows = await listRunning({ code: 'FIVE' });
    expect(rows.map(({ promotionKey, isUsedUp }) => [promotionKey, isUsedUp])).toEqual([
      ['five', true],
      ['scoop-with-mash', false],
    ]);
  });

  it.each<[string, () => Promise<unknown>, () => Promise<unknown>, number | null]>([
    [
      'not sold on the site',
      () => database.delete(siteProduct).where(sql`site_id = 1 and product_id = 165`),
      () => database.insert(siteProduct).values({ siteId: 1, productId: 165 }),
      0,
    ],
    [
      'removed from the catalogue',
      () =>
        database
          .update(productVariant)
          .set({ isListed: false })
          .where(eq(productVariant.productVariantId, SCOOP_VARIANT_ID)),
      () =>
        database
          .update(productVariant)
          .set({ isListed: true })
          .where(eq(productVariant.productVariantId, SCOOP_VARIANT_ID)),
      0,
    ],
    [
      'not counted',
      () => database.update(stock).set({ amount: null }).where(eq(stock.productVariantId, SCOOP_VARIANT_ID)),
      () => database.update(stock).set({ amount: 160 }).where(eq(stock.productVariantId, SCOOP_VARIANT_ID)),
      null,
    ],
  ])('know the stock of a gift that is %s', async (_what, change, undo, stockAmount) => {
    await change();
    try {
      const [row] = await listRunning();
      expect(row?.gives).toMatchObject({ kind: 'freeProduct', stockAmount });
    } finally {
      await undo();
    }
  });
});

describe('a promotion', () => {
  it('is valid from its first moment to its last day, and its code is unknown before and after', async () => {
    const period = ['--from', '2026-11-10', '--until', '2026-11-12'];
    await run([
      'add',
      'three-days',
      '--amount',
      '2.50',
      '--code',
      'Drie',
      '--site',
      'havero-en',
      ...period,
      ...names('en'),
    ]);
    const find = (now: string, siteId = 4) =>
      findCode(database, { siteId, now: new Date(now), code: 'DRIE' });
    expect(await find('2026-11-09T23:59:59.999Z')).toBe('unknown');
    expect(await find('2026-11-10T00:00:00Z')).toBe('running');
    expect(await find('2026-11-12T23:59:59.999Z')).toBe('running');
    expect(await find('2026-11-13T00:00:00Z')).toBe('unknown');
    expect(await find('2026-11-11T00:00:00Z', 1)).toBe('unknown');
    const inside = { siteId: 4, code: 'DRIE', now: new Date('2026-11-11T00:00:00Z') };
    expect(listPromotionKeys(await listRunning(inside))).toEqual(['scoop-with-mash', 'three-days']);
    expect(listPromotionKeys(await listRunning({ ...inside, siteId: 1 }))).toEqual(['scoop-with-mash']);
    expect(listPromotionKeys(await listRunning({ ...inside, code: null }))).toEqual(['scoop-with-mash']);
  });

  it('applies to its products, and to those of its categories and their subcategories', async () => {
    const scope = ['--product', 'prado-balance', '--category', 'care-merchandise'];
    await run(['add', 'some', '--percentage', '12.5', '--site', 'havero-en', ...scope, ...names('en')]);
    const rows = await listRunning({
      siteId: 4,
      productVariantIds: [MASH_VARIANT_ID, MUESLI_VARIANT_ID, SCOOP_VARIANT_ID],
    });
    // The scoop is in a subcategory.
    expect(rows.find(({ promotionKey }) => promotionKey === 'some')).toMatchObject({
      productVariantIds: new Set([MUESLI_VARIANT_ID, SCOOP_VARIANT_ID]),
      gives: { kind: 'percentage', percentage: 12.5 },
    });
  });

  it('has the name in the fallback language of the site if there is none in the language, or else in any', async () => {
    await run(['add', 'named', '--free-shipping', '--site', 'havero-ee', ...names('et', 'en')]);
    const find = async (languageId: number) =>
      (await listRunning({ siteId: 9, languageId })).find(({ promotionKey }) => promotionKey === 'named')
        ?.description;
    expect(await find(ENGLISH_LANGUAGE_ID)).toBe('Actie en');
    await database.delete(promotionTranslation).where(sql`description = 'Actie en'`);
    expect(await find(ENGLISH_LANGUAGE_ID)).toBe('Actie et');
    await database
      .update(promotionTranslation)
      .set({ languageId: DUTCH_LANGUAGE_ID })
      .where(sql`description = 'Actie et'`);
    expect(await find(ESTONIAN_LANGUAGE_ID)).toBe('Actie et');
  });
});

describe('npm run promotion', () => {
  it('adds, changes, lists and ends promotions, each logged', async () => {
    const gift = ['--gift', 'stalla-scoop', '--for-every', '3', '--category', 'mash'];
    const added = await run([
      'add',
      'mash-weeks',
      ...gift,
      ...['--site', 'havero-nl', '--minimum', '20.5', '--limit', '7', '--code', 'Mash 3'],
      ...names('nl', 'en'),
      ...createTextArguments('nl', 'en'),
    ]);
    expect(added).toMatchObject({ exit: 0, out: 'The promotion mash-weeks is added.', err: '' });
    const listed = await run(['list']);
    expect(listed.out).toContain(
      'mash-weeks · 1 × 1650132 for every 3 · code Mash 3 · from 2026-11-05T12:00Z · minimum € 20.50 · used 0 of 7\n' +
        '    sites havero-nl · categories mash\n    nl: Actie nl · Bij alles nl\n    en: Actie en · Bij alles en\n',
    );
    expect(listed.out).toContain('stal10 · 10 % off · code STAL10 · ');

    await database.update(promotion).set({ usageCount: 2 }).where(eq(promotion.promotionKey, 'mash-weeks'));
    const change = ['--for-every', 'none', '--quantity', '2', '--minimum', 'none', '--until', '2026-11-30'];
    expect(
      await run(
        ['change', 'mash-weeks', ...change, '--category', 'none', '--name', 'nl=Mashweken'],
        getDayAfterFixture(1),
      ),
    ).toMatchObject({ exit: 0, out: 'The promotion mash-weeks is changed.' });
    // The number of uses stays, and so do the fields that were not given.
    expect((await run(['list'])).out).toContain(
      'mash-weeks · 2 × 1650132 · code Mash 3 · from 2026-11-05T12:00Z · until before 2026-12-01 · used 2 of 7\n' +
        '    sites havero-nl · the whole order\n    nl: Mashweken · Bij alles nl\n',
    );

    const asked = { siteId: 1, code: 'MASH3' };
    expect(await findCode(database, { ...asked, now: getDayAfterFixture(2) })).toBe('running');
    expect((await run(['end', 'mash-weeks'], getDayAfterFixture(2))).out).toBe(
      'The promotion mash-weeks is ended.',
    );
    expect(await findCode(database, { ...asked, now: getDayAfterFixture(2) })).toBe('unknown');
    expect((await run(['end', 'mash-weeks'], getDayAfterFixture(3))).out).toContain('has ended already');
    expect((await run(['list'], getDayAfterFixture(3))).out).not.toContain('mash-weeks');
    expect((await run(['list', '--ended'], getDayAfterFixture(3))).out).toContain('mash-weeks · ');

    const noted = await database.select().from(auditEntry).orderBy(asc(auditEntry.auditEntryId));
    expect(
      noted.map(({ act, resource, resourceId, actorKind }) => [act, resource, resourceId, actorKind]),
    ).toEqual(['add', 'change', 'end'].map((act) => [act, 'promotion', 'mash-weeks', 'keeper']));
    expect(JSON.stringify(noted)).not.toContain('Actie');
  });

  it('ends a promotion before its start, which is then never valid', async () => {
    await run([
      'add',
      'spring',
      '--percentage',
      '5',
      '--from',
      '2027-03-01',
      '--site',
      'havero-en',
      ...names('en'),
    ]);
    expect((await run(['end', 'spring'])).exit).toBe(0);
    expect((await run(['list', '--ended'])).out).toContain('ended before it began');
    const rows = await listRunning({ siteId: 4, now: new Date('2027-03-01T00:00:00Z') });
    expect(listPromotionKeys(rows)).toEqual(['scoop-with-mash']);
  });

  it.each<[string, string[], string]>([
    [
      'an existing key',
      ['add', 'five', '--amount', '1', ...names('nl')],
      'there is a promotion five already',
    ],
    ['an unknown key', ['change', 'six', '--amount', '1'], 'there is no promotion six'],
    ['an end for an unknown key', ['end', 'six'], 'there is no promotion six'],
    [
      'a missing name in a language of a site',
      ['add', 'x', '--amount', '1', '--site', 'havero-nl', ...names('nl')],
      '--name en=…: is missing: havero-nl offers this language',
    ],
    [
      'missing names in the languages of all shops',
      ['add', 'x', '--amount', '1', ...names('nl', 'en', 'de', 'da', 'it', 'pt', 'es', 'sv')],
      '--name et=…: is missing: havero-ee offers this language',
    ],
    [
      'a product that is not marked as a gift',
      ['add', 'x', '--gift', '1650132', '--site', 'havero-en', ...names('en')],
      '--text en=…: is missing: describe what the gift is for, as on havero-en',
    ],
    [
      'a site without sales',
      ['add', 'x', '--amount', '1', '--site', 'havero-corporate', ...names('en')],
      "--site: there is no site 'havero-corporate'",
    ],
    ['an unknown product', ['change', 'five', '--product', 'oats'], "--product: there is no product 'oats'"],
    [
      'an unknown category',
      ['change', 'five', '--category', 'hay'],
      "--category: there is no category 'hay'",
    ],
    [
      'an unknown gift',
      ['change', 'five', '--gift', 'pony'],
      "--gift: there is no article and no product 'pony'",
    ],
    ['a test as a gift', ['change', 'five', '--gift', 'rqs-basic'], 'is a gift card or a test'],
    [
      'a quantity without a gift',
      ['change', 'five', '--quantity', '2'],
      '--quantity and --for-every require a gift',
    ],
    [
      'a code of another promotion at the same time',
      ['change', 'freeship', '--code', ' stal 10'],
      "--code: 'stal 10' is also that of stal10, on the same site at the same time",
    ],
    [
      'a code of punctuation',
      ['change', 'five', '--code', '§§'],
      '--code: must have 1 to 40 letters and digits',
    ],
    [
      'an end before the start',
      ['change', 'five', '--until', '2026-11-01'],
      '--until: must be after the start',
    ],
    [
      'a percentage above 100',
      ['change', 'five', '--percentage', '101'],
      "--percentage: '101' is not a percentage",
    ],
  ])('refuses %s with a message, and changes nothing', async (_what, words, fault) => {
    const before = await run(['list']);
    const answer = await run(words);
    expect(answer).toMatchObject({ exit: 1, out: '', err: expect.stringContaining(fault) });
    expect(answer.err).toMatch(/^Nothing was changed:\n/);
    expect(await run(['list'])).toEqual(before);
    expect(await database.select().from(auditEntry)).toEqual([]);
  });

  it('allows the code of another promotion that is not valid on the same sites at the same time', async () => {
    const add = (key: string, ...words: string[]) =>
      run(['add', key, '--amount', '1', '--code', 'again', ...words]);
    expect(await add('a', '--site', 'havero-en', '--until', '2026-11-30', ...names('en'))).toMatchObject({
      exit: 0,
    });
    expect(await add('b', '--site', 'havero-nl', ...names('nl', 'en'))).toMatchObject({ exit: 0 });
    expect(await add('c', '--site', 'havero-en', '--from', '2026-12-01', ...names('en'))).toMatchObject({
      exit: 0,
    });
    expect((await add('d', '--site', 'havero-en', '--from', '2026-11-30', ...names('en'))).err).toContain(
      "'again' is also that of a,",
    );
    expect((await run(['change', 'a', '--until', 'none'])).err).toContain("'again' is also that of c,");
  });

  it('removes terminal control sequences from stored text', async () => {
    await database
      .update(promotion)
      .set({ code: 'STAL10\u001b]0;pwned\u0007' })
      .where(eq(promotion.promotionKey, 'stal10'));
    const { out } = await run(['list']);
    await database.update(promotion).set({ code: 'STAL10' }).where(eq(promotion.promotionKey, 'stal10'));
    expect(out).toContain('code STAL10 ]0;pwned ');
    expect(out).not.toContain('\u001b');
  });
});
