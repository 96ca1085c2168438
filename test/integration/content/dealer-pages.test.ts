import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import request, { type Response } from 'supertest';
import { checkDealers, replaceDealers } from '../../../server/backend/content/locations/service.ts';
import * as schema from '../../../server/backend/schema/schema.ts';
import { listCountries } from '../../../server/backend/sites/countries/queries.ts';
import { getLocalisedSegment, locales } from '../../../shared/rules/localised-segments.ts';
import { type BackendFixture, openBackendFixture } from '../../fixtures/backend-fixture.ts';
import { hostileTexts } from '../../fixtures/hostile-texts.ts';
import { startShopWeb } from '../../fixtures/shop-web.ts';
import type { TestWeb } from '../../fixtures/test-web.ts';

const root = path.join(import.meta.dirname, '../../..');
const read = (file: string) => JSON.parse(readFileSync(path.join(root, file), 'utf8'));
const { dealers: sample } = read('server/backend/sample-shop/data/dealers.json') as {
  dealers: Parameters<typeof checkDealers>[0];
};
const en = read('locales/en.json') as Record<string, string>;
const host = 'en.havero-nl.localhost';

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
const extractText = (html: string): string =>
  html
    .replace(/<script[\s\S]*?<\/script>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replace(/[\s\u00a0\u202f]+/g, ' ');

const translateLabel = (key: string, values: Record<string, string | number> = {}): string =>
  Object.entries(values).reduce(
    (text, [name, value]) => text.replaceAll(`%{${name}}`, String(value)),
    en[key]!,
  );

const listDealerNames = (html: string): string[] =>
  [...html.matchAll(/<h2[^>]*>([^<]+)<\/h2>/g)]
    .map(([, name = '']) => name.replaceAll('&amp;', '&'))
    .filter((name) => sample.some((dealer) => dealer.name === name));

const readJsonLd = (html: string): Record<string, unknown>[] =>
  [...html.matchAll(/<script type="application\/ld\+json"[^>]*>([\s\S]*?)<\/script>/g)].flatMap(
    ([, json = '']) => JSON.parse(json)['@graph'] ?? [JSON.parse(json)],
  );

it.each([
  ['isPickupPoint', 'collect orders'],
  ['hasFullRange', 'find the full range'],
  ['offersSampleDropOff', 'hand in samples'],
] as const)(
  'the parameter %s selects dealers where visitors can %s, with and without a location',
  async (wish, _purpose) => {
    const read = async (query: string): Promise<{ dealerId: number }[]> =>
      (
        await request(backend.app)
          .get(`/api/dealers?${query}`)
          .set({ siteid: '1', languageid: '1' })
          .expect(200)
      ).body;
    const all = await read('');
    const having = all.filter((dealer) => Reflect.get(dealer, wish) === true);
    expect(having.length).toBeGreaterThan(0);
    expect(having.length).toBeLessThan(all.length);
    expect(await read(`${wish}=true`)).toEqual(having);
    const near = await read(`${wish}=true&latitude=52.21&longitude=5.97`);
    expect(near.length).toBeGreaterThan(0);
    const ids = new Set(having.map(({ dealerId }) => dealerId));
    expect(near.filter(({ dealerId }) => !ids.has(dealerId))).toEqual([]);
  },
);

describe('the dealer page', () => {
  it('lists all dealers of the site by town, and can be cached publicly', async () => {
    const answer = await get('/dealers/');
    expect(answer.status).toBe(200);
    expect(answer.headers['cache-control']).toMatch(/^public/);
    expect(answer.headers['set-cookie']).toBeUndefined();
    const towns = sample.filter(({ countryId }) => countryId === 1).map(({ name }) => name);
    expect(listDealerNames(answer.text).toSorted()).toEqual(towns.toSorted());
    expect(answer.text).toContain(`<link rel="canonical" href="http://${host}:3000/dealers/"`);
    expect(answer.text).not.toMatch(/<meta name="robots" content="noindex/);
    const hreflangs = [...answer.text.matchAll(/hreflang="([^"]+)"/gi)].map(([, language]) => language);
    expect(hreflangs).toContain('nl-NL');
    const businesses = readJsonLd(answer.text).filter((node) => node['@type'] === 'LocalBusiness');
    expect(businesses).toHaveLength(towns.length);
    expect(businesses.find(({ name }) => name === sample[0]!.name)).toMatchObject({
      telephone: '+31 88 000 0001',
      address: { streetAddress: 'Ruiterlaan 11', postalCode: '6811 DG', addressCountry: 'NL' },
      geo: { latitude: 51.9891, longitude: 5.8937 },
      openingHoursSpecification: [
        { opens: '08:00', closes: '18:00' },
        { opens: '09:00', closes: '17:00' },
      ],
    });
    // The opening status is added by the browser.
    expect(extractText(answer.text)).not.toMatch(/Open until|opens t/);
  });

  it.each(locales.map((locale) => [locale, `/${getLocalisedSegment('dealers', locale)}/`] as const))(
    'has its own address in %s, and other languages redirect to it',
    async (_locale, address) => {
      const answer = await get(address);
      expect(answer.status).toBe(address === '/dealers/' ? 200 : 301);
      if (answer.status === 301) expect(answer.headers.location).toBe('/dealers/');
    },
  );

  it('does not exist on the corporate site, which sells nothing', async () => {
    expect((await get('/dealers/', 'havero-corporate.localhost')).status).toBe(404);
  });

  it('finds nearby dealers, with a private response', async () => {
    const answer = await get('/dealers/?place=6811+dg&within=25');
    expect(answer.status).toBe(200);
    expect(answer.headers['cache-control']).toBe('private, no-store');
    expect(answer.headers['referrer-policy']).toBe('no-referrer');
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(answer.text).toMatch(/<meta name="robots" content="noindex/);
    expect(answer.text).not.toMatch(/(href|action)="[^"]*place=/);
    expect(listDealerNames(answer.text)[0]).toBe('Ruitersport Het Stijgbeugeltje Arnhem');
    expect(extractText(answer.text)).toMatch(/1 dealer within 25 km of 6811 dg/);
    expect(extractText(answer.text)).toMatch(/about \d+(\.\d)? km/);
  });

  it('finds dealers near a position', async () => {
    const answer = await get('/dealers/?lat=51.989&lng=5.894&within=10');
    expect(listDealerNames(answer.text)).toEqual(['Ruitersport Het Stijgbeugeltje Arnhem']);
    expect(extractText(answer.text)).toContain(
      `1 dealer within 10 km of ${translateLabel('dealers.yourPosition')}`,
    );
  });

  it('sorts by distance, as in a table of geodesics', async () => {
    const { body } = await request(backend.app)
      .get('/api/dealers?latitude=52.21&longitude=5.97')
      .set({ siteid: '1', languageid: '4' });
    // Kilometres on the ellipsoid (WGS 84, by Vincenty's formulae) from the point to the coordinates of the
    // file.
    const table = [
      ['Ruitersport Het Stijgbeugeltje Apeldoorn', 0.7],
      ['Paardenhuis Draf & Galop Deventer', 14],
      ['Ruitersport Het Stijgbeugeltje Arnhem', 25.1],
      ['Landwinkel De Haverkist Barneveld', 27.7],
      ['Paardenhuis Draf & Galop Zwolle', 35.4],
      ['Ruitersport Het Stijgbeugeltje Lelystad', 48.8],
      ['Hoeve Zonneweide Tiel', 51.6],
      ['Landwinkel De Haverkist Purmerend', 76.8],
    ] as const;
    const told = body as { name: string; distanceMetres: number }[];
    expect(told).toHaveLength(10);
    expect(told.slice(0, table.length).map(({ name }) => name)).toEqual(table.map(([name]) => name));
    for (const [at, [name, km]] of table.entries()) {
      const off = Math.abs(told[at]!.distanceMetres / 1000 - km);
      expect([name, off < 0.05 + km * 0.005]).toEqual([name, true]);
    }
    const page = await get('/dealers/?lat=52.21&lng=5.97&within=100');
    expect(listDealerNames(page.text).slice(0, table.length)).toEqual(table.map(([name]) => name));
    const both = await get('/dealers/?full=yes&lat=52.21&lng=5.97&samples=yes');
    expect(listDealerNames(both.text)).toEqual(
      table
        .map(([name]) => name)
        .filter((name) =>
          sample.some((row) => row.name === name && row.hasFullRange && row.offersSampleDropOff),
        ),
    );
  });

  it('shows the nearest dealers if none is within the radius, also for swapped coordinates', async () => {
    const answer = await get('/dealers/?place=Leeuwarden&within=10');
    const text = extractText(answer.text);
    expect([200, text.includes('Leeuwarden')]).toEqual([answer.status, true]);
    const far = await get('/dealers/?lat=5.894&lng=51.989');
    expect(extractText(far.text)).toContain(
      translateLabel('dealers.beyond', { km: 50, place: translateLabel('dealers.yourPosition') }),
    );
    expect(listDealerNames(far.text)).toHaveLength(3);
  });

  it.each(['Xyzzy', 'QQQQ', '<script>alert(1)</script>', '%', '💥', 'a'.repeat(80)])(
    'reports an unknown location at its field: %s',
    async (place) => {
      const answer = await get(`/dealers/?place=${encodeURIComponent(place)}`);
      expect(answer.status).toBe(200);
      expect(answer.text).toMatch(/<input[^>]*id="dealer-place"[^>]*aria-invalid="true"/);
      expect(answer.text).not.toContain('<script>alert');
      expect(listDealerNames(answer.text)).toEqual([]);
    },
  );

  it('returns a page if no dealer near a known location has the services', async () => {
    const swedish = 'en.havero-se.localhost';
    const answer = await get('/dealers/?full=yes&pickup=yes&place=111&samples=yes', swedish);
    expect(answer.status).toBe(200);
  });

  it.each([
    'within=7',
    'place=a&place=b',
    `place=${'a'.repeat(81)}`,
    'lat=52',
    'lat=x&lng=5',
    'country=2',
    'full=no',
  ])('ignores an invalid parameter: %s', async (query) => {
    const answer = await get(`/dealers/?${query}`);
    expect(answer.status).toBe(200);
  });

  it.each(hostileTexts.map((text) => [JSON.stringify(text).slice(0, 60), text] as const))(
    'handles a hostile location: %s',
    async (_name, text) => {
      const answer = await get(`/dealers/?place=${encodeURIComponent(text.toWellFormed())}`);
      expect([200, 400, 404, 414]).toContain(answer.status);
      expect(answer.text).not.toMatch(/<script>alert|<img src=x|onerror=/);
    },
  );

  it('lists only dealers with all ticked services', async () => {
    const answer = await get('/dealers/?full=yes&samples=yes');
    const expected = sample.filter(
      ({ countryId, hasFullRange, offersSampleDropOff }) =>
        countryId === 1 && hasFullRange && offersSampleDropOff,
    );
    expect(listDealerNames(answer.text).toSorted()).toEqual(expected.map(({ name }) => name).toSorted());
    expect(answer.headers['cache-control']).toBe('private, no-store');
  });

  it('filters by country on a site with several delivery countries', async () => {
    const english = 'havero-en.localhost';
    const answer = await get('/dealers/?country=12&place=Naas', english);
    expect(listDealerNames(answer.text)).toEqual(
      sample.filter(({ countryId }) => countryId === 12).map(({ name }) => name),
    );
    expect(answer.text).toContain('<select');
    expect((await get('/dealers/', host)).text).not.toMatch(/<select[^>]*name="country"/);
  });

  it('answers 60 concurrent visitors', async () => {
    const places = ['7311 KZ', 'Arnhem', '6811', 'Xyzzy'];
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        get(`/dealers/?place=${encodeURIComponent(places[index % places.length]!)}`),
      ),
    );
    const counts = new Map<string, number>();
    for (const [index, { status, text }] of answers.entries()) {
      // A visitor may be refused because of the load, but never gets the location of another one.
      expect([200, 429, 503]).toContain(status);
      if (status !== 200) continue;
      const place = places[index % places.length]!;
      counts.set(place, (counts.get(place) ?? 0) + 1);
      for (const other of places) expect(text.includes(`value="${other}"`)).toBe(other === place);
    }
    expect(counts.size).toBe(places.length);
  });

  it.each([
    ['/dealers/', 'geolocation=(self)'],
    ['/dealers/?place=Arnhem', 'geolocation=(self)'],
    ['/', 'geolocation=()'],
    ['/media/', 'geolocation=()'],
    ['/cart/', 'geolocation=()'],
  ])('allows geolocation on the dealer page only: %s', async (address, allowed) => {
    for (const _ of [1, 2]) {
      const answer = await get(address);
      expect(answer.headers['permissions-policy']).toContain(allowed);
      // No sample site has a key for an external map provider.
      expect(answer.headers['content-security-policy']).not.toContain('frame-src');
    }
  });
});

describe('the form that collects a cart at a dealer', () => {
  const send = (fields: Record<string, string>, cookie = '') =>
    request(web.server)
      .post('/dealers/')
      .set({ host, cookie })
      .type('form')
      .send({ form: 'dealer-collect', ...fields })
      .then();

  it('reports an empty cart', async () => {
    const answer = await send({ of: '1', dealerId: '1' });
    expect(answer.status).toBe(422);
    expect(answer.headers['cache-control']).toBe('private, no-store');
    expect(extractText(answer.text)).toContain(translateLabel('dealers.emptyCart'));
  });

  it.each(['', '0', '-1', '1e3', '99999999999', "1' or 1=1", '<b>'])(
    'reports an invalid dealer id as unknown: %j',
    async (dealerId) => {
      const answer = await send({ of: '1', dealerId });
      expect(answer.status).toBe(422);
      expect(extractText(answer.text)).toContain(translateLabel('dealers.gone'));
    },
  );
});

describe('a file of dealers', () => {
  it('is checked row by row', async () => {
    const countries = await listCountries(backend.database);
    expect(checkDealers(sample, countries)).toEqual([]);
    const [first, ...others] = sample;
    const swapped = { ...first!, latitude: first!.longitude, longitude: first!.latitude };
    expect(checkDealers([swapped, ...others], countries)).toEqual([
      {
        id: first!.dealerId,
        field: 'latitude',
        problem: expect.stringContaining('latitude and longitude are swapped'),
        detail: expect.objectContaining({ code: 'place_coordinates_swapped' }),
      },
    ]);
  });

  it('replaces the existing dealers, and retains removed ones for carts and orders', async () => {
    const [first, second, ...others] = sample;
    const { dealer } = schema;
    const listListedDealers = () =>
      backend.database
        .select({ dealerId: dealer.dealerId, name: dealer.name })
        .from(dealer)
        .where(eq(dealer.isListed, true))
        .orderBy(dealer.dealerId);
    const before = await listListedDealers();
    const changed = [{ ...first!, name: 'Another name' }, ...others, { ...second!, dealerId: 4711 }];
    await backend.database.transaction('import-shop', (transaction) => replaceDealers(transaction, changed));
    const after = await listListedDealers();
    expect(after).toHaveLength(before.length);
    expect(after[0]).toEqual({ dealerId: first!.dealerId, name: 'Another name' });
    expect(after.map(({ dealerId }) => dealerId)).toEqual([
      ...before.map(({ dealerId }) => dealerId).filter((id) => id !== second!.dealerId),
      4711,
    ]);
    expect(await backend.database.$count(dealer)).toBe(before.length + 1);
    await backend.database.transaction('import-shop', (transaction) => replaceDealers(transaction, []));
    expect(await listListedDealers()).toEqual([]);
    await backend.database.transaction('import-shop', (transaction) => replaceDealers(transaction, sample));
    expect(await listListedDealers()).toEqual(before);
  });
});
