import { describe, expect, it } from '@jest/globals';
import { listUnsuitableUses } from './unsuitable-uses.ts';

const rows = (grams: Readonly<Record<string, number>>) =>
  Object.entries(grams).map(([level, gramsPer100Kg]) => ({ level, gramsPer100Kg }));
const label = (starch: number, sugar: number) => [
  { key: 'starch', value: starch },
  { key: 'sugar', value: sugar },
];
const gramsForEveryWork = { none: 100, light: 180, average: 280, heavy: 400 };

describe('listUnsuitableUses', () => {
  it.each([
    ['12 % sugar and starch', gramsForEveryWork, label(6.5, 5.5), []],
    ['slightly more sugar and starch', gramsForEveryWork, label(6.6, 5.5), ['sugarSensitive']],
    ['no dose for heavy work', { none: 100, light: 180, average: 280 }, label(4, 5), ['heavyWork']],
    ['a dose of 0 for heavy work', { ...gramsForEveryWork, heavy: 0 }, label(4, 5), ['heavyWork']],
    ['no dose for rest', { average: 280, heavy: 400 }, label(30, 5), ['sugarSensitive', 'noWork']],
    ['a label without sugar and starch', gramsForEveryWork, [], []],
  ])('determines who a feed is unsuitable for with %s', (_what, grams, constituents, expected) => {
    expect(listUnsuitableUses({ dosage: { mode: 'byWork', rows: rows(grams) }, constituents })).toEqual(
      expected,
    );
  });

  it.each([
    ['no dose', null],
    ['one dose for all', { mode: 'fixed' as const, rows: rows({ light: 10 }) }],
    ['doses by life stage', { mode: 'byStage' as const, rows: rows({ foal: 500 }) }],
  ])('returns nothing for products with %s', (_what, dosage) => {
    expect(listUnsuitableUses({ dosage, constituents: label(40, 10) })).toEqual([]);
  });
});
