import { describe, expect, it } from '@jest/globals';
import { cleanAddress, listAddressProblems } from './person-details.ts';

const address = {
  zipcode: '7311 KZ',
  street: 'Klaverweg',
  streetNumber: '12',
  streetNumberAddition: '',
  city: 'Apeldoorn',
  countryId: 1,
};

it.each([
  [' 7311 kz ', '7311 KZ'],
  ['7311  KZ', '7311 KZ'],
  ['7311 KZ', '7311 KZ'],
  // Postcodes of other countries.
  ['2000', '2000'],
  ['10115', '10115'],
  ['sw1a 1aa', 'SW1A 1AA'],
  ['4000-123', '4000-123'],
])('converts the typed postcode %j of an unknown country to %j', (typed, kept) => {
  expect(cleanAddress({ ...address, zipcode: typed }, undefined).zipcode).toBe(kept);
});

const britishRules = { regionCode: 'GB', postcodePattern: '^CB8 7NR$' };
const dutchRules = { regionCode: 'NL', postcodePattern: '^7311 KZ$' };

it.each([
  ['GB', britishRules, { zipcode: 'CB8 7NR', street: 'Church Lane', streetNumber: 'The Old Rectory' }, []],
  ['GB', britishRules, { zipcode: 'CB8 7NR', street: 'The Old Rectory', streetNumber: '' }, []],
  ['GB', britishRules, { zipcode: 'CB8 7NR', street: '12 Church Lane', streetNumber: '' }, []],
  ['GB', britishRules, { zipcode: 'CB8 7NR', street: 'Lane', streetNumber: '--' }, ['streetNumber format']],
  ['NL', dutchRules, { streetNumber: 'Nr. 12/2/14' }, []],
  ['NL', dutchRules, { streetNumber: 'Haus 12, Stiege 3' }, []],
  ['NL', dutchRules, { streetNumber: '' }, ['streetNumber required']],
  ['NL', dutchRules, { streetNumber: '1'.repeat(41) }, ['streetNumber maxLength']],
])('checks the house number of an address of %s', (_, rules, change, expected) => {
  const found = listAddressProblems({ ...address, ...change }, rules);
  expect(found.map(({ field, code }) => `${field} ${code}`)).toEqual(expected);
});

describe('listAddressProblems: street and town', () => {
  const rules = { regionCode: 'NL', postcodePattern: '^7311 KZ$' };

  it.each(['???', '!!!', '...', '12', '１２', '🐎', '---'])(
    'rejects %s, which contains no letter',
    (text) => {
      expect(listAddressProblems({ ...address, street: text }, rules)).toEqual([
        { field: 'street', code: 'format' },
      ]);
      expect(listAddressProblems({ ...address, city: text }, rules, 'address.')).toEqual([
        { field: 'address.city', code: 'format' },
      ]);
    },
  );

  it.each(["'s-Gravenweg", 'Q7', 'Straße des 17. Juni', 'Å', 'Ελιάς', 'Ø'])('accepts %s', (text) => {
    expect(listAddressProblems({ ...address, street: text, city: text }, rules)).toEqual([]);
  });
});
