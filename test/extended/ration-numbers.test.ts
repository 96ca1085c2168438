import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { and, eq } from 'drizzle-orm';
import request, { type Response } from 'supertest';
import { readFindings } from '../../server/backend/nutrition/lab-results/parse-lab-rows.ts';
import { readLabFile, resultHeaders } from '../../server/backend/nutrition/lab-results/read-lab-file.ts';
import { route, site } from '../../server/backend/schema/schema.ts';
import type { AdviceAnswer, AdvisedHorseRations } from '../../shared/contract/feed-advice.ts';
import type { QsResult, RqsResult } from '../../shared/contract/lab-results.ts';
import type { Scoop } from '../../shared/contract/products.ts';
import { getLocalisedSegment, type Locale } from '../../shared/rules/localised-segments.ts';
import { createSignedInAccount } from '../fixtures/accounts.ts';
import { type BackendFixture, FIXTURE_NOW, openBackendFixture } from '../fixtures/backend-fixture.ts';
import { createBackendCaller } from '../fixtures/call-backend.ts';
import { insertLabResult } from '../fixtures/lab-results.ts';
import { SAMPLE_DATA_FOLDER } from '../fixtures/sample-database.ts';
import { insertNutritionReport, insertReportCorrection, recalculate } from '../fixtures/saved-advice.ts';
import { startShopWeb } from '../fixtures/shop-web.ts';
import { selectRotatedTestCases } from '../fixtures/test-case-sampling.ts';
import type { TestWeb } from '../fixtures/test-web.ts';

const root = path.join(import.meta.dirname, '../..');
const readSampleFile = <T>(name: string): T =>
  JSON.parse(readFileSync(path.join(SAMPLE_DATA_FOLDER, name), 'utf8'));

/** A shop of each language: site, language, number format, and host. */
const testedShops = [
  [1, 1, 'nl', 'nl-NL', 'havero-nl.localhost'],
  [10, 2, 'de', 'de-DE', 'hafero-de.localhost'],
  [3, 3, 'da', 'da-DK', 'havero-dk.localhost'],
  [1, 4, 'en', 'en-GB', 'en.havero-nl.localhost'],
  [5, 5, 'it', 'it-IT', 'havero-it.localhost'],
  [6, 6, 'pt', 'pt-PT', 'havero-pt.localhost'],
  [7, 7, 'es', 'es-ES', 'havero-es.localhost'],
  [8, 8, 'sv', 'sv-SE', 'havero-se.localhost'],
  [9, 9, 'et', 'et-EE', 'havero-ee.localhost'],
] as const satisfies readonly (readonly [number, number, Locale, string, string])[];

/**
 * Page about the tests, below which reports are; its address for a shop that sells no tests and has no such
 * page.
 */
const ROUGHAGE_TESTS_PAGE_ID = 116;
const ROUGHAGE_TESTS_PATH = '/roughage-reports/';

interface FeedAdviceCase {
  readonly id: string;
  readonly product: string;
  readonly variantIndex?: number;
  readonly input: {
    readonly horseType: string;
    readonly weightKg: number;
    readonly workLevel: string;
    readonly roughageType?: string;
    readonly rqs?: Readonly<
      Record<'dryMatterPct' | 'energyDE' | 'crudeProtein' | 'sugar' | 'ageDays', number>
    > & { readonly type: string };
  };
  readonly expected: { readonly ok: boolean };
}
const { products } = readSampleFile<{ products: { key: string; variants: { id: number }[] }[] }>(
  'catalogue.json',
);
const { cases } = readSampleFile<{ cases: FeedAdviceCase[] }>('feed-advice-cases.json');
/** Cases with a ration; the reports are typed input without age and hygiene. */
const determined = cases.filter(({ expected }) => expected.ok);
const reports = readSampleFile<{
  rqs: { id: string; type: 'hay' | 'silage'; values: Record<string, number> }[];
  qs: { id: string; type: 'hay' | 'silage'; dryMatterPct: number; counts: Record<string, number> }[];
}>('sample-reports.json');

let backend: BackendFixture;
let web: TestWeb;
const sampleReportKeys: { kind: 'rqs' | 'qs'; id: string; key: string }[] = [];
const { call } = createBackendCaller(() => backend);

beforeAll(async () => {
  backend = await openBackendFixture();
  const { database } = backend;
  for (const [siteId, languageId] of testedShops) {
    await database
      .update(site)
      .set({ enableRqs: true, rqsContentPageId: ROUGHAGE_TESTS_PAGE_ID })
      .where(eq(site.siteId, siteId));
    const of = { siteId, languageId, contentPageId: ROUGHAGE_TESTS_PAGE_ID };
    await database
      .delete(route)
      .where(
        and(
          eq(route.siteId, siteId),
          eq(route.languageId, languageId),
          eq(route.contentPageId, ROUGHAGE_TESTS_PAGE_ID),
        ),
      );
    await database
      .insert(route)
      .values({ ...of, path: ROUGHAGE_TESTS_PATH, kind: 'contentPage', isCanonical: true });
  }
  for (const { id, type, values } of reports.rqs) {
    const { key } = await insertLabResult(database, 'rqs', {
      sample: { sampleNumber: id.replace('-00', '-70'), roughageType: type },
      result: { rqs: { values: values as never, minerals: [] } },
    });
    sampleReportKeys.push({ kind: 'rqs', id, key });
  }
  for (const { id, type, dryMatterPct, counts } of reports.qs) {
    const { key } = await insertLabResult(database, 'qs', {
      sample: { sampleNumber: id.replace('-00', '-70'), roughageType: type },
      result: { qs: { dryMatterPct, counts: counts as never } },
    });
    sampleReportKeys.push({ kind: 'qs', id, key });
  }
  web = await startShopWeb(backend.app);
});

afterAll(async () => {
  await web?.close();
  await backend?.close();
});

let visitorCount = 0;
function get(host: string, to: string, cookie = ''): Promise<Response> {
  visitorCount += 1;
  const address = `198.51.${Math.floor(visitorCount / 250)}.${visitorCount % 250}`;
  return request(web.server)
    .get(to)
    .set({ host, 'x-forwarded-for': address, ...(cookie !== '' && { cookie }) })
    .then();
}

/** Returns the visible text of markup. */
const extractWords = (html: string): string =>
  html
    .replace(/<(script|style|svg)[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&');

const extractMain = (html: string): string => html.slice(html.indexOf('<main'), html.indexOf('</main>'));

/** Returns the elements with a name, in document order. */
const extractElements = (html: string, element: string): string[] =>
  [...html.matchAll(new RegExp(`<${element}[\\s>][\\s\\S]*?</${element}>`, 'g'))].map(([found]) => found);

/** Returns a table row without its header cells. */
const removeHeaderCells = (row: string): string => row.replace(/<th[\s\S]*?<\/th>/, '');

const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * Creates a function that reads numbers in the format of a culture: with its thousands and decimal
 * separators.
 */
function createNumberReader(culture: string): (html: string) => number[] {
  const parts = new Intl.NumberFormat(culture, { useGrouping: 'always' }).formatToParts(12_345.6);
  const sign = (name: string) => parts.find(({ type }) => type === name)?.value ?? '';
  // Our pages use U+00A0 for every kind of space.
  const group = escapePattern(sign('group').replace(/\s/, '\u00a0'));
  const decimal = escapePattern(sign('decimal'));
  const number = new RegExp(`\\d{1,3}(?:${group}\\d{3})+(?:${decimal}\\d+)?|\\d+(?:${decimal}\\d+)?`, 'g');
  return (html) =>
    (
      extractWords(html)
        .replace(/[\u202f\u2009]/g, '\u00a0')
        .match(number) ?? []
    ).map((text) => Number(text.replace(new RegExp(group, 'g'), '').replace(sign('decimal'), '.')));
}

const getVariantId = ({ product, variantIndex = 0 }: FeedAdviceCase): number =>
  products.find(({ key }) => key === product)!.variants[variantIndex]!.id;

function createCalculatorQuery(each: FeedAdviceCase): string {
  const { horseType, weightKg, workLevel, roughageType, rqs } = each.input;
  const query = new URLSearchParams({
    type: horseType,
    weight: String(weightKg),
    work: workLevel,
    roughage: rqs?.type ?? roughageType ?? '',
    product: String(getVariantId(each)),
    ...(rqs && {
      dm: String(rqs.dryMatterPct),
      de: String(rqs.energyDE),
      cp: String(rqs.crudeProtein),
      sugar: String(rqs.sugar),
    }),
  });
  query.sort();
  return query.toString();
}

function createAdviceBody(each: FeedAdviceCase) {
  const { horseType, weightKg, workLevel, roughageType, rqs } = each.input;
  const { ageDays, ...values } = rqs ?? { ageDays: 0 };
  return {
    horseType,
    weightKg,
    workLevel,
    roughage: rqs ? { values } : { type: roughageType },
    productVariantId: getVariantId(each),
  };
}

/**
 * Returns the numbers of scoops with their size, as in '1.4 (1 = 50 ml = 40 g)'. From 1,000 ml the size is in
 * litres.
 */
const listScoopNumbers = (scoops: number | null, scoop: Scoop | null): number[] => {
  if (scoops === null || !scoop) return [];
  const { millilitres, grams } = scoop;
  return [scoops, 1, millilitres < 1000 ? millilitres : millilitres / 1000, grams];
};

const without = <T>(values: readonly (T | null)[]): T[] => values.filter((value) => value !== null);

it('the tests cover all cases with a ration, and all sample reports', () => {
  expect([determined.length, sampleReportKeys.length]).toEqual([14, 10]);
});

/** Number of cases and reports per language in the short form: together the languages cover all. */
const SAMPLES_PER_LANGUAGE = 2;

describe.each(testedShops)('shop %s in language %s (%s)', (siteId, languageId, locale, culture, host) => {
  const index = testedShops.findIndex(([, , other]) => other === locale);
  const words: Readonly<Record<string, string>> = JSON.parse(
    readFileSync(path.join(root, `locales/${locale}.json`), 'utf8'),
  );
  const readNumbers = createNumberReader(culture);
  const headers = { siteid: String(siteId), languageid: String(languageId) };

  /** Returns the numbers next to a name in a description list. */
  function readDescriptionNumbers(html: string, name: string): number[] {
    const [, found = ''] =
      new RegExp(`<dt>${escapePattern(words[name]!)}</dt>\\s*<dd>([\\s\\S]*?)</dd>`).exec(html) ?? [];
    return readNumbers(found);
  }

  it('shows a ration with the same numbers on its page as in the API', async () => {
    for (const each of selectRotatedTestCases(determined, index, SAMPLES_PER_LANGUAGE)) {
      const { status, body } = await call('calculateFeedAdvice', { body: createAdviceBody(each) }, headers);
      const answer = body as AdviceAnswer;
      if (status !== 200 || !answer.determined) throw new Error(`${each.id}: ${JSON.stringify(body)}`);
      const { horse, workLevels } = answer;
      const [advice] = answer.proposals;
      if (!advice) throw new Error(each.id);
      const page = await get(
        host,
        `/${getLocalisedSegment('feedAdvice', locale)}/?${createCalculatorQuery(each)}`,
      );
      expect([each.id, page.status]).toEqual([each.id, 200]);
      const main = extractMain(page.text);
      const meals = extractElements(extractElements(main, 'ol').at(-1) ?? '', 'li');
      const pack = extractElements(main, 'aside')[0] ?? '';
      const rows = extractElements(extractElements(main, 'tbody').at(-1) ?? '', 'tr');
      expect({
        id: each.id,
        perDay: readDescriptionNumbers(main, 'dosage.chosen.perDay'),
        scoopsPerDay: readDescriptionNumbers(main, 'feedAdvice.scoopsPerDay'),
        meals: meals.map((meal) => readNumbers(meal)),
        roughage: readDescriptionNumbers(main, 'feedAdvice.besideIt'),
        energy: readDescriptionNumbers(main, 'feedAdvice.energy'),
        rows: rows.map((row) => readNumbers(removeHeaderCells(row))),
      }).toEqual({
        id: each.id,
        perDay: [advice.gramsPerDay],
        scoopsPerDay: listScoopNumbers(advice.scoopsPerDay, advice.scoop),
        // The size of the scoop is shown once above, with the scoops per day and in the heading of the table.
        meals: Array.from({ length: advice.feedsPerDay }, () =>
          without([advice.gramsPerFeed, advice.scoopsPerFeed]),
        ),
        // For grass, the page shows the maximum hours of grazing instead of a weight.
        roughage: advice.warnings.includes('grazing_limited') ? [3] : without([advice.roughageKgPerDay]),
        energy: [advice.balancePct, advice.needDE],
        rows: workLevels.map((row) =>
          row.figures
            ? without([row.figures.gramsPerDay, row.figures.scoopsPerFeed, row.figures.daysPerPack])
            : [],
        ),
      });
      // 'days per pack, servings, cost a day' of the pack, between its other details.
      expect([each.id, readNumbers(pack).join(' ')]).toEqual([
        each.id,
        expect.stringContaining(
          [advice.daysPerPack, advice.servingsPerPack, advice.costPerDay / 100].join(' '),
        ),
      ]);
      if (horse.roughage.source === 'typed') {
        const { dryMatterPct, energyDE, crudeProtein, sugar } = horse.roughage;
        expect(readNumbers(main).join(' ')).toContain(
          [dryMatterPct, energyDE, crudeProtein, sugar].join(' '),
        );
      }
    }
  });

  it('shows and mails a saved ration with the same numbers as the API', async () => {
    const owner = await createSignedInAccount(backend, { siteId, languageId });
    const { cookie } = owner;
    const report = await insertNutritionReport(backend, { accountId: owner.accountId });
    const save = (horseName: string, body: object) =>
      call('saveFeedAdvice', { body: { ...body, horseName } }, { ...headers, cookie });
    const byCase = (id: string) => createAdviceBody(cases.find((each) => each.id === id)!);
    const first = byCase(determined[0]!.id);
    const saved = [
      await save('Bella', { ...first, roughage: { rqsKey: report.key } }),
      await save('Nora', byCase(determined.find(({ input }) => input.rqs)!.id)),
    ];
    expect(saved.map(({ status }) => status)).toEqual([200, 200]);
    await insertReportCorrection(backend, report.sampleId, { energyDE: 10.2 });
    await recalculate(backend, report.sampleId);
    const horses: AdvisedHorseRations[] = (await call('fetchSavedAdvice', {}, { ...headers, cookie })).body;
    const page = await get(host, '/account/feed-advice/', cookie);
    expect(page.status).toBe(200);
    const sections = extractElements(extractMain(page.text), 'section');
    expect(sections).toHaveLength(horses.length);
    for (const [index, { totals, advice }] of horses.entries()) {
      const section = sections[index] ?? '';
      const [ration] = advice;
      if (!ration || !totals) throw new Error('No ration is saved');
      const { figures } = ration;
      const told = readNumbers(extractElements(section, 'li')[0] ?? '').join(' ');
      expect(told).toContain(
        without([
          figures.gramsPerDay,
          figures.feedsPerDay === 1 ? null : figures.feedsPerDay,
          figures.feedsPerDay === 1 ? null : figures.gramsPerFeed,
          ...listScoopNumbers(figures.scoopsPerFeed, ration.scoop),
          figures.daysPerPack,
          figures.costPerDay / 100,
          ration.previousGramsPerDay,
        ]).join(' '),
      );
      expect(
        extractElements(extractElements(section, 'tbody')[0] ?? '', 'tr').map((row) => readNumbers(row)),
      ).toEqual([
        [totals.gramsPerDay],
        [totals.gramsPerMeal, totals.maxGramsPerMeal],
        [totals.starchPerMeal, totals.maxStarchPerMeal],
        [totals.starchPerDay, totals.maxStarchPerDay],
        [totals.costPerDay / 100],
      ]);
    }
    const [changed] = horses.flatMap(({ advice }) => advice).filter(({ isRead }) => !isRead);
    backend.mails.length = 0;
    await backend.runJob('queue');
    const mail = backend.mails.find(({ recipient }) => recipient === owner.emailAddress);
    const title = changed!.productTitle;
    const line = mail?.text.split('\n').find((each) => each.includes(title));
    expect(readNumbers(line?.replace(title, '') ?? '')).toEqual([
      changed!.figures.gramsPerDay,
      changed!.previousGramsPerDay,
    ]);
    // Formatted as on the page.
    const html = extractWords(String(mail?.html)).replaceAll('\u00a0', ' ');
    for (const grams of [changed!.figures.gramsPerDay, changed!.previousGramsPerDay ?? 0]) {
      const written = new Intl.NumberFormat(culture, { useGrouping: 'always' })
        .format(grams)
        .replace(/\s/g, ' ');
      expect(html).toContain(`${written} g`);
    }
  });

  it('shows a report with the same numbers on its page, in the API and in its files', async () => {
    for (const { kind, id, key } of selectRotatedTestCases(sampleReportKeys, index, SAMPLES_PER_LANGUAGE)) {
      const name = kind === 'rqs' ? 'fetchRqsResult' : 'fetchQsResult';
      const told = await call(name, { params: { key } }, headers);
      const page = await get(host, `${ROUGHAGE_TESTS_PATH}${kind}/${key}/`);
      expect([id, told.status, page.status]).toEqual([id, 200, 200]);
      const rows = extractElements(extractElements(extractMain(page.text), 'tbody')[0] ?? '', 'tr').map(
        (row) => readNumbers(removeHeaderCells(row)),
      );
      if (kind === 'rqs') {
        const { values } = told.body as RqsResult;
        expect([id, rows]).toEqual([
          id,
          values.map(({ value, min, max, average }) => [value, min, max, average]),
        ]);
      } else {
        const { counts, germCount, dryMatterPct, moisturePct } = told.body as QsResult;
        // Some languages write the four steps as a number, so only the first number is compared.
        expect([id, rows.map((row) => row.slice(0, 3))]).toEqual([
          id,
          [...counts.map(({ value, orientation, step }) => [value, orientation, step]), [germCount]],
        ]);
        const ofBatch = extractElements(extractMain(page.text), 'tbody')[1] ?? '';
        expect(extractElements(ofBatch, 'tr').flatMap((row) => readNumbers(row))).toEqual([
          dryMatterPct,
          moisturePct,
        ]);
      }
      for (const format of ['csv', 'json']) {
        const file = await get(host, `/api/${kind}-results/${key}/file.${format}`);
        const read = readLabFile(`x.${format}`, Buffer.from(file.text), resultHeaders);
        if (!('tables' in read)) throw new Error(JSON.stringify(read));
        const [finding] = readFindings(read.tables, FIXTURE_NOW.toISOString().slice(0, 10)).rows;
        if (kind === 'rqs') {
          expect(finding?.rqs?.values).toEqual(
            Object.fromEntries(
              (told.body as RqsResult).values.map(({ parameter, value }) => [parameter, value]),
            ),
          );
        } else {
          const { counts, dryMatterPct } = told.body as QsResult;
          expect(finding?.qs).toEqual({
            dryMatterPct,
            counts: Object.fromEntries(counts.map(({ count, value }) => [count, value])),
          });
        }
      }
    }
  });
});
