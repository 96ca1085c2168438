import { expect, it } from '@jest/globals';
import { cleanAddress } from './people.ts';

const address = {
  zipcode: '7311 KZ',
  street: 'Klaverweg',
  streetNumber: '12',
  streetNumberAddition: '',
  city: 'Apeldoorn',
  countryId: 1,
};

it.each([
  ['7311KZ', '7311 KZ'],
  [' 7311kz ', '7311 KZ'],
  ['7311  KZ', '7311 KZ'],
  ['7311 KZ', '7311 KZ'],
  // Of other countries.
  ['2000', '2000'],
  ['10115', '10115'],
  ['sw1a 1aa', 'SW1A 1AA'],
  ['4000-123', '4000-123'],
])('a postcode that is typed as %j is kept as %j', (typed, kept) => {
  expect(cleanAddress({ ...address, zipcode: typed }).zipcode).toBe(kept);
});
