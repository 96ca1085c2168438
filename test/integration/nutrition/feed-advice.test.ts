import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { and, eq, isNull } from 'drizzle-orm';
import {
  feedModel,
  productVariant,
  site,
  siteLanguage,
  siteProduct,
} from '../../../server/backend/schema/schema.ts';
import type { AdviceAnswer, RoughageChoice } from '../../../shared/contract/feed-advice.ts';
import type { ProductDetail } from '../../../shared/contract/products.ts';
import { DAY_MS } from '../../../shared/rules/durations.ts';
import { getGramsPerDay, type RoughageResult } from '../../../shared/rules/feed-advice/feed-advice.ts';
import { type BackendFixture, FIXTURE_NOW, openBackendFixture } from '../../fixtures/backend-fixture.ts';
import { belgianShopHeaders, createBackendCaller, type Headers } from '../../fixtures/call-backend.ts';
import { PRODUCT, VARIANT } from '../../fixtures/call-inputs.ts';
import {
  insertQsResult,
  insertRoughageSample,
  insertRqsCorrection,
  insertRqsResult,
} from '../../fixtures/roughage-samples.ts';
import { SAMPLE_DATA_FOLDER } from '../../fixtures/sample-database.ts';
import { createLine, insertWholeOrder } from '../../fixtures/whole-orders.ts';

interface FeedAdviceCase {
  readonly id: string;
  readonly title: string;
  readonly product: string;
  readonly variantIndex?: number;
  readonly input: {
    readonly horseType: string;
    readonly weightKg: number;
    readonly workLevel: string;
    readonly roughageType?: string;
    readonly rqs?: RoughageResult & {
      readonly type: 'hay' | 'silage';
      readonly dryMatterPct: number;
      readonly energyDE: number;
      readonly crudeProtein: number;
      readonly sugar: number;
    };
  };
  readonly expected: Readonly<Record<string, unknown>> & { readonly ok: boolean };
}

const readSampleFile = <T>(name: string): T =>
  JSON.parse(readFileSync(path.join(SAMPLE_DATA_FOLDER, name), 'utf8'));
const { cases } = readSampleFile<{ cases: FeedAdviceCase[] }>('feed-advice-cases.json');
const { products } = readSampleFile<{
  products: { key: string; variants: { id: number; isDefault: boolean }[] }[];
}>('catalogue.json');

const getVariantId = (key: string, index = 0): number =>
  products.find((product) => product.key === key)!.variants[index]!.id;

let backend: BackendFixture;
const { call } = createBackendCaller(() => backend);

beforeAll(async () => {
  backend = await openBackendFixture();
});

afterAll(() => backend?.close());

beforeEach(() => {
  backend.errors.length = 0;
  backend.setNow(FIXTURE_NOW);
});

const horse = { horseType: 'horse', weightKg: 600, workLevel: 'light', roughage: { type: 'hay' } };

async function calculateAdvice(body: object, headers: Headers = {}): Promise<AdviceAnswer> {
  const answer = await call('calculateFeedAdvice', { body }, headers);
  expect([answer.status, answer.text.slice(0, 300)]).toEqual([200, expect.anything()]);
  return answer.body;
}

/** Returns the day that is the given number of days before that of the fixture. */
const formatDateBefore = (days: number): string =>
  new Date(FIXTURE_NOW.getTime() - days * DAY_MS).toISOString().slice(0, 10);

/** Returns the roughage of a case; inserts a result into the database, with the age and grade of the case. */
async function createRoughage({ roughageType, rqs }: FeedAdviceCase['input']): Promise<object> {
  if (!rqs) return { type: roughageType };
  const { type, dryMatterPct, energyDE, crudeProtein, sugar, ageDays, qsGrade } = rqs;
  const sampleName = `Batch ${ageDays} ${energyDE} ${sugar} ${dryMatterPct}`;
  const values = { type, dryMatterPct, energyDE, crudeProtein, sugar };
  const { key } = await insertRqsResult(backend.database, formatDateBefore(ageDays), values, { sampleName });
  if (qsGrade === 'A' || qsGrade === 'B' || qsGrade === 'C' || qsGrade === 'D')
    await insertQsResult(backend.database, formatDateBefore(ageDays), qsGrade, { sampleName });
  return { rqsKey: key };
}

describe('the cases of the feed advice model', () => {
  it.each(cases.map((each) => [`${each.id} ${each.title}`, each] as const))(
    'have the exact result: %s',
    async (_, { product, variantIndex, input, expected }) => {
      const { horseType, weightKg, workLevel } = input;
      const productVariantId = getVariantId(product, variantIndex);
      const roughage = await createRoughage(input);
      const answer = await calculateAdvice({ horseType, weightKg, workLevel, roughage, productVariantId });
      if (!expected.ok) {
        expect(answer).toMatchObject({
          determined: false,
          reason: expected.reason,
          product: { productVariantId, key: product },
        });
        return;
      }
      const { ok, costPerDay, ...figures } = expected;
      expect(answer).toMatchObject({
        determined: true,
        horse: { horseType, weightKg, isReferenceWeight: false, workLevel },
        proposals: [
          { ...figures, costPerDay: Math.round(Number(costPerDay) * 100), product: { key: product } },
        ],
      });
      // The table has the same result for the same product and level.
      expect(answer.determined && answer.workLevels.map((row) => row.workLevel)).toEqual([
        'none',
        'light',
        'average',
        'heavy',
      ]);
      const row = answer.determined && answer.workLevels.find((each) => each.workLevel === workLevel);
      expect(row).toMatchObject({ figures: { ...figures }, reason: null });
    },
  );

  it.each(
    cases.flatMap((each) =>
      // Typed values have the present day, and no hygiene grade.
      each.input.rqs && !['F4', 'F5'].includes(each.id) ? [[`${each.id} ${each.title}`, each] as const] : [],
    ),
  )('have the same result with typed values: %s', async (_, { product, input, expected }) => {
    const { type, dryMatterPct, energyDE, crudeProtein, sugar } = input.rqs!;
    const { horseType, weightKg, workLevel } = input;
    const answer = await calculateAdvice({
      horseType,
      weightKg,
      workLevel,
      roughage: { values: { type, dryMatterPct, energyDE, crudeProtein, sugar } },
      productVariantId: getVariantId(product),
    });
    const { ok, reason, costPerDay, ...figures } = expected;
    expect(answer).toMatchObject(
      ok ? { determined: true, proposals: [figures] } : { determined: false, reason },
    );
  });
});

const { rqs: reports } = readSampleFile<{
  rqs: { id: string; type: string; values: Record<string, number> }[];
}>('sample-reports.json');
const poorHayReport = reports.find(({ id }) => id === 'RQS-2026-00103')!;
const { dryMatterPct, energyDE, crudeProtein, sugar } = poorHayReport.values;
const poorHayInput = { type: poorHayReport.type, dryMatterPct, energyDE, crudeProtein, sugar };

describe('proposals', () => {
  const hay = { type: 'hay' };
  it.each([
    ['horse', 600, 'light', hay, ['terno-basis', 'terno-fibre', 'terno-active']],
    ['pony', 300, 'light', hay, ['vira-core', 'vira-low', 'terno-robust']],
    // The roughage provides more than 110 %, so the balancers follow with one warning each, sorted by their
    // distance to the need.
    ['sober', 600, 'none', hay, ['vira-low', 'vira-core', 'vira-senior']],
    ['horse', 600, 'heavy', { type: 'silage' }, ['terno-muscle', 'terno-basis', 'terno-fibre']],
    ['hotblood', 500, 'average', { type: 'grass' }, ['terno-basis', 'terno-fibre', 'terno-oatfree']],
    ['horse', 600, 'light', { values: poorHayInput }, ['terno-basis', 'terno-active', 'terno-sport']],
  ])(
    'for a %s of %s kg, %s work, %j, start with the best match',
    async (horseType, weightKg, workLevel, roughage, first) => {
      const answer = await calculateAdvice({ horseType, weightKg, workLevel, roughage });
      if (!answer.determined) throw new Error(answer.reason);
      expect(answer.proposals.slice(0, 3).map(({ product }) => product.key)).toEqual(first);
      // The table belongs to the first proposal.
      expect(answer.workLevels.find((row) => row.workLevel === workLevel)?.figures?.gramsPerDay).toBe(
        answer.proposals[0]?.gramsPerDay,
      );
      const { proposals } = answer;
      expect(new Set(proposals.map(({ product }) => product.key)).size).toBe(proposals.length);
      for (const { product } of proposals) expect(product.key).toMatch(/^(prado|terno|vira)-/);
      // Each has the same result as a request for this product only.
      const last = proposals.at(-1)!;
      const alone = await calculateAdvice({
        horseType,
        weightKg,
        workLevel,
        roughage,
        productVariantId: last.productVariantId,
      });
      expect(alone).toMatchObject({ determined: true, proposals: [last], horse: answer.horse });
    },
  );

  it('have the prices of the requested site', async () => {
    const dutch = await calculateAdvice(horse);
    const belgian = await calculateAdvice(horse, belgianShopHeaders);
    const getFirst = (answer: AdviceAnswer) =>
      answer.determined ? answer.proposals.find(({ product }) => product.key === 'terno-basis') : undefined;
    // 20 kg for € 15.95 with 21 % VAT in the Netherlands, with 6 % in Belgium: 13.18 × 1.06 = 13.97.
    expect(getFirst(dutch)).toMatchObject({ costPerDay: 96, packsForMonth: 2 });
    expect(getFirst(belgian)).toMatchObject({ costPerDay: 84, packsForMonth: 2 });
  });

  it('exclude products that the site no longer lists, and treat them as unknown', async () => {
    const { database } = backend;
    const isBasis = eq(productVariant.productVariantId, getVariantId('terno-basis'));
    const productVariantId = getVariantId('terno-basis');
    await database.update(productVariant).set({ isListed: false }).where(isBasis);
    const answer = await calculateAdvice(horse);
    const { status, body } = await call('calculateFeedAdvice', { body: { ...horse, productVariantId } });
    await database.update(productVariant).set({ isListed: true }).where(isBasis);
    expect(answer.determined && answer.proposals[0]?.product.key).toBe('terno-fibre');
    expect([status, body.code]).toEqual([404, 'not_found']);
  });

  it('exclude products that only another site sells', async () => {
    const { database } = backend;
    const ofSite = and(eq(siteProduct.productId, PRODUCT), eq(siteProduct.siteId, 2));
    await database.delete(siteProduct).where(ofSite);
    const body = { ...horse, productVariantId: VARIANT };
    const there = await call('calculateFeedAdvice', { body }, belgianShopHeaders);
    const here = await call('calculateFeedAdvice', { body });
    await database.insert(siteProduct).values({ productId: PRODUCT, siteId: 2 });
    expect([there.status, here.status]).toEqual([404, 200]);
  });
});

describe('the details of a ration', () => {
  it('contain its serving limits, and packs for a month', async () => {
    const answer = await calculateAdvice({ ...horse, productVariantId: getVariantId('sopra-classic') });
    expect(answer).toMatchObject({
      determined: true,
      proposals: [{ netWeightGrams: 15_000, maxServingsPerWeek: 3, packsForMonth: 1, isMaximum: false }],
    });
    const treats = await calculateAdvice({ ...horse, productVariantId: getVariantId('bocco-apple') });
    expect(treats).toMatchObject({ proposals: [{ isMaximum: true }] });
  });

  it('contain the day of the calculation in the time zone of the site', async () => {
    expect(await calculateAdvice(horse)).toMatchObject({ date: FIXTURE_NOW.toISOString().slice(0, 10) });
  });

  it('contain the reference weight of the type if no weight was given', async () => {
    const { weightKg, ...unweighed } = horse;
    expect(await calculateAdvice({ ...unweighed, horseType: 'pony' })).toMatchObject({
      horse: { weightKg: 300, isReferenceWeight: true },
      proposals: expect.arrayContaining([expect.objectContaining({ gramsPerDay: 600 })]),
    });
  });

  it('contain the roughage of the calculation', async () => {
    const withGrass = await calculateAdvice({ ...horse, roughage: { type: 'grass' } });
    expect(withGrass).toMatchObject({
      horse: {
        roughage: { source: 'default', type: 'grass', dryMatterPct: 18, energyDE: 10.6, qsGrade: null },
      },
    });
    const typed = await calculateAdvice({ ...horse, roughage: { values: poorHayInput } });
    expect(typed).toMatchObject({
      horse: { roughage: { source: 'typed', ...poorHayInput, sampleName: null, resultDate: null } },
    });
  });
});

describe('the ration model of a product', () => {
  it.each([
    'terno-basis',
    'terno-race',
    'prado-nature',
    'vira-core',
    'sopra-classic',
    'nuvo-hoof',
    'grano-barley',
    'bocco-apple',
  ])('has the same grams with hay as the calculator: %s', async (key) => {
    const productVariantId = getVariantId(key);
    const { body }: { body: ProductDetail } = await call('fetchProduct', { params: { productVariantId } });
    const { rows, feedsPerDay, ration } = body.dosage!;
    let compared = 0;
    for (const { key: horseType, leastKg, mostKg, referenceKg, typePct } of ration!.horses) {
      for (const { level: workLevel, gramsPer100Kg } of rows) {
        for (const weightKg of [leastKg, referenceKg, referenceKg + 37, mostKg]) {
          const question = { horseType, weightKg, workLevel, roughage: { type: 'hay' }, productVariantId };
          const answer = await calculateAdvice(question);
          const grams = getGramsPerDay(ration!, weightKg, {
            ...ration!,
            feedsPerDay,
            gramsPer100Kg,
            typePct,
          });
          expect([question, answer.determined && answer.proposals[0]?.gramsPerDay]).toEqual([
            question,
            grams,
          ]);
          compared += 1;
        }
        for (const weightKg of [leastKg - 1, mostKg + 1]) {
          const question = { horseType, weightKg, workLevel, roughage: { type: 'hay' }, productVariantId };
          expect(await calculateAdvice(question)).toMatchObject({ reason: 'weight_out_of_range' });
        }
      }
    }
    expect(compared).toBeGreaterThan(0);
  });

  it('does not exist if the shop has no model, but the doses of the label do', async () => {
    const { database } = backend;
    const [row] = await database.delete(feedModel).returning();
    const byWork = await call('fetchProduct');
    const byStage = await call('fetchProduct', { params: { productVariantId: getVariantId('alba-foal') } });
    await database.insert(feedModel).values(row!);
    for (const { body } of [byWork, byStage]) {
      expect(body.dosage).toMatchObject({ ration: null, rows: expect.any(Array) });
      expect(body.dosage.rows.every((each: { weights: unknown }) => each.weights === null)).toBe(true);
    }
  });
});

describe('a refusal of the model', () => {
  it.each([0, 79, 299, 1001, 1_000_000_000])(
    'contains the weights of the type for the weight %s',
    async (weightKg) => {
      for (const productVariantId of [undefined, getVariantId('terno-basis')]) {
        expect(await calculateAdvice({ ...horse, weightKg, productVariantId })).toMatchObject({
          determined: false,
          reason: 'weight_out_of_range',
          weights: { minKg: 300, maxKg: 1000 },
          dosage: null,
        });
      }
    },
  );

  it('does not apply to the minimum and maximum weight of a type', async () => {
    for (const [horseType, weights] of [
      ['pony', [80, 450]],
      ['sober', [200, 1000]],
      ['horse', [300, 1000]],
      ['hotblood', [300, 800]],
    ] as const) {
      for (const weightKg of weights) {
        expect((await calculateAdvice({ ...horse, horseType, weightKg })).determined).toBe(true);
      }
      expect((await calculateAdvice({ ...horse, horseType, weightKg: weights[0] - 1 })).determined).toBe(
        false,
      );
      expect((await calculateAdvice({ ...horse, horseType, weightKg: weights[1] + 1 })).determined).toBe(
        false,
      );
    }
  });

  it('contains the table if a product is dosed by life stage', async () => {
    const answer = await calculateAdvice({ ...horse, productVariantId: getVariantId('alba-mare') });
    expect(answer).toMatchObject({
      determined: false,
      reason: 'life_stage_table_only',
      product: { key: 'alba-mare' },
      weights: null,
      dosage: { mode: 'byStage' },
    });
    expect(!answer.determined && answer.dosage?.rows.map(({ gramsPer100Kg }) => gramsPer100Kg)).toEqual([
      300, 500, 350,
    ]);
  });

  it.each([
    ['stalla-scoop', 'no_feed_advice'],
    ['rqs-basic', 'no_feed_advice'],
    ['nuvo-salt', 'no_feed_advice'],
    ['prado-sport', 'work_level_not_supported', { workLevel: 'none' }],
    ['prado-sport', 'product_not_for_horse_type', { horseType: 'pony', weightKg: 300 }],
  ])('for %s has the reason %s', async (key, reason, part: object = {}) => {
    const productVariantId = getVariantId(key);
    expect(await calculateAdvice({ ...horse, ...part, productVariantId })).toMatchObject({
      determined: false,
      reason,
      product: { key },
    });
  });

  const typed = { type: 'hay', dryMatterPct: 86, energyDE: 9, crudeProtein: 84, sugar: 100 };
  it.each([
    ['95.1 % dry', { dryMatterPct: 95.1 }, 'roughage_result_incomplete'],
    ['DE 5.9', { energyDE: 5.9 }, 'roughage_result_incomplete'],
    ['DE 12.6', { energyDE: 12.6 }, 'roughage_result_incomplete'],
    ['hay of 79.9 % dry matter', { dryMatterPct: 79.9 }, 'roughage_too_wet'],
    ['silage of 44.9 % dry matter', { type: 'silage', dryMatterPct: 44.9 }, 'roughage_too_wet'],
  ])('is returned for a product and for all of them: %s', async (_what, part, reason) => {
    const roughage = { values: { ...typed, ...part } };
    for (const productVariantId of [undefined, VARIANT]) {
      expect(await calculateAdvice({ ...horse, roughage, productVariantId })).toMatchObject({
        determined: false,
        reason,
      });
    }
  });

  it('is returned if the shop has no model', async () => {
    const { database } = backend;
    const [row] = await database.delete(feedModel).returning();
    const answers = [
      await calculateAdvice(horse),
      await calculateAdvice({ ...horse, productVariantId: VARIANT }),
    ];
    await database.insert(feedModel).values(row!);
    expect(answers).toMatchObject([
      { determined: false, reason: 'no_feed_advice', product: null },
      { determined: false, reason: 'no_feed_advice', product: { productVariantId: VARIANT } },
    ]);
  });
});

describe('invalid input', () => {
  it.each([
    ['weightKg', ''],
    ['weightKg', 450.5],
    ['weightKg', '450,5'],
    ['weightKg', '1.050'],
    ['weightKg', '600 kg'],
    ['weightKg', -1],
    ['weightKg', 1e12],
    ['weightKg', null],
    ['weightKg', 'heavy'],
    ['horseType', 'zebra'],
    ['horseType', 'constructor'],
    ['horseType', ''],
    ['workLevel', 'extreme'],
    ['workLevel', '__proto__'],
    ['roughage', 'hay'],
    ['roughage', {}],
    ['roughage', { type: 'straw' }],
    // One of three fields, to check that each of them is validated.
    ['roughage', { type: 'hay', rqsKey: 5 }],
    ['roughage', { type: 'straw', rqsKey: 'A'.repeat(22) }],
    ['roughage', { type: 'hay', values: { ...poorHayInput, sugar: 1e300 } }],
    ['roughage', { type: 'straw', values: poorHayInput }],
    ['roughage', { values: poorHayInput, rqsKey: 'A'.repeat(22) }],
    ['roughage', { rqsKey: 'A'.repeat(21) }],
    ['roughage', { rqsKey: 'A'.repeat(23) }],
    ['roughage', { rqsKey: `${'A'.repeat(21)}'` }],
    ['roughage', { values: { ...poorHayInput, type: 'grass' } }],
    ['roughage', { values: { ...poorHayInput, energyDE: '9,1' } }],
    ['roughage', { values: { ...poorHayInput, sugar: null } }],
    ['roughage', { values: { ...poorHayInput, dryMatterPct: 101 } }],
    ['productVariantId', 0],
    ['productVariantId', '1001'],
    ['productVariantId', 2_147_483_648],
  ])('is refused with the name of the field: %s %j', async (field, value) => {
    const { status, body } = await call('calculateFeedAdvice', { body: { ...horse, [field]: value } });
    expect([status, ['validation_failed', 'parameter_missing'].includes(body.code)]).toEqual([400, true]);
    expect(body.errors[0].field.split('.')[0]).toBe(field);
  });

  it('includes an unknown product', async () => {
    const { status } = await call('calculateFeedAdvice', {
      body: { ...horse, productVariantId: 2_147_483_647 },
    });
    expect(status).toBe(404);
  });

  it('includes an unknown site', async () => {
    const { status } = await call('calculateFeedAdvice', { body: horse }, { siteid: '999' });
    expect(status).toBe(400);
  });
});

describe('a report given by its key', () => {
  const ofHay = { type: 'hay', dryMatterPct: 87, energyDE: 8.2, crudeProtein: 62, sugar: 74 } as const;
  const adviseWithRoughage = (roughage: RoughageChoice, headers: Headers = {}) =>
    call('calculateFeedAdvice', { body: { ...horse, roughage } }, headers);

  it('is returned with its name and day, and used for a year', async () => {
    const { key } = await insertRqsResult(backend.database, '2026-11-01', ofHay, {
      sampleName: 'South field',
    });
    expect(await calculateAdvice({ ...horse, roughage: { rqsKey: key } })).toMatchObject({
      determined: true,
      horse: {
        roughage: {
          source: 'report',
          ...ofHay,
          sampleName: 'South field',
          resultDate: '2026-11-01',
          qsGrade: null,
        },
      },
    });
    backend.setNow(new Date('2027-11-01T23:59:59Z'));
    expect(await calculateAdvice({ ...horse, roughage: { rqsKey: key } })).toMatchObject({
      determined: true,
    });
    backend.setNow(new Date('2027-11-02T00:00:00Z'));
    expect(await calculateAdvice({ ...horse, roughage: { rqsKey: key } })).toMatchObject({
      determined: false,
      reason: 'roughage_result_expired',
    });
  });

  it('is used in its newest version', async () => {
    const { sampleId, key } = await insertRqsResult(backend.database, '2026-10-01', ofHay);
    await insertRqsCorrection(backend.database, sampleId, 2, '2026-10-09', { ...ofHay, energyDE: 10.4 });
    expect(await calculateAdvice({ ...horse, roughage: { rqsKey: key } })).toMatchObject({
      horse: { roughage: { energyDE: 10.4, resultDate: '2026-10-09' } },
    });
  });

  it.each([
    ['A', 'A'],
    ['B', 'B'],
    ['C', 'roughage_hygiene_rejected'],
    ['D', 'roughage_hygiene_rejected'],
  ] as const)('is checked with the hygiene scan of its batch: %s', async (grade, told) => {
    const { database } = backend;
    const { orderId } = await insertWholeOrder(database, {
      lines: [
        createLine({
          productId: 170,
          productVariantId: getVariantId('rqs-basic'),
          productType: 4,
          quantity: 2,
        }),
        createLine({
          position: 2,
          productId: 172,
          productVariantId: getVariantId('qs-hygiene'),
          productType: 5,
          quantity: 1,
        }),
      ],
      sampleNames: { 1: ['North field', 'South field'], 2: ['North field'] },
    });
    const inOrder = (linePosition: number, sequence: number, sampleName: string) => ({
      orderId,
      linePosition,
      sequence,
      sampleName,
    });
    const north = await insertRqsResult(database, '2026-10-01', ofHay, inOrder(1, 1, 'North field'));
    const south = await insertRqsResult(database, '2026-10-01', ofHay, inOrder(1, 2, 'South field'));
    await insertQsResult(database, '2026-10-01', grade, inOrder(2, 1, 'North field'));
    const answer = await calculateAdvice({ ...horse, roughage: { rqsKey: north.key } });
    expect(answer.determined ? answer.horse.roughage.qsGrade : answer.reason).toBe(told);
    // Another batch of the same order, and a batch of another order with the same name, are not affected.
    const elsewhere = await insertRqsResult(database, '2026-10-01', ofHay, { sampleName: 'North field' });
    for (const { key } of [south, elsewhere]) {
      expect(await calculateAdvice({ ...horse, roughage: { rqsKey: key } })).toMatchObject({
        horse: { roughage: { qsGrade: null } },
      });
    }
  });

  it('returns 404 if it is unknown, of a hygiene scan, without a result, or on a site without tests', async () => {
    const { database } = backend;
    const rqs = await insertRqsResult(database, '2026-10-01', ofHay);
    const qs = await insertQsResult(database, '2026-10-01', 'A');
    const waiting = await insertRoughageSample(database, { testKind: 'rqs' });
    const other = `${rqs.key.slice(0, -1)}${rqs.key.endsWith('A') ? 'Q' : 'A'}`;
    const statuses: number[] = [];
    for (const rqsKey of [rqs.key, qs.key, waiting.key, other]) {
      statuses.push((await adviseWithRoughage({ rqsKey })).status);
    }
    expect(statuses).toEqual([200, 404, 404, 404]);
    const [without] = await database
      .select({ siteId: site.siteId, languageId: siteLanguage.languageId })
      .from(site)
      .innerJoin(siteLanguage, eq(siteLanguage.siteId, site.siteId))
      .where(isNull(site.rqsContentPageId))
      .limit(1);
    const headers = { siteid: String(without?.siteId), languageid: String(without?.languageId) };
    expect((await adviseWithRoughage({ rqsKey: rqs.key }, headers)).status).toBe(404);
    expect((await adviseWithRoughage({ type: 'hay' }, headers)).status).toBe(200);
    // The corporate site has a page about tests, and sells none.
    expect((await adviseWithRoughage({ rqsKey: rqs.key }, { siteid: '12', languageid: '4' })).status).toBe(
      404,
    );
  });
});
