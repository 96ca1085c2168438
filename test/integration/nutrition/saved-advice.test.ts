import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { queueRecalculation } from '../../../server/backend/nutrition/feed-advice/queries.ts';
import {
  account,
  accountSession,
  feedAdvice,
  outboxMail,
  productVariant,
  queueItem,
  rateLimit,
  roughageSample,
} from '../../../server/backend/schema/schema.ts';
import type { AdvisedHorseRations, SavedAdvice } from '../../../shared/contract/feed-advice.ts';
import { DAY_MS } from '../../../shared/rules/durations.ts';
import { createSignedInAccount, type SignedInCustomer } from '../../fixtures/accounts.ts';
import { type BackendFixture, FIXTURE_NOW, openBackendFixture } from '../../fixtures/backend-fixture.ts';
import { belgianShopHeaders, createBackendCaller } from '../../fixtures/call-backend.ts';
import { callInputs } from '../../fixtures/call-inputs.ts';
import { insertNutritionReport, insertReportCorrection, recalculate } from '../../fixtures/saved-advice.ts';

let backend: BackendFixture;
let owner: SignedInCustomer;
const { call } = createBackendCaller(() => backend);

/** Default variants of the products used here. */
const BASIS_VARIANT_ID = 1011;
const RACE_VARIANT_ID = 1018;
const SPORT_VARIANT_ID = 1013;
/** A feed with 26 % starch. */
const PRADO_SPORT_VARIANT_ID = 1004;
/** A balancer with 2 mg added selenium per kg. */
const BALANCER_VARIANT_ID = 1027;
/** One product in two packs. */
const [DAILY_VARIANT_ID, DAILY_LARGE] = [1044, 1045];

const horse = { horseType: 'horse', weightKg: 600, workLevel: 'heavy', roughage: { type: 'hay' } };
const light = { ...horse, workLevel: 'light' };

beforeAll(async () => {
  backend = await openBackendFixture();
});

afterAll(() => backend?.close());

beforeEach(async () => {
  const { database } = backend;
  for (const table of [feedAdvice, rateLimit, outboxMail, queueItem]) await database.delete(table);
  backend.mails.length = 0;
  backend.errors.length = 0;
  elapsedSeconds = 0;
  backend.setNow(FIXTURE_NOW);
  owner = await createSignedInAccount(backend);
});

const as = ({ cookie }: SignedInCustomer = owner) => ({ cookie });

let elapsedSeconds = 0;

/** Saves a ration, a second after the previous one. */
function saveRation(productVariantId: number, changes: object = {}, who = owner) {
  elapsedSeconds += 1;
  backend.setNow(new Date(FIXTURE_NOW.getTime() + elapsedSeconds * 1000));
  const body = { ...horse, horseName: 'Bella', productVariantId, ...changes };
  return call('saveFeedAdvice', { body }, as(who));
}

const fetchHorseRations = async (who = owner): Promise<AdvisedHorseRations[]> =>
  (await call('fetchSavedAdvice', {}, as(who))).body;

const fetchSavedRations = async (who = owner): Promise<SavedAdvice[]> =>
  (await fetchHorseRations(who)).flatMap(({ advice }) => advice);

const fetchUnreadCount = async (): Promise<number> =>
  (await call('fetchAccount', {}, as())).body.unreadFeedAdvice;

describe('a ration', () => {
  it('is saved with its question and its result, read, and listed by horse', async () => {
    const { status, body } = await saveRation(BASIS_VARIANT_ID, { ...light, horseName: '  Bella   Ster ' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      horseName: 'Bella Ster',
      horse: { horseType: 'horse', weightKg: 600, isReferenceWeight: false, workLevel: 'light' },
      question: { ...light, productVariantId: BASIS_VARIANT_ID },
      // Case 1 of the model.
      figures: { gramsPerDay: 1200, feedsPerDay: 3, gramsPerFeed: 400, daysPerPack: 16, costPerDay: 96 },
      refusal: null,
      productTitle: body.product.title,
      packsForMonth: 2,
      isRead: true,
      previousGramsPerDay: null,
    });
    expect(await fetchHorseRations()).toEqual([
      {
        horseName: 'Bella Ster',
        totals: {
          weightKg: 600,
          gramsPerDay: 1200,
          gramsPerMeal: 400,
          maxGramsPerMeal: 2400,
          // 17 % of 400 g and of 1200 g.
          starchPerMeal: 68,
          maxStarchPerMeal: 600,
          starchPerDay: 204,
          maxStarchPerDay: 1200,
          costPerDay: 96,
        },
        advice: [body],
      },
    ]);
    expect(await fetchUnreadCount()).toBe(0);
  });

  it('stores that no weight was given', async () => {
    const { body } = await saveRation(BASIS_VARIANT_ID, { ...light, weightKg: undefined });
    expect(body.horse).toMatchObject({ weightKg: 600, isReferenceWeight: true });
    expect(body.question).not.toHaveProperty('weightKg');
  });

  it('is accessible to its owner on its own site only', async () => {
    const { body } = await saveRation(BASIS_VARIANT_ID);
    const other = await createSignedInAccount(backend);
    const params = { id: body.adviceId };
    const change = { params, body: { ...horse, horseName: 'Mine', productVariantId: BASIS_VARIANT_ID } };
    for (const headers of [as(other), { ...belgianShopHeaders, ...as() }]) {
      const expected = headers === undefined || 'siteid' in headers ? 401 : 404;
      expect((await call('changeFeedAdvice', change, headers)).status).toBe(expected);
      expect((await call('readFeedAdvice', { params }, headers)).status).toBe(expected);
      expect((await call('deleteFeedAdvice', { params }, headers)).status).toBe(expected);
    }
    expect(await fetchHorseRations(other)).toEqual([]);
    expect(await fetchSavedRations()).toEqual([body]);
  });

  it('is changed to a new question, and deleted', async () => {
    const { body } = await saveRation(BASIS_VARIANT_ID);
    const params = { id: body.adviceId };
    backend.setNow(new Date(FIXTURE_NOW.getTime() + 1000));
    const changed = await call(
      'changeFeedAdvice',
      { params, body: { ...light, horseName: 'Nora', productVariantId: SPORT_VARIANT_ID } },
      as(),
    );
    expect([changed.status, changed.body.adviceId]).toEqual([200, body.adviceId]);
    // 180 g per 100 kg.
    expect(changed.body.figures.gramsPerDay).toBe(1100);
    expect((await fetchHorseRations()).map(({ horseName }) => horseName)).toEqual(['Nora']);
    expect((await call('deleteFeedAdvice', { params }, as())).status).toBe(204);
    expect(await fetchHorseRations()).toEqual([]);
    expect((await call('deleteFeedAdvice', { params }, as())).status).toBe(404);
  });

  it('of a product replaces an earlier one of the same product for the horse, in any pack', async () => {
    await saveRation(DAILY_VARIANT_ID, { weightKg: 500 });
    await saveRation(DAILY_LARGE, { weightKg: 600, horseName: 'BELLA' });
    const saved = await fetchSavedRations();
    expect(saved.map(({ productVariantId, figures }) => [productVariantId, figures.gramsPerDay])).toEqual([
      [DAILY_LARGE, 60],
    ]);
  });

  it('has the present price, and says if its product is no longer sold', async () => {
    await saveRation(BASIS_VARIANT_ID, light);
    const setListed = (isListed: boolean) =>
      backend.database
        .update(productVariant)
        .set({ isListed })
        .where(eq(productVariant.productVariantId, BASIS_VARIANT_ID));
    await setListed(false);
    const [saved] = await fetchSavedRations();
    await setListed(true);
    expect(saved?.product).toBeNull();
    expect(saved?.productTitle).not.toBe('');
    expect(saved?.figures).toMatchObject({ gramsPerDay: 1200, costPerDay: 96 });
  });

  it('is refused for a product that the site does not sell, and without a horse name', async () => {
    expect((await saveRation(999_999)).status).toBe(404);
    for (const horseName of ['', '   ', '\u0000', 'x'.repeat(51), '\u0344'.repeat(50)]) {
      const { status, body } = await saveRation(BASIS_VARIANT_ID, { horseName });
      expect([horseName, status, body.code]).toEqual([horseName, 400, 'validation_failed']);
    }
    expect(await fetchHorseRations()).toEqual([]);
  });

  it.each([
    ['weight_out_of_range', { weightKg: 1050 }],
    [
      'product_not_for_horse_type',
      { horseType: 'pony', weightKg: 300, productVariantId: PRADO_SPORT_VARIANT_ID },
    ],
    ['work_level_not_supported', { workLevel: 'none', productVariantId: PRADO_SPORT_VARIANT_ID }],
    [
      'roughage_too_wet',
      {
        roughage: {
          values: { type: 'hay', dryMatterPct: 79.9, energyDE: 9, crudeProtein: 84, sugar: 90 },
        },
      },
    ],
  ])('is refused if the model has no result: %s', async (reason, changes) => {
    const { status, body } = await saveRation(BASIS_VARIANT_ID, changes);
    expect([status, body.code, body.reason]).toEqual([409, 'advice_not_determined', reason]);
    expect(await fetchHorseRations()).toEqual([]);
  });

  it('is refused with two types of roughage', async () => {
    const { key } = await insertNutritionReport(backend);
    const values = { type: 'hay', dryMatterPct: 86, energyDE: 9, crudeProtein: 84, sugar: 90 };
    for (const roughage of [
      { rqsKey: key, type: 'hay' },
      { rqsKey: key, type: 'moon' },
      { values, type: 'moon' },
      { values, rqsKey: key },
    ]) {
      expect((await saveRation(BASIS_VARIANT_ID, { roughage })).status).toBe(400);
    }
    expect(await fetchHorseRations()).toEqual([]);
    expect(backend.errors).toEqual([]);
  });

  it('is limited to a hundred per account', async () => {
    const { body } = await saveRation(BASIS_VARIANT_ID);
    const [row] = await backend.database.select().from(feedAdvice);
    await backend.database.insert(feedAdvice).values(
      Array.from({ length: 99 }, (_, n) => ({
        ...row!,
        adviceId: crypto.randomUUID(),
        horseName: `Horse ${n}`,
      })),
    );
    expect((await saveRation(BASIS_VARIANT_ID, { horseName: 'One more' })).body.code).toBe('too_many_saved');
    // An existing one can still be changed.
    expect((await saveRation(BASIS_VARIANT_ID, light)).body.adviceId).toBe(body.adviceId);
  });
});

describe('several feeds of one horse', () => {
  it('share the daily starch limit: a further one is reduced to the rest', async () => {
    // 3600 g of 32 % are 1152 g of 1200 g; 48 g are 184 g of 26 %.
    expect((await saveRation(RACE_VARIANT_ID)).body.figures.gramsPerDay).toBe(3600);
    const { body } = await saveRation(PRADO_SPORT_VARIANT_ID, { horseName: ' bella ' });
    expect(body.figures).toMatchObject({ gramsPerDay: 150, gramsPerFeed: 50 });
    expect(body.figures.warnings).toContain('capped_by_limit');
    const [ration] = await fetchHorseRations();
    expect(ration?.totals).toMatchObject({ gramsPerDay: 3750, starchPerDay: 1191, maxStarchPerDay: 1200 });
    // Another horse is not affected.
    expect((await saveRation(PRADO_SPORT_VARIANT_ID, { horseName: 'Nora' })).body.figures.gramsPerDay).toBe(
      2900,
    );
  });

  it('refuse another one if the rest is less than one step of the dose', async () => {
    const hotblood = { horseType: 'hotblood', weightKg: 500 };
    expect((await saveRation(RACE_VARIANT_ID, hotblood)).body.figures.gramsPerDay).toBe(3100);
    const { status, body } = await saveRation(BASIS_VARIANT_ID, hotblood);
    expect([status, body.code]).toEqual([409, 'combination_over_limit']);
    expect(await fetchSavedRations()).toHaveLength(1);
  });

  it('have at most half a milligram of added selenium per 100 kg', async () => {
    await saveRation(RACE_VARIANT_ID);
    // 3600 g of 0.45 mg/kg and 780 g of 2 mg/kg are 3.18 mg, of 3 mg.
    const { status, body } = await saveRation(BALANCER_VARIANT_ID);
    expect([status, body.code]).toEqual([409, 'selenium_limit']);
    expect((await saveRation(BALANCER_VARIANT_ID, { horseName: 'Nora' })).status).toBe(200);
  });

  it('are calculated with the lowest given weight', async () => {
    await saveRation(RACE_VARIANT_ID, { weightKg: 500 });
    // 3000 g of 32 % are 960 g of the 1000 g of 500 kg; 40 g are 153 g of 26 %.
    expect((await saveRation(PRADO_SPORT_VARIANT_ID)).body.figures.gramsPerDay).toBe(150);
    expect((await fetchHorseRations())[0]?.totals?.weightKg).toBe(500);
  });

  it('stay within the limits if they are saved concurrently', async () => {
    const answers = await Promise.all(
      [RACE_VARIANT_ID, SPORT_VARIANT_ID, PRADO_SPORT_VARIANT_ID].map((product) => saveRation(product)),
    );
    for (const { status } of answers) expect([200, 409]).toContain(status);
    const [ration] = await fetchHorseRations();
    expect(ration?.totals?.starchPerDay).toBeLessThanOrEqual(1200);
    expect(ration?.totals?.starchPerMeal).toBeLessThanOrEqual(600);
    expect(backend.errors).toEqual([]);
  });

  it('release the share of one of them when it is changed', async () => {
    const { body } = await saveRation(RACE_VARIANT_ID);
    const change = {
      params: { id: body.adviceId },
      body: { ...horse, horseName: 'Bella', productVariantId: RACE_VARIANT_ID },
    };
    expect((await call('changeFeedAdvice', change, as())).body.figures.gramsPerDay).toBe(3600);
  });
});

describe('a ration that is based on a report', () => {
  const saveWith = async (who = owner, changes: object = {}) => {
    const report = await insertNutritionReport(backend, { accountId: owner.accountId });
    const { body } = await saveRation(
      BASIS_VARIANT_ID,
      { ...light, roughage: { rqsKey: report.key }, ...changes },
      who,
    );
    return { ...report, advice: body as SavedAdvice };
  };
  const readMail = async () => {
    await backend.runJob('queue');
    return backend.mails;
  };

  it('names that report', async () => {
    const { key, advice } = await saveWith();
    expect(advice.question.roughage).toEqual({ rqsKey: key });
    expect(advice.horse.roughage).toMatchObject({ source: 'report', energyDE: 9, qsGrade: null });
    expect(advice.figures.gramsPerDay).toBe(1200);
  });

  it('of another customer keeps the values and no key, because the key may be replaced', async () => {
    const other = await createSignedInAccount(backend);
    const { key, advice, sampleId } = await saveWith(other);
    expect(JSON.stringify(await fetchHorseRations(other))).not.toContain(key);
    expect(advice.horse.roughage).toMatchObject({ source: 'typed', energyDE: 9 });
    await insertReportCorrection(backend, sampleId, { energyDE: 10.2 });
    await recalculate(backend, sampleId);
    expect((await fetchSavedRations(other))[0]).toEqual(advice);
  });

  it('of another customer ages with that report, also when it is changed', async () => {
    const other = await createSignedInAccount(backend);
    const { key } = await insertNutritionReport(backend, {
      accountId: owner.accountId,
      resultDate: '2026-01-10',
    });
    const { body } = await saveRation(BASIS_VARIANT_ID, { ...light, roughage: { rqsKey: key } }, other);
    expect(body.horse.roughage).toMatchObject({ source: 'typed', resultDate: '2026-01-10', qsGrade: null });
    expect(body.question.roughage).toEqual({
      values: { type: 'hay', dryMatterPct: 86, energyDE: 9, crudeProtein: 84, sugar: 90 },
    });
    const params = { id: body.adviceId };
    const change = { ...body.question, horseName: 'Nora' };
    const changed = await call('changeFeedAdvice', { params, body: change }, as(other));
    expect(changed.body.horse.roughage.resultDate).toBe('2026-01-10');
    // 366 days later; the session is valid as long.
    const later = new Date('2027-01-11T12:00:00Z');
    backend.setNow(later);
    const session = await createSignedInAccount(backend, { now: later });
    await backend.database
      .update(feedAdvice)
      .set({ accountId: session.accountId })
      .where(eq(feedAdvice.accountId, other.accountId));
    expect((await fetchSavedRations(session))[0]?.refusal).toBe('roughage_result_expired');
    const again = await call('changeFeedAdvice', { params, body: change }, as(session));
    expect([again.status, again.body.reason]).toEqual([409, 'roughage_result_expired']);
    // Values of another laboratory have no age.
    const values = { ...body.question.roughage.values, energyDE: 9.1 };
    const typed = await call(
      'changeFeedAdvice',
      { params, body: { ...change, roughage: { values } } },
      as(session),
    );
    expect([typed.status, typed.body.horse.roughage.resultDate]).toEqual([200, null]);
  });

  it('becomes unread and is mailed once if a correction changes its grams', async () => {
    const { advice, sampleId } = await saveWith();
    await insertReportCorrection(backend, sampleId, { energyDE: 10.2 });
    await recalculate(backend, sampleId);
    await recalculate(backend, sampleId);
    // High energy: 80 % of 1200 g, in steps of 50 g.
    expect(await fetchSavedRations()).toEqual([
      {
        ...advice,
        horse: { ...advice.horse, roughage: { ...advice.horse.roughage, energyDE: 10.2 } },
        figures: expect.objectContaining({ energyLevel: 'high', gramsPerDay: 950 }),
        isRead: false,
        previousGramsPerDay: 1200,
      },
    ]);
    expect(await fetchUnreadCount()).toBe(1);
    const mails = await readMail();
    expect(mails.map(({ recipient, subject }) => [recipient, subject])).toEqual([
      [owner.emailAddress, 'Your feed advice has changed'],
    ]);
    expect(mails[0]?.text).toContain('950 g a day, previously 1,200 g');
    expect(mails[0]?.text).toContain('slowly');
    expect(mails[0]?.text).toContain('/account/feed-advice/');
    expect((await call('readFeedAdvice', { params: { id: advice.adviceId } }, as())).status).toBe(204);
    expect(await fetchUnreadCount()).toBe(0);
  });

  it('is mailed once if two results are processed concurrently', async () => {
    const { sampleId } = await saveWith();
    await insertReportCorrection(backend, sampleId, { energyDE: 10.2 });
    await Promise.all([recalculate(backend, sampleId), recalculate(backend, sampleId)]);
    expect(await readMail()).toHaveLength(1);
    expect((await fetchSavedRations())[0]?.previousGramsPerDay).toBe(1200);
  });

  it.each(['<b>Bella</b> & "co"', '%{product} |||| %{grams}', "$& $' $`", '__proto__', '=1+1'])(
    'is mentioned in a mail by the name of its horse, whatever that is: %s',
    async (horseName) => {
      const { advice, sampleId } = await saveWith(owner, { horseName });
      expect(advice.horseName).toBe(horseName);
      await insertReportCorrection(backend, sampleId, { energyDE: 10.2 });
      await recalculate(backend, sampleId);
      const [mail] = await readMail();
      expect(mail?.text).toContain(`${horseName}: ${advice.productTitle}: 950 g a day, previously 1,200 g`);
      expect(mail?.html).not.toContain('<b>Bella');
    },
  );

  it('is recalculated by the job of a result', async () => {
    const { sampleId } = await saveWith();
    await insertReportCorrection(backend, sampleId, { energyDE: 8.2 });
    await backend.database.transaction('recalculate-advice', (transaction) =>
      queueRecalculation(transaction, sampleId, FIXTURE_NOW),
    );
    await backend.runJob('queue');
    expect((await fetchSavedRations())[0]?.figures.gramsPerDay).toBe(1400);
    expect(backend.errors).toEqual([]);
  });

  it('stays read if its grams do not change', async () => {
    const { sampleId } = await saveWith();
    await insertReportCorrection(backend, sampleId, { sugar: 60, energyDE: 9.4 });
    await recalculate(backend, sampleId);
    expect(await fetchSavedRations()).toEqual([
      expect.objectContaining({ isRead: true, previousGramsPerDay: null, refusal: null }),
    ]);
    expect(await readMail()).toEqual([]);
  });

  it('becomes unread without a mail if the owner wants none', async () => {
    const { sampleId } = await saveWith();
    await backend.database
      .update(account)
      .set({ labResults: false })
      .where(eq(account.accountId, owner.accountId));
    await insertReportCorrection(backend, sampleId, { energyDE: 10.2 });
    await recalculate(backend, sampleId);
    expect(await fetchUnreadCount()).toBe(1);
    expect(await readMail()).toEqual([]);
  });

  it('is no longer fed if the model has no result, which is mailed once, and again when it has one', async () => {
    const { sampleId } = await saveWith();
    await saveRation(DAILY_VARIANT_ID, light);
    await insertReportCorrection(backend, sampleId, { dryMatterPct: 78 });
    await recalculate(backend, sampleId);
    await recalculate(backend, sampleId);
    const [ration] = await fetchHorseRations();
    expect(ration?.advice.map(({ refusal, isRead }) => [refusal, isRead])).toEqual([
      ['roughage_too_wet', false],
      [null, true],
    ]);
    // A ration that is no longer fed does not count in the totals.
    expect(ration?.totals?.gramsPerDay).toBe(60);
    const mails = await readMail();
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain('cannot be determined any more');
    // The feeding is to be stopped immediately, not slowly.
    expect(mails[0]?.text).not.toContain('slowly');
    await insertReportCorrection(backend, sampleId, {});
    await recalculate(backend, sampleId);
    expect((await fetchSavedRations())[0]).toMatchObject({
      refusal: null,
      isRead: false,
      previousGramsPerDay: null,
    });
    expect(await readMail()).toHaveLength(2);
  });

  it('is no longer fed when the report is a year old', async () => {
    await saveWith();
    backend.setNow(new Date(FIXTURE_NOW.getTime() + 366 * DAY_MS));
    const session = await createSignedInAccount(backend, {
      now: new Date(FIXTURE_NOW.getTime() + 366 * DAY_MS),
    });
    await backend.database
      .update(feedAdvice)
      .set({ accountId: session.accountId })
      .where(eq(feedAdvice.accountId, owner.accountId));
    expect((await fetchSavedRations(session))[0]?.refusal).toBe('roughage_result_expired');
  });

  it('keeps the limits together with the other feeds of its horse', async () => {
    const report = await insertNutritionReport(backend, {
      accountId: owner.accountId,
      values: { energyDE: 10.2 },
    });
    // 80 % of 3600 g.
    const first = await saveRation(RACE_VARIANT_ID, { roughage: { rqsKey: report.key } });
    expect(first.body.figures.gramsPerDay).toBe(2900);
    // 1200 − 928 g of starch are 1046 g of 26 %.
    expect((await saveRation(PRADO_SPORT_VARIANT_ID)).body.figures.gramsPerDay).toBe(1000);
    await insertReportCorrection(backend, report.sampleId, { energyDE: 9 });
    await recalculate(backend, report.sampleId);
    // 1200 − 260 g are 2937 g of 32 %.
    const [ration] = await fetchHorseRations();
    expect(ration?.advice.map(({ figures }) => figures.gramsPerDay)).toEqual([2900, 1000]);
    expect(ration?.totals?.starchPerDay).toBeLessThanOrEqual(1200);
  });
});

describe('an account that is closed', () => {
  it('has exported its saved rations, and leaves none', async () => {
    const report = await insertNutritionReport(backend, { accountId: owner.accountId });
    await saveRation(BASIS_VARIANT_ID, { ...light, roughage: { rqsKey: report.key } });
    const { body } = await call('exportAccount', {}, as());
    expect(JSON.stringify(body)).toContain('"horseName":"Bella"');
    const closed = await call('deleteAccount', callInputs.deleteAccount, as());
    expect(closed.status).toBe(204);
    expect(await backend.database.$count(feedAdvice)).toBe(0);
  });

  it('can be closed by a release without rations and samples', async () => {
    const { accountId } = await createSignedInAccount(backend);
    const report = await insertNutritionReport(backend, { accountId });
    await saveRation(BASIS_VARIANT_ID, { ...light, roughage: { rqsKey: report.key } });
    await backend.database.update(feedAdvice).set({ accountId });
    await backend.database.delete(accountSession).where(eq(accountSession.accountId, accountId));
    await backend.database.delete(account).where(eq(account.accountId, accountId));
    expect(await backend.database.$count(feedAdvice)).toBe(0);
    const [sample] = await backend.database
      .select()
      .from(roughageSample)
      .where(eq(roughageSample.sampleId, report.sampleId));
    expect(sample?.accountId).toBeNull();
  });
});
