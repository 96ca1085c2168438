import { expect, it } from '@jest/globals';
import { getAddressKey } from './address-key.ts';

const address = {
  zipcode: '7311 KZ',
  street: 'Klaverweg',
  streetNumber: '9999',
  streetNumberAddition: null,
  city: 'Apeldoorn',
  countryId: 1,
};

it('returns the same key for an address in another case, and for an empty addition', () => {
  expect(getAddressKey({ ...address, street: 'KLAVERWEG', streetNumberAddition: '' })).toBe(
    getAddressKey(address),
  );
});

it.each([
  { zipcode: '7311 KA' },
  { street: 'Haverstraat' },
  { streetNumber: '9998' },
  { streetNumberAddition: 'b' },
  { city: 'Arnhem' },
  { countryId: 2 },
])('returns another key for an address with %j', (change) => {
  expect(getAddressKey({ ...address, ...change })).not.toBe(getAddressKey(address));
});
