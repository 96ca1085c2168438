import { describe, expect, it } from '@jest/globals';
import { closesRoughageGaps, type MeasuredValue, type RationedFeed } from './roughage-gaps.ts';

const value = (
  parameter: MeasuredValue['parameter'],
  measured: number,
  [min, max]: readonly [number, number],
): MeasuredValue => ({
  parameter,
  value: measured,
  min,
  max,
  verdict: measured < min ? 'low' : measured > max ? 'high' : 'normal',
});
/** Creates the values of hay of which 10 kg has 8.5 kg dry matter; values on target by default. */
const hay = ({ protein = 90, sugar = 100, energy = 9, fibre = 300 } = {}) => [
  value('dryMatterPct', 85, [85, 92]),
  value('crudeProtein', protein, [70, 110]),
  value('sugar', sugar, [60, 120]),
  value('crudeFibre', fibre, [280, 340]),
  value('energyDE', energy, [8.2, 9.6]),
];
const createRationedFeed = (
  gramsPerDay: number,
  label: Partial<RationedFeed['label']> = {},
): RationedFeed => ({
  label: { crudeProtein: 11, starch: 5, sugar: 5, energyDE: 10, ...label },
  ration: { gramsPerDay, needDE: 80, roughageKgPerDay: 10 },
});

describe('closesRoughageGaps', () => {
  it.each([
    ['rich in energy', hay({ energy: 10 })],
    ['rich in sugar', hay({ sugar: 150 })],
    ['on target', hay()],
  ])('allows at most a tenth of the energy need for roughage that is %s', (_what, values) => {
    expect(closesRoughageGaps(values, createRationedFeed(800))).toBe(true);
    expect(closesRoughageGaps(values, createRationedFeed(810))).toBe(false);
  });

  it('requires the whole energy gap to be closed', () => {
    // 1 MJ per kg of 8.5 kg dry matter.
    expect(closesRoughageGaps(hay({ energy: 7.2 }), createRationedFeed(850))).toBe(true);
    expect(closesRoughageGaps(hay({ energy: 7.2 }), createRationedFeed(840))).toBe(false);
  });

  it('requires the whole protein gap to be closed', () => {
    // 10 g per kg of 8.5 kg dry matter.
    expect(closesRoughageGaps(hay({ protein: 60 }), createRationedFeed(500, { crudeProtein: 17 }))).toBe(
      true,
    );
    expect(closesRoughageGaps(hay({ protein: 60 }), createRationedFeed(500, { crudeProtein: 16.9 }))).toBe(
      false,
    );
  });

  it('limits starch and sugar for roughage rich in sugar, even if its energy is low', () => {
    for (const energy of [9, 7.2]) {
      const grams = energy === 9 ? 500 : 1000;
      const values = hay({ sugar: 150, energy });
      expect(closesRoughageGaps(values, createRationedFeed(grams, { starch: 7 }))).toBe(true);
      expect(closesRoughageGaps(values, createRationedFeed(grams, { starch: 7.1 }))).toBe(false);
    }
  });

  it('limits protein to the target for roughage with too much protein', () => {
    expect(closesRoughageGaps(hay({ protein: 150 }), createRationedFeed(500))).toBe(true);
    expect(closesRoughageGaps(hay({ protein: 150 }), createRationedFeed(500, { crudeProtein: 11.1 }))).toBe(
      false,
    );
  });

  it('returns false if only fibre or dry matter is off its target', () => {
    expect(closesRoughageGaps(hay({ fibre: 240 }), createRationedFeed(100))).toBe(false);
  });
});
