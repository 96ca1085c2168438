import { describe, expect, it } from '@jest/globals';
import { createPdokAddresses, sampleAddresses } from './address-source.ts';

const asked = { zipcode: '7311KZ', streetNumber: 12 };
const { signal } = new AbortController();

describe('the register of addresses', () => {
  const answering = (body: unknown, status = 200) => {
    const urls: URL[] = [];
    const source = createPdokAddresses(async (url) => {
      urls.push(new URL(String(url)));
      return new Response(JSON.stringify(body), { status });
    });
    return { source, urls };
  };

  it('is asked for one address of that postcode and number', async () => {
    const docs = [{ straatnaam: 'Klaverweg', woonplaatsnaam: 'Apeldoorn' }];
    const { source, urls } = answering({ response: { numFound: 1, docs } });
    expect(await source.find(asked, signal)).toEqual({ street: 'Klaverweg', city: 'Apeldoorn' });
    expect(urls[0]?.host).toBe('api.pdok.nl');
    expect(urls[0]?.searchParams.getAll('fq')).toEqual(['type:adres', 'postcode:7311KZ', 'huisnummer:12']);
  });

  it.each([
    { response: { docs: [] } },
    { response: { docs: [{ straatnaam: 7, woonplaatsnaam: 'A' }] } },
    { response: null },
    [],
    null,
  ])('that tells %j knows none', async (body) => {
    expect(await answering(body).source.find(asked, signal)).toBeNull();
  });

  it('that fails throws', async () => {
    await expect(answering({}, 503).source.find(asked, signal)).rejects.toThrow('503');
  });
});

it('the sample table knows its own postcodes only', async () => {
  expect(await sampleAddresses.find(asked, signal)).toEqual({ street: 'Klaverweg', city: 'Apeldoorn' });
  expect(await sampleAddresses.find({ ...asked, zipcode: 'constructor' }, signal)).toBeNull();
});
