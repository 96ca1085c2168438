import { describe, expect, it } from '@jest/globals';
import { hasRightCheckDigits } from './vat-number.ts';

/** Numbers that companies and authorities have published, and the examples of the national rules. */
const right = [
  'ATU13585627',
  'BE0428759497',
  'DE136695976',
  'DK13585628',
  'EE100931558',
  'ES54362315K',
  'ESX2482300W',
  'ESB58378431',
  'ESJ99216582',
  'FI20774740',
  'FR40303265045',
  'FR23334175221',
  'GB980780684',
  'IE6433435F',
  'IE6433435OA',
  'IE8D79739I',
  'IT00743110157',
  'LU15027442',
  'NL004495445B01',
  'NL002455799B11',
  'PT501964843',
  'SE123456789701',
];

describe('check digits of a VAT number', () => {
  it.each(right)('of %s are right', (number) => {
    expect(hasRightCheckDigits(number)).toBe(true);
  });

  // The figure before the last that counts: a wrong one is the slip that they are there for.
  it.each(right.map((number) => [number, slip(number)]))(
    'of %s with one figure off (%s) are wrong',
    (_, off) => {
      expect(hasRightCheckDigits(off)).toBe(false);
    },
  );

  it('are not looked at where the country has no rule here, and of offices of the British state there are none', () => {
    expect(hasRightCheckDigits('XX123')).toBe(true);
    expect(hasRightCheckDigits('GBGD001')).toBe(true);
  });
});

/** The fifth place of the number, or the next one where that is a letter, one higher. */
function slip(number: string): string {
  const at = [6, 7, 8].find((index) => /\d/.test(number[index]!))!;
  return number.slice(0, at) + ((Number(number[at]) + 1) % 10) + number.slice(at + 1);
}
