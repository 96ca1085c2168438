import { expect, it } from '@jest/globals';
import { readPostcodeArea } from './postcode-area.ts';

it.each([
  ['NL', '7311 KZ', '7311'],
  ['NL', '7311kz', '7311'],
  ['NL', '8911 KH Leeuwarden', '8911'],
  ['NL', 'Leeuwarden 8911KH', '8911'],
  ['NL', 'NL-7311 KZ', '7311'],
  ['NL', '７３１１ KZ', '7311'],
  ['DE', 'D-48149 Münster', '48149'],
  ['SE', '114 55 Stockholm', '11455'],
  ['SE', '11455', '11455'],
  ['PT', '2150-120', '2150'],
  ['PT', '2150120', '2150'],
  ['GB', 'CB8 7NR', 'CB8'],
  ['GB', 'cb87nr Newmarket', 'CB8'],
  ['GB', 'CB8', 'CB8'],
  ['GB', 'SW1A 1AA', 'SW1A'],
  ['GB', 'SW1A1AA', 'SW1A'],
  ['IE', 'D02 X285', 'D02'],
  ['IE', 'D6W', 'D6W'],
  ['IE', 'd02x285', 'D02'],
])('reads the area of a postcode of %s: %s', (regionCode, typed, area) => {
  expect(readPostcodeArea(typed, regionCode)?.area).toBe(area);
});

it.each([
  ['NL', '731'],
  ['NL', '73111'],
  ['NL', '12 b'],
  ['DE', '4814'],
  ['DE', '481499'],
  ['GB', '8'],
  ['GB', 'CB87NRX'],
  ['IE', 'D0'],
  ['XX', '7311'],
])('reads no postcode area of %s from %s', (regionCode, typed) => {
  expect(readPostcodeArea(typed, regionCode)).toBeNull();
});
