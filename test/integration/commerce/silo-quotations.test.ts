import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { siloQuotationRateLimits } from '../../../server/backend/commerce/silo-quotations/service.ts';
import { outboxMail, siloQuotation } from '../../../server/backend/schema/schema.ts';
import { DAY_MS, HOUR_MS } from '../../../shared/rules/durations.ts';
import { type BackendFixture, FIXTURE_NOW, openBackendFixture } from '../../fixtures/backend-fixture.ts';

let backend: BackendFixture;

beforeAll(async () => {
  backend = await openBackendFixture();
});

afterAll(() => backend.close());

let currentTimeMs = FIXTURE_NOW.getTime();
let productId = 0;

beforeEach(async () => {
  await backend.database.delete(siloQuotation);
  await backend.database.delete(outboxMail);
  backend.mails.length = 0;
  currentTimeMs += 100 * HOUR_MS;
  backend.setNow(new Date(currentTimeMs));
  productId = (await fetchSiloOffer()).body.products[0].productId;
});

type SiteLanguage = { readonly site: number; readonly language: number };
const englishScope: SiteLanguage = { site: 1, language: 4 };
const corporateScope: SiteLanguage = { site: 12, language: 4 };
const createScopeHeaders = ({ site, language }: SiteLanguage) => ({
  siteid: String(site),
  languageid: String(language),
});

const fetchSiloOffer = (scope: SiteLanguage = englishScope) =>
  request(backend.app).get('/api/siloquotations/offer').set(createScopeHeaders(scope));
const validRequest = {
  horses: 14,
  kilograms: 2000,
  name: 'Anna de Vries',
  emailAddress: 'Anna@Example.com',
  phoneNumber: '06 12 34 56 78',
  zipcode: '5281 kx',
  city: 'Boxtel',
  message: '<b>Behind</b> the barn',
};
const requestQuotation = (change: object = {}, scope: SiteLanguage = englishScope, visitor = '192.0.2.1') =>
  request(backend.app)
    .post('/api/siloquotations')
    .set({ ...createScopeHeaders(scope), 'x-forwarded-for': visitor })
    .send({ ...validRequest, productId, ...change });
const stored = () => backend.database.select().from(siloQuotation);

describe('the offer of feed in bulk', () => {
  it('lists the six products of the catalogue, and the address format of the country', async () => {
    const { body } = await fetchSiloOffer();
    expect(body.products.map(({ title }: { title: string }) => title)).toEqual([
      'Terno Basis Pellets',
      'Terno Active Pellets',
      'Terno Sport Pellets',
      'Terno Fibre Pellets',
      'Alba Mare Pellets',
      'Alba Youngster Pellets',
    ]);
    expect(body).toMatchObject({ minimumDeliveryKg: 1000, postcodeExample: '5281 KX', phonePrefix: '+31' });
  });

  it('has no products on a site without sales', async () => {
    expect((await fetchSiloOffer(corporateScope)).body.products).toEqual([]);
  });
});

describe('a request for feed in bulk', () => {
  it('is normalised, stored and mailed to customer service', async () => {
    expect(await requestQuotation()).toMatchObject({ status: 204, text: '' });
    expect(await stored()).toMatchObject([
      {
        siteId: 1,
        languageId: 4,
        productId,
        horses: 14,
        kilograms: 2000,
        emailAddress: 'anna@example.com',
        phoneNumber: '+31612345678',
        zipcode: '5281 KX',
        message: '<b>Behind</b> the barn',
      },
    ]);
    await backend.runJob('queue');
    expect(backend.mails).toHaveLength(1);
    const [mail] = backend.mails;
    expect(mail?.recipient).toMatch(/^service@/);
    expect(mail?.text).toMatch(/Terno Basis Pellets[\s\S]*2,000\skg[\s\S]*\+31612345678/);
    expect(mail?.html).toContain('&lt;b&gt;Behind&lt;/b&gt;');
  });

  it('is stored once, however often the button is pressed', async () => {
    const answers = await Promise.all([requestQuotation(), requestQuotation(), requestQuotation()]);
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204]);
    expect(await stored()).toHaveLength(1);
  });

  it('accepts a name of 50 characters', async () => {
    const name = 'é'.repeat(50);
    expect((await requestQuotation({ name })).status).toBe(204);
    expect(await stored()).toMatchObject([{ name }]);
  });

  it.each([
    ['0 horses', { horses: 0 }, 'horses', 'minimum'],
    ['less than the minimum delivery', { kilograms: 999 }, 'kilograms', 'minimum'],
    ['more than the maximum delivery', { kilograms: 100_001 }, 'kilograms', 'maximum'],
    ['a postcode of another country', { zipcode: '48149' }, 'zipcode', 'format'],
    ['a phone number that is too short', { phoneNumber: '06 12' }, 'phoneNumber', 'format'],
    ['an invalid email address', { emailAddress: 'anna@' }, 'emailAddress', 'format'],
    ['two email addresses', { emailAddress: 'a@example.com,b@example.com' }, 'emailAddress', 'format'],
    ['no name', { name: ' \u200b ' }, 'name', 'required'],
    ['a name of 51 characters', { name: 'x'.repeat(51) }, 'name', 'maxLength'],
    ['an oversized message', { message: 'x'.repeat(2001) }, 'message', 'maxLength'],
    ['no product', { productId: null }, 'productId', 'required'],
    ['an unknown product', { productId: 999_999 }, 'productId', 'required'],
  ])('is refused with %s', async (_case, change, field, code) => {
    const answer = await requestQuotation(change);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ code: 'validation_failed', errors: [{ field, code }] });
    expect(await stored()).toEqual([]);
  });

  it.each([
    { horses: 'many' },
    { horses: 1.5 },
    { kilograms: 1e12 },
    { name: 'x'.repeat(6001) },
    { city: 7 },
  ])('is refused with an invalid body: %j', async (change) => {
    expect((await requestQuotation(change)).status).toBe(400);
    expect(await stored()).toEqual([]);
  });

  it('refuses NUL, and stores SQL as text', async () => {
    expect((await requestQuotation({ city: 'Box\u0000tel' })).status).toBe(400);
    const name = "Robert'); drop table silo_quotation;--";
    await requestQuotation({ name });
    expect(await stored()).toMatchObject([{ name }]);
  });

  it('needs no product on a site without sales', async () => {
    expect((await requestQuotation({ productId: null }, corporateScope)).status).toBe(204);
    expect((await requestQuotation({}, corporateScope)).status).toBe(400);
  });

  it('is validated for the country of the site: a German postcode and phone number in Germany', async () => {
    const german = { site: 10, language: 2 };
    const { body } = await fetchSiloOffer(german);
    const change = {
      productId: body.products[0].productId,
      zipcode: body.postcodeExample,
      phoneNumber: '030 23125 010',
    };
    expect((await requestQuotation(change, german)).status).toBe(204);
    expect((await stored())[0]?.phoneNumber).toBe(`${body.phonePrefix}3023125010`);
  });

  it('gets the same response if a bot has filled the honeypot field, and is not stored', async () => {
    expect((await requestQuotation({ website: 'https://example.com' })).status).toBe(204);
    expect(await stored()).toEqual([]);
  });

  it('is limited for one visitor', async () => {
    const { maxAttempts: limit } = siloQuotationRateLimits.perVisitor;
    const statuses: number[] = [];
    for (let count = 0; count <= limit; count += 1) {
      statuses.push(
        (await requestQuotation({ emailAddress: `rider${count}@example.com` }, englishScope, '198.51.100.7'))
          .status,
      );
    }
    expect(statuses).toEqual([...Array<number>(limit).fill(204), 429]);
  });

  it('is limited for one address from many visitors, with the time to retry', async () => {
    const { maxAttempts: limit } = siloQuotationRateLimits.perAddress;
    for (let count = 0; count < limit; count += 1) {
      expect(
        (await requestQuotation({ horses: 20 + count }, englishScope, `203.0.113.${count}`)).status,
      ).toBe(204);
    }
    const answer = await requestQuotation({ horses: 99 }, englishScope, '203.0.113.99');
    expect(answer.status).toBe(429);
    expect(answer.body.code).toBe('too_many_attempts');
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(await stored()).toHaveLength(limit);
  });

  it('is stored for a year, and then deleted', async () => {
    await requestQuotation({});
    const asked = currentTimeMs;
    const countAfter = async (days: number) => {
      backend.setNow(new Date(asked + days * DAY_MS));
      await backend.runJob('forget-quotations');
      return (await stored()).length;
    };
    expect(await countAfter(365)).toBe(1);
    expect(await countAfter(366)).toBe(0);
  });
});
