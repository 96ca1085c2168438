import { describe, expect, it } from '@jest/globals';
import { cleanSiloInput, listSiloProblems, parseWholeNumber, type SiloInput } from './silo-quotation.ts';

const sampleRules = {
  minimumDeliveryKg: 1000,
  regionCode: 'NL',
  postcodeExample: '5281 KX',
  postcodePattern: '^[1-9]\\d{3} ?(?!SA|SD|SS)[A-Z]{2}$',
  phonePrefix: '+31',
  phonePattern: '^\\+31\\d{9}$',
};
const validInput: SiloInput = {
  name: 'Anna',
  emailAddress: 'anna@example.com',
  phoneNumber: '0612345678',
  zipcode: '5281 KX',
  city: 'Boxtel',
  message: '',
  horses: 1,
  kilograms: 1000,
};
const listProblemsOf = (change: Partial<SiloInput> = {}) =>
  listSiloProblems(cleanSiloInput({ ...validInput, ...change }, sampleRules), sampleRules);

describe('parseWholeNumber', () => {
  it.each([
    ['12', 12],
    ['1.000', 1000],
    ['1,000', 1000],
    ['1\u00a0000', 1000],
    ['12 500', 12_500],
    ['', null],
    ['1.5', null],
    ['-3', null],
    ['1e3', null],
    ['1.000,00', null],
    ['1000000000000', null],
  ])('reads %j as %j', (text, expected) => {
    expect(parseWholeNumber(text)).toBe(expected);
  });
});

describe('listSiloProblems', () => {
  it('accepts a request without remarks', () => {
    expect(listProblemsOf()).toEqual([]);
    expect(listProblemsOf({ zipcode: '5281kx', phoneNumber: '+32 470 12 34 56' })).toEqual([]);
  });

  it('reports all problems at once, in the order of the form', () => {
    const empty = { name: '', emailAddress: '', phoneNumber: '', zipcode: '', city: '' };
    expect(
      listProblemsOf({ ...empty, horses: null, kilograms: 999 }).map(({ field, code }) => `${field} ${code}`),
    ).toEqual([
      'horses format',
      'kilograms minimum',
      'name required',
      'emailAddress required',
      'phoneNumber required',
      'zipcode required',
      'city required',
    ]);
  });
});
