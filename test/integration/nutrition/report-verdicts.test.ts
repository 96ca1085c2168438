import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { enqueue } from '../../../server/backend/core/queue/enqueue.ts';
import { LAB_RESULT_JOB } from '../../../server/backend/nutrition/lab-results/import-results.ts';
import type { RqsResult } from '../../../shared/contract/lab-results.ts';
import type { QsCount, RqsParameter } from '../../../shared/rules/lab-results.ts';
import { createSignedInAccount } from '../../fixtures/accounts.ts';
import { type BackendFixture, FIXTURE_NOW, openBackendFixture } from '../../fixtures/backend-fixture.ts';
import { createBackendCaller } from '../../fixtures/call-backend.ts';
import { insertLabResult } from '../../fixtures/lab-results.ts';
import { SAMPLE_DATA_FOLDER } from '../../fixtures/sample-database.ts';
import { startShopWeb } from '../../fixtures/shop-web.ts';
import type { TestWeb } from '../../fixtures/test-web.ts';

/**
 * Headline, badge, mail subject, articles and products of one batch follow one verdict. The expected values
 * come from the rules of the reports: class D "do not feed", class C "only soaked or steamed", then the
 * energy level (low below 8.5, high from 10.0 MJ DE per kg dry matter); targets of hay: sugar 50-110 g, crude
 * protein 70-110 g, 8.5-9.5 MJ.
 */

let backend: BackendFixture;
let web: TestWeb;
const { call } = createBackendCaller(() => backend);

beforeAll(async () => {
  backend = await openBackendFixture();
  web = await startShopWeb(backend.app);
});

afterAll(async () => {
  await web?.close();
  await backend?.close();
});

/** Hay with all values on target (RQS-2026-00101). */
const goodHay: Readonly<Record<RqsParameter, number>> = {
  dryMatterPct: 86.4,
  moisturePct: 13.6,
  crudeProtein: 88,
  sugar: 98,
  crudeFibre: 302,
  energyDE: 9.1,
  energyEWpa: 0.62,
};

/** Counts of sound hay (QS-2026-00201). */
const soundHayCounts: Readonly<Record<QsCount, number>> = {
  aerobicBacteria: 12_000_000,
  spoilageBacteria: 400_000,
  fieldMoulds: 60_000,
  storageMoulds: 20_000,
  yeasts: 30_000,
};

/** Storage moulds of hay by class: orientation value 100,000, then five and ten times as many. */
const storageMoulds = { A: 100_000, B: 500_000, C: 1_000_000, D: 1_000_001 } as const;

/** Energy need of the reference horse of reports by the feed model: 600 kg, warmblood, light work. */
const ENERGY_NEED_MJ = (600 * 33.3 * 1.2 * 4.184) / 1000;
const ROUGHAGE_DM_KG = 600 * 0.016;

interface LabelledProduct {
  readonly name: string;
  readonly analytical: Readonly<Record<'crudeProtein' | 'starch' | 'sugar' | 'energyDE', number>>;
  readonly feedAdvice: {
    /** Grams a day. */
    readonly gramsPer100Kg: { readonly light: number };
    readonly adjustForRoughage: boolean;
    readonly roundToG: number;
  };
  readonly variants: readonly { readonly id: number }[];
}
const catalogue = JSON.parse(readFileSync(path.join(SAMPLE_DATA_FOLDER, 'catalogue.json'), 'utf8')) as {
  readonly products: readonly LabelledProduct[];
};

/** Returns the percentage of the dose for the energy of the roughage. */
const getDosePct = (energyDE: number): number => (energyDE < 8.5 ? 115 : energyDE < 10 ? 100 : 80);

/** Returns the daily amounts that a product adds, by its dose and its label. */
function calculateExpectedRation(
  productVariantId: number,
  { energyDE }: Readonly<Record<RqsParameter, number>>,
) {
  const product = catalogue.products.find(({ variants }) =>
    variants.some(({ id }) => id === productVariantId),
  );
  if (!product) throw new Error(`The catalogue has no variant ${productVariantId}`);
  const { analytical, feedAdvice } = product;
  const pct = feedAdvice.adjustForRoughage ? getDosePct(energyDE) : 100;
  const exact = (6 * feedAdvice.gramsPer100Kg.light * pct) / 100;
  const grams = Math.round(exact / feedAdvice.roundToG) * feedAdvice.roundToG;
  return {
    energyMJ: (grams / 1000) * analytical.energyDE,
    proteinGrams: (grams * analytical.crudeProtein) / 100,
    starchAndSugarPct: analytical.starch + analytical.sugar,
  };
}
type ExpectedRation = ReturnType<typeof calculateExpectedRation>;

const expectLittleEnergy = ({ energyMJ }: ExpectedRation) =>
  expect(energyMJ).toBeLessThanOrEqual(ENERGY_NEED_MJ / 10);

/** Tests a batch for both: the samples of one account with the same name and creation time. */
async function insertTestedBatch(
  sampleName: string,
  changes: Partial<Record<RqsParameter, number>>,
  grade: keyof typeof storageMoulds,
) {
  const { database, mails } = backend;
  const { accountId, cookie } = await createSignedInAccount(backend);
  const values = { ...goodHay, ...changes };
  const sample = { accountId, languageId: 4, sampleName };
  const rqs = await insertLabResult(database, 'rqs', { sample, result: { rqs: { values, minerals: [] } } });
  const counts = { ...soundHayCounts, storageMoulds: storageMoulds[grade] };
  const qs = await insertLabResult(database, 'qs', {
    sample,
    result: { qs: { dryMatterPct: values.dryMatterPct, counts } },
  });
  mails.length = 0;
  await database.transaction('import-lab-results', (transaction) =>
    enqueue(
      transaction,
      [rqs, qs].map(({ sampleId }) => ({
        name: LAB_RESULT_JOB,
        payload: { sampleId, version: 1 },
        now: FIXTURE_NOW,
      })),
    ),
  );
  await backend.runJob('queue');
  await backend.runJob('queue');
  const open = async (to: string) => {
    const { status, text } = await request(web.server)
      .get(to)
      .set({ host: 'en.havero-nl.localhost', cookie });
    expect([to, status]).toEqual([to, 200]);
    return text.slice(text.indexOf('<main'), text.indexOf('</main>'));
  };
  const result: RqsResult = (await call('fetchRqsResult', { params: { key: rqs.key } })).body;
  return {
    values,
    result,
    nutrition: await open(`/roughage-tests/rqs/${rqs.key}/`),
    hygiene: await open(`/roughage-tests/qs/${qs.key}/`),
    list: extractText(await open('/account/rqs-results/')),
    subjects: new Set(mails.map(({ subject }) => subject)),
  };
}

/** Returns the text of a document, with a bar between two elements. */
const extractText = (html: string): string =>
  html
    .replace(/<(script|style|svg)[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]+>/g, '|')
    .replace(/\|+/g, '|');

/** Returns the addresses of links whose text starts with a label. */
const listLinksWithLabel = (html: string, label: string): string[] =>
  [...html.matchAll(/href="([^"]+)"[^>]*>([^<]*)/g)].flatMap(([, to = '', text = '']) =>
    text.startsWith(label) ? [to] : [],
  );

const mediumEnergyVerdict = { badge: 'Enough energy', subject: 'Enough energy' };

describe('a batch whose hygiene allows feeding', () => {
  const cases: readonly (readonly [
    name: string,
    changes: Partial<Record<RqsParameter, number>>,
    expected: {
      readonly headline: string;
      readonly badge: string;
      readonly subject: string;
      readonly articles: readonly string[];
    },
    check: (ration: ExpectedRation) => void,
  ])[] = [
    [
      'rich in sugar',
      { sugar: 172 },
      {
        headline: 'High in sugar, enough energy.',
        ...mediumEnergyVerdict,
        articles: ['/sugar-and-laminitis/'],
      },
      (ration) => {
        expectLittleEnergy(ration);
        expect(ration.starchAndSugarPct).toBeLessThanOrEqual(12);
      },
    ],
    [
      'rich in energy',
      { energyDE: 10.4, energyEWpa: 0.71 },
      {
        headline: 'Sugar on target, high in energy.',
        badge: 'High in energy',
        subject: 'High in energy',
        articles: ['/estimating-weight-and-scoring-condition/'],
      },
      expectLittleEnergy,
    ],
    [
      'poor in energy',
      { energyDE: 8, energyEWpa: 0.54 },
      {
        headline: 'Sugar on target, low in energy.',
        badge: 'Low in energy',
        subject: 'Low in energy',
        articles: ['/estimating-weight-and-scoring-condition/'],
      },
      ({ energyMJ }) => expect(energyMJ).toBeGreaterThanOrEqual((8.5 - 8) * ROUGHAGE_DM_KG),
    ],
    [
      'poor in protein',
      { crudeProtein: 58 },
      {
        headline: 'Sugar on target, enough energy.',
        ...mediumEnergyVerdict,
        articles: ['/how-to-build-a-ration/'],
      },
      (ration) => {
        expectLittleEnergy(ration);
        expect(ration.proteinGrams).toBeGreaterThanOrEqual((70 - 58) * ROUGHAGE_DM_KG);
      },
    ],
    [
      'on target',
      {},
      {
        headline: 'Sugar on target, enough energy.',
        ...mediumEnergyVerdict,
        articles: ['/how-to-build-a-ration/'],
      },
      expectLittleEnergy,
    ],
  ];

  it.each(cases)(
    'that is %s has the same verdict in its headline, badge, mail and products',
    async (name, changes, { headline, badge, subject, articles }, check) => {
      const sampleName = `Hay ${name}`;
      const { values, result, nutrition, list, subjects } = await insertTestedBatch(sampleName, changes, 'A');
      expect(extractText(nutrition)).toContain(`|${headline}|`);
      expect(list.split(`|${sampleName}|`)).toHaveLength(2);
      expect(list).toContain(`|${badge}|`);
      expect(list).toContain('|Class A|');
      expect(subjects).toEqual(
        new Set([
          `Hygienically sound: ${sampleName} · Hygiene (QS)`,
          `${subject}: ${sampleName} · Nutrition (RQS)`,
        ]),
      );
      expect(listLinksWithLabel(nutrition, 'Read: ')).toEqual(articles);
      // The products depend on the values, so there is no link to a category.
      expect(listLinksWithLabel(nutrition, 'In the shop: ')).toEqual([]);
      expect(result.products).toHaveLength(2);
      for (const { title, productVariantId } of result.products) {
        expect(extractText(nutrition)).toContain(`|${title}|`);
        check(calculateExpectedRation(productVariantId, values));
      }
    },
  );

  it('with raised counts shows the warning of class B and the verdict of its nutrition', async () => {
    const sampleName = 'Hay of class B';
    const { result, nutrition, hygiene, list, subjects } = await insertTestedBatch(sampleName, {}, 'B');
    expect(extractText(nutrition)).toContain('|Sugar on target, enough energy.|');
    expect(extractText(nutrition)).toContain('Never feed it to coughing horses, foals or pregnant mares');
    expect(extractText(hygiene)).toContain('|Class B|');
    expect(list).toContain('|Class B|');
    expect(subjects).toEqual(
      new Set([
        `Only steamed: ${sampleName} · Hygiene (QS)`,
        `Enough energy: ${sampleName} · Nutrition (RQS)`,
      ]),
    );
    expect(listLinksWithLabel(hygiene, 'Read: ')).toHaveLength(1);
    expect(result.products).toHaveLength(2);
  });
});

describe('a batch refused because of its hygiene', () => {
  it.each([
    [
      'C',
      'Only soaked or steamed, never for coughing horses',
      'Only soaked or steamed',
      'Only soaked or steamed, never for coughing horses',
    ],
    ['D', 'Do not feed this batch', 'Do not feed this batch', 'Do not feed'],
  ] as const)(
    'of class %s says so in both headlines, its badge and both mails, and shows no feed for its values',
    async (grade, headline, badge, subject) => {
      const sampleName = `Hay of class ${grade}`;
      const changes = { energyDE: 8, energyEWpa: 0.54, crudeProtein: 58 };
      const { result, nutrition, hygiene, list, subjects } = await insertTestedBatch(
        sampleName,
        changes,
        grade,
      );
      for (const report of [nutrition, hygiene]) {
        expect(extractText(report)).toContain(`|${headline}|`);
        expect(extractText(report)).toContain('|What to do now|');
        expect(listLinksWithLabel(report, 'In the shop: ')).toHaveLength(1);
      }
      expect(extractText(nutrition)).not.toContain('low in energy');
      // One row of the batch with one badge, and a link to each report.
      expect(list.split(`|${sampleName}|`)).toHaveLength(2);
      expect(list.split(`|${badge}|`)).toHaveLength(2);
      expect(list.indexOf('|Hygiene, QS|')).toBeLessThan(list.indexOf('|Nutrition, RQS|'));
      expect(list).not.toMatch(/\|(Low in energy|Class [A-D])\|/);
      expect(subjects).toEqual(
        new Set([`${subject}: ${sampleName} · Hygiene (QS)`, `${subject}: ${sampleName} · Nutrition (RQS)`]),
      );
      expect([
        result.products,
        result.article,
        result.values.flatMap(({ article }) => article ?? []),
      ]).toEqual([[], null, []]);
      expect(nutrition).not.toContain('<article');
      expect(listLinksWithLabel(nutrition, 'In the shop: ')).toEqual(
        listLinksWithLabel(hygiene, 'In the shop: '),
      );
    },
  );

  it.each([
    ['D', 'B', 'refused', 'Do not feed this batch'],
    ['B', 'A', 'notice', 'Class A'],
  ] as const)(
    'with a class %s in another of its hygiene scans says what that does to feed advice on each of them',
    async (worst, grade, adviceEffect, headline) => {
      const { accountId } = await createSignedInAccount(backend);
      const sample = { accountId, languageId: 4, sampleName: `Hay of classes ${worst} and ${grade}` };
      const insert = (of: keyof typeof storageMoulds) =>
        insertLabResult(backend.database, 'qs', {
          sample,
          result: {
            qs: { dryMatterPct: 86.4, counts: { ...soundHayCounts, storageMoulds: storageMoulds[of] } },
          },
        });
      await insert(worst);
      const { key } = await insert(grade);
      const result = (await call('fetchQsResult', { params: { key } })).body;
      expect(result).toMatchObject({ grade, adviceEffect });
      const { text } = await request(web.server)
        .get(`/roughage-tests/qs/${key}/`)
        .set({ host: 'en.havero-nl.localhost' });
      const report = extractText(text.slice(text.indexOf('<main'), text.indexOf('</main>')));
      expect(report).toContain(`|${headline}|`);
      expect(report).not.toContain('Raised, questionable for horses');
    },
  );
});
