import { describe, expect, it } from '@jest/globals';
import { createPdokAddressSource, sampleAddressSource } from './address-source.ts';

const addressQuery = { zipcode: '7311KZ', streetNumber: 12 };
const { signal } = new AbortController();

describe('address register', () => {
  const createSource = (body: unknown, status = 200) => {
    const urls: URL[] = [];
    const source = createPdokAddressSource(async (url) => {
      urls.push(new URL(String(url)));
      return new Response(JSON.stringify(body), { status });
    });
    return { source, urls };
  };

  it('finds the streets of a postcode and number', async () => {
    const docs = [
      { straatnaam: 'Klaverweg', woonplaatsnaam: 'Apeldoorn' },
      { straatnaam: 'Haverstraat', woonplaatsnaam: 'Apeldoorn' },
    ];
    const { source, urls } = createSource({ response: { numFound: 2, docs } });
    expect(await source.find(addressQuery, signal)).toEqual([
      { street: 'Klaverweg', city: 'Apeldoorn' },
      { street: 'Haverstraat', city: 'Apeldoorn' },
    ]);
    expect(urls[0]?.host).toBe('api.pdok.nl');
    expect(urls[0]?.searchParams.getAll('fq')).toEqual(['type:adres', 'postcode:7311KZ', 'huisnummer:12']);
  });

  it('looks up a postcode without a number', async () => {
    const { source, urls } = createSource({ response: { docs: [{ straatnaam: 'Klaverweg' }] } });
    expect(await source.hasPostcode('7311KZ', signal)).toBe(true);
    expect(urls[0]?.searchParams.getAll('fq')).toEqual(['type:adres', 'postcode:7311KZ']);
  });

  it.each([
    { response: { docs: [] } },
    { response: { docs: [{ straatnaam: 7, woonplaatsnaam: 'A' }] } },
    { response: { docs: 'Klaverweg' } },
    { response: null },
    [],
    null,
  ])('returns no address if the register answers %j', async (body) => {
    expect(await createSource(body).source.find(addressQuery, signal)).toEqual([]);
    expect(await createSource(body).source.hasPostcode('7311KZ', signal)).toBe(false);
  });

  it('throws if the register answers with an error', async () => {
    await expect(createSource({}, 503).source.find(addressQuery, signal)).rejects.toThrow('503');
    await expect(createSource({}, 503).source.hasPostcode('7311KZ', signal)).rejects.toThrow('503');
  });
});

it('has only the postcodes and numbers of the sample table', async () => {
  const { find, hasPostcode } = sampleAddressSource;
  expect((await find(addressQuery, signal))[0]).toEqual({ street: 'Klaverweg', city: 'Apeldoorn' });
  for (const unknown of [{ streetNumber: 9999 }, { streetNumber: 0 }, { zipcode: 'constructor' }]) {
    expect(await find({ ...addressQuery, ...unknown }, signal)).toEqual([]);
  }
  expect(await hasPostcode('7311KZ', signal)).toBe(true);
  expect(await hasPostcode('constructor', signal)).toBe(false);
});
