import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request, { type Response } from 'supertest';
import { adviceWarnings } from '../../../shared/rules/feed-advice/feed-advice.ts';
import { getLocalisedSegment, type Locale, locales } from '../../../shared/rules/localised-segments.ts';
import { type BackendFixture, openBackendFixture } from '../../fixtures/backend-fixture.ts';
import { startShopWeb } from '../../fixtures/shop-web.ts';
import type { TestWeb } from '../../fixtures/test-web.ts';

const root = path.join(import.meta.dirname, '../../..');
const readJsonFile = <T>(file: string): T => JSON.parse(readFileSync(path.join(root, file), 'utf8'));

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
    readonly rqs?: {
      readonly type: string;
      readonly dryMatterPct: number;
      readonly energyDE: number;
      readonly crudeProtein: number;
      readonly sugar: number;
      readonly ageDays: number;
      readonly qsGrade?: string;
    };
  };
  readonly expected:
    | {
        readonly ok: true;
        readonly gramsPerDay: number;
        readonly feedsPerDay: number;
        readonly gramsPerFeed: number;
        readonly scoopsPerDay: number | null;
        readonly scoopsPerFeed: number | null;
        readonly servingsPerPack: number;
        readonly daysPerPack: number;
        readonly costPerDay: number;
        readonly roughageKgPerDay: number | null;
        readonly needDE: number;
        readonly balancePct: number;
        readonly energyLevel: string;
        readonly warnings: readonly string[];
      }
    | { readonly ok: false; readonly reason: string };
}

const { products } = readJsonFile<{ products: { key: string; variants: { id: number }[] }[] }>(
  'server/backend/sample-shop/data/catalogue.json',
);
const { cases } = readJsonFile<{ cases: FeedAdviceCase[] }>(
  'server/backend/sample-shop/data/feed-advice-cases.json',
);
const en = readJsonFile<Record<string, string>>('locales/en.json');
const host = 'en.havero-nl.localhost';
const address = `/${getLocalisedSegment('feedAdvice', 'en')}/`;

let backend: BackendFixture;
let web: TestWeb;

beforeAll(async () => {
  backend = await openBackendFixture();
  web = await startShopWeb(backend.app);
});

afterAll(async () => {
  await web?.close();
  await backend?.close();
});

const get = (to: string, of = host): Promise<Response> =>
  request(web.server).get(to).set({ host: of }).then();

/** Returns the text of a page without its serialised state. */
const readText = (html: string): string =>
  html
    .replace(/<script[\s\S]*?<\/script>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', '’')
    .replaceAll('&quot;', '"')
    .replace(/[\s\u00a0\u202f]+/g, ' ');

function getVariantId({
  product,
  variantIndex = 0,
}: Pick<FeedAdviceCase, 'product' | 'variantIndex'>): number {
  return products.find(({ key }) => key === product)!.variants[variantIndex]!.id;
}

/** Returns the address of a case, with sorted parameters. */
function createCasePath(each: FeedAdviceCase): string {
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
  return `${address}?${query}`;
}

/** Excludes two cases whose refusal depends on the age or hygiene of a report, which cannot be typed. */
const typed = cases.filter(
  ({ input: { rqs } }) => !rqs || (rqs.ageDays <= 365 && rqs.qsGrade !== 'C' && rqs.qsGrade !== 'D'),
);
const number = new Intl.NumberFormat('en-GB');

describe('the address of a case', () => {
  it('exists for all cases but the two of an old or spoiled report', () => {
    expect([cases.length, typed.length]).toEqual([22, 20]);
  });

  it.each(typed.map((each) => [`${each.id} ${each.title}`, each] as const))(
    'shows the result of the model: %s',
    async (_, each) => {
      const answer = await get(createCasePath(each));
      expect(answer.status).toBe(200);
      expect(answer.headers['cache-control']).toBe('private, no-store');
      const text = readText(answer.text);
      const { expected } = each;
      if (!expected.ok) {
        expect(text).toContain(en['feedAdvice.refusal']);
        expect(text).toContain(en[`feedAdvice.reason.${expected.reason}`]);
        expect(text).toContain(en[`feedAdvice.help.${expected.reason}`]);
        return;
      }
      expect(text).toContain(`Per day ${number.format(expected.gramsPerDay)} g`);
      expect(text).toContain(` ${number.format(expected.gramsPerFeed)} g `);
      expect(text).toContain(
        expected.feedsPerDay === 1 ? 'One meal a day' : `${expected.feedsPerDay} meals a day`,
      );
      if (expected.scoopsPerDay !== null) expect(text).toContain(`Scoops per day ${expected.scoopsPerDay} `);
      expect(text.includes('Scoops: ')).toBe(expected.scoopsPerFeed !== null);
      if (expected.scoopsPerFeed !== null) expect(text).toContain(`Scoops: ${expected.scoopsPerFeed} `);
      expect(text).toContain(`${number.format(expected.servingsPerPack)} servings`);
      expect(text).toContain(`${number.format(expected.daysPerPack)} days per pack`);
      expect(text).toMatch(new RegExp(`€ ?${expected.costPerDay.toFixed(2)} (?:a|per) (?:day|feeding day)`));
      expect(text).toContain(
        expected.roughageKgPerDay === null
          ? en[
              expected.warnings.includes('grazing_limited')
                ? 'feedAdvice.pastureLimited'
                : 'feedAdvice.pasture'
            ]!
          : `at least ${expected.roughageKgPerDay} kg`,
      );
      expect(text).toContain(`${expected.balancePct}% of the ${expected.needDE} MJ needed`);
      expect(text).toContain(en[`feedAdvice.level.${expected.energyLevel}`]);
      expect(adviceWarnings.filter((warning) => text.includes(en[`feedAdvice.warning.${warning}`]!))).toEqual(
        expected.warnings,
      );
    },
  );
});

const light = 'roughage=hay&type=horse&work=light';

/** Returns the address for some answers, as in links of the shop. */
function at(answers: string): string {
  const query = new URLSearchParams(answers);
  query.sort();
  return `${address}?${query}`;
}

describe('the calculator without answers', () => {
  it('is one public page for crawlers and visitors, with an example', async () => {
    const answer = await get(address);
    expect(answer.status).toBe(200);
    expect(answer.headers['cache-control']).toMatch(/^public/);
    expect(answer.text).toContain(`<link rel="canonical" href="http://${host}:3000${address}"`);
    expect(answer.text).toContain('hrefLang="nl');
    expect(answer.text).not.toContain('noindex');
    expect(readText(answer.text)).toContain('1,200 g');
    expect((await get(address)).status).toBe(200);
  });

  it('reports the unknown key of a report', async () => {
    const first = await get(address);
    expect(first.status).toBe(200);
    const answer = await get(`${address}?rqs=${'a'.repeat(22)}`);
    expect(answer.status).toBe(200);
    expect(readText(answer.text)).toContain(en['feedAdvice.own.keyUnknown']);
    expect(answer.headers['cache-control']).toBe('private, no-store');
    expect(answer.headers['referrer-policy']).toBe('no-referrer');
  });
});

describe('an address with answers', () => {
  it('is private and not indexed', async () => {
    const { headers, text } = await get(`${address}?${light}`);
    expect(headers['cache-control']).toBe('private, no-store');
    expect(text).toContain('noindex');
    expect(text).not.toContain('rel="canonical"');
  });

  it('uses the reference weight if no weight was typed, and says so', async () => {
    const text = readText((await get(`${address}?${light}`)).text);
    expect(text).toContain('No weight entered: based on a typical weight of 600 kg');
    expect(text).toContain('Per day 1,200 g');
  });

  it.each(['1e9', 'abc', '<b>600</b>'])('asks for a number if the weight is %j', async (weight) => {
    const { status, text } = await get(at(`${light}&weight=${encodeURIComponent(weight)}`));
    expect(status).toBe(200);
    expect(text).not.toContain('<b>600</b>');
    expect(readText(text)).toContain(en['feedAdvice.reason.weightNoNumber']);
  });

  it.each([
    ['0', false],
    ['79', false],
    ['80', false],
    ['299', false],
    ['300', true],
    ['450,5', true],
    ['450.5', true],
    ['600 kg', true],
    ['1000', true],
    ['1.050', false],
  ])('accepts the weight %j or not: %p', async (weight, isWeight) => {
    const { status, text } = await get(at(`${light}&weight=${encodeURIComponent(weight)}`));
    expect(status).toBe(200);
    expect(text).not.toContain('<b>600</b>');
    expect(readText(text).includes(en['feedAdvice.reason.weight_out_of_range']!)).toBe(!isWeight);
    expect(readText(text).includes('From 300 to 1,000 kg')).toBe(!isWeight);
  });

  it.each([
    'type=unicorn',
    'roughage=hay&type=horse&work=extreme',
    'roughage=straw&type=horse&work=light',
    'product=999999999',
    `product=999999999&${light}`,
    'product=a',
    'type=horse&type=pony',
  ])('ignores invalid input: %s', async (query) => {
    expect((await get(at(query))).status).toBe(200);
  });

  it.each(['short', 'b'.repeat(22), '%3Cb%3E'])(
    'keeps all answers with the mistyped key %s, and reports it at its field',
    async (key) => {
      const { status, text } = await get(at(`${light}&rqs=${key}&weight=450`));
      expect(status).toBe(200);
      expect(readText(text)).toContain(en['feedAdvice.own.keyUnknown']);
      expect(text).toMatch(
        /<input[^>]*name="rqs"[^>]*aria-invalid="true"|<input[^>]*aria-invalid="true"[^>]*name="rqs"/,
      );
      expect(text).toMatch(
        /<input[^>]*name="weight"[^>]*value="450"|<input[^>]*value="450"[^>]*name="weight"/,
      );
    },
  );

  it('redirects mares, foals and young horses to their feeds', async () => {
    const { status, headers } = await get(`${address}?roughage=hay&type=breeding&work=light`);
    expect(status).toBe(303);
    expect((await get(headers.location!)).status).toBe(200);
  });

  it('omits empty form fields and unknown parameters', async () => {
    const { status, headers } = await get(`${address}?type=horse&weight=&work=light&roughage=hay&dm=&rqs=`);
    expect([status, headers.location]).toEqual([301, `${address}?${light}`]);
    expect((await get(`${address}?${light}&utm_source=letter`)).status).toBe(200);
  });

  it.each([
    'dm=87',
    'cp=58&de=5,9&dm=87&sugar=74',
    'cp=58&de=12.6&dm=87&sugar=74',
    'cp=58&de=8&dm=95,1&sugar=74',
  ])('refuses an impossible result: %s', async (values) => {
    const text = readText((await get(at(`${values}&${light}`))).text);
    expect(text).toContain(en['feedAdvice.refusal']);
    expect(text).toContain(en['feedAdvice.reason.roughage_result_incomplete']);
  });

  it('adds the packs of a month to the cart without script', async () => {
    const { text } = await get(`${address}?${light}`);
    const form = /<form[^>]*data-add-to-cart[\s\S]*?<\/form>/.exec(text)?.[0] ?? '';
    expect(form).toContain('name="quantity" value="2"');
    const action = /action="([^"]+)"/.exec(form)?.[1] ?? '';
    const sent = await request(web.server)
      .post(action)
      .set({ host, 'sec-fetch-site': 'same-origin' })
      .type('form')
      .send({
        form: 'cart-add',
        productVariantId: String(getVariantId({ product: 'terno-basis' })),
        quantity: '2',
      });
    expect(sent.status).toBe(303);
    const cookie = [sent.headers['set-cookie']].flat().map((field) => String(field).split(';')[0]);
    const cart = await request(web.server)
      .get(action)
      .set({ host, cookie: cookie.join('; ') });
    expect(readText(cart.text)).toContain('Terno Basis Pellets');
  });

  it('redirects visitors who save it to the sign-in, and back', async () => {
    const { text } = await get(`${address}?${light}`);
    const [, returnPath = ''] = /\/account\/login\/\?returnPath=([^"]+)"/.exec(text) ?? [];
    expect(decodeURIComponent(returnPath)).toBe(
      `${address}?product=${getVariantId({ product: 'terno-basis' })}&${light}`,
    );
  });

  it('does not reveal the key of a report in a referrer on the sign-in page', async () => {
    const back = `returnPath=${encodeURIComponent(`${address}?rqs=${'A'.repeat(22)}&type=horse&work=light`)}`;
    // The second address is redirected to the canonical order of parameters.
    for (const query of [`i=1&${back}`, `${back}&i=1`]) {
      const { headers } = await get(`/account/login/?${query}`);
      expect([headers['referrer-policy'], headers['cache-control']]).toEqual([
        'no-referrer',
        'private, no-store',
      ]);
    }
  });
});

describe('in nine languages', () => {
  const { sites } = readJsonFile<{ sites: { languages: { languageId: number; domain: string }[] }[] }>(
    'server/backend/sample-shop/data/sites.json',
  );
  const { languages } = readJsonFile<{ languages: { languageId: number; code: Locale }[] }>(
    'server/backend/sample-shop/data/sites.json',
  );
  const domains = sites.flatMap(({ languages: spoken }) => spoken);
  const byLocale = locales.map((locale) => {
    const { languageId } = languages.find(({ code }) => code === locale)!;
    return [locale, domains.find((each) => each.languageId === languageId)!.domain] as const;
  });

  it.each(byLocale)('the page shows the same numbers: %s', async (locale, domain) => {
    const query = `product=${getVariantId({ product: 'terno-basis' })}&${light}&weight=600`
      .split('&')
      .sort()
      .join('&');
    const { status, text } = await get(`/${getLocalisedSegment('feedAdvice', locale)}/?${query}`, domain);
    expect(status).toBe(200);
    const words = readJsonFile<Record<string, string>>(`locales/${locale}.json`);
    const said = readText(text);
    expect(said).toMatch(new RegExp(`${words['dosage.chosen.perDay']} 1[.,’ ]?200 g`));
    expect(said).toMatch(new RegExp(`${words['feedAdvice.scoopsPerDay']} 1[.,]9`));
    expect(said).toMatch(/101 ?% .*100[.,]3/);
    expect(said).toMatch(/11[.,]5 kg/);
  });
});
