import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type BackendFixture, openBackendFixture } from '../../fixtures/backend-fixture.ts';
import { type BackendCaller, createBackendCaller } from '../../fixtures/call-backend.ts';

let backend: BackendFixture;
let { call }: Pick<BackendCaller, 'call'> = { call: () => Promise.reject(new Error('Not open yet')) };

beforeAll(async () => {
  backend = await openBackendFixture();
  ({ call } = createBackendCaller(() => backend));
});

afterAll(() => backend.close());

const lookUp = async (body: object) => (await call('lookUpAddress', { body })).body.address;

it('a Dutch postcode and number return street and town, in any spelling', async () => {
  for (const zipcode of ['7311 KZ', '7311kz', ' 7311  Kz ']) {
    expect(await lookUp({ countryId: 1, zipcode, streetNumber: '12 b' })).toEqual({
      street: 'Klaverweg',
      city: 'Apeldoorn',
    });
  }
});

it('an invalid or unknown Dutch postcode with a number returns no address', async () => {
  for (const body of [
    { countryId: 2, zipcode: '7311 KZ', streetNumber: '12' },
    { countryId: 99, zipcode: '7311 KZ', streetNumber: '12' },
    { countryId: 1, zipcode: '731 KZ', streetNumber: '12' },
    { countryId: 1, zipcode: '7311 KZ', streetNumber: 'b' },
    { countryId: 1, zipcode: '9999 ZZ', streetNumber: '12' },
  ])
    expect(await lookUp(body)).toBeNull();
});

it('address look-ups are limited for a visitor', async () => {
  const visitor = { 'x-forwarded-for': '198.51.100.7' };
  const body = { countryId: 1, zipcode: '7311 KZ', streetNumber: '1' };
  const answers = [];
  for (let n = 0; n < 61; n += 1) answers.push((await call('lookUpAddress', { body }, visitor)).status);
  expect(answers.slice(0, 60)).toEqual(Array(60).fill(200));
  expect(answers[60]).toBe(429);
});
