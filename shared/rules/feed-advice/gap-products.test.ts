import { describe, expect, it } from '@jest/globals';
import { closesGaps, type MeasuredValue, type RationedFeed } from './gap-products.ts';

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
/** Hay of which 10 kg has 8.5 kg dry matter; all on target where nothing else is said. */
const hay = ({ protein = 90, sugar = 100, energy = 9, fibre = 300 } = {}) => [
  value('dryMatterPct', 85, [85, 92]),
  value('crudeProtein', protein, [70, 110]),
  value('sugar', sugar, [60, 120]),
  value('crudeFibre', fibre, [280, 340]),
  value('energyDE', energy, [8.2, 9.6]),
];
const give = (gramsPerDay: number, label: Partial<RationedFeed['label']> = {}): RationedFeed => ({
  label: { crudeProtein: 11, starch: 5, sugar: 5, energyDE: 10, ...label },
  ration: { gramsPerDay, needDE: 80, roughageKgPerDay: 10 },
});

describe('a feed for measured roughage', () => {
  it.each([
    ['rich in energy', hay({ energy: 10 })],
    ['rich in sugar', hay({ sugar: 150 })],
    ['on target', hay()],
  ])('adds at most a tenth of the energy needed where that is %s', (_what, values) => {
    expect(closesGaps(values, give(800))).toBe(true);
    expect(closesGaps(values, give(810))).toBe(false);
  });

  it('closes the whole gap of energy', () => {
    // 1 MJ per kg of 8.5 kg dry matter.
    expect(closesGaps(hay({ energy: 7.2 }), give(850))).toBe(true);
    expect(closesGaps(hay({ energy: 7.2 }), give(840))).toBe(false);
  });

  it('closes the whole gap of protein', () => {
    // 10 g per kg of 8.5 kg dry matter.
    expect(closesGaps(hay({ protein: 60 }), give(500, { crudeProtein: 17 }))).toBe(true);
    expect(closesGaps(hay({ protein: 60 }), give(500, { crudeProtein: 16.9 }))).toBe(false);
  });

  it('has little starch and sugar where the roughage is rich in sugar, also where energy is low', () => {
    for (const energy of [9, 7.2]) {
      const grams = energy === 9 ? 500 : 1000;
      const values = hay({ sugar: 150, energy });
      expect(closesGaps(values, give(grams, { starch: 7 }))).toBe(true);
      expect(closesGaps(values, give(grams, { starch: 7.1 }))).toBe(false);
    }
  });

  it('is not richer in protein than the target where the roughage has too much', () => {
    expect(closesGaps(hay({ protein: 150 }), give(500))).toBe(true);
    expect(closesGaps(hay({ protein: 150 }), give(500, { crudeProtein: 11.1 }))).toBe(false);
  });

  it('is none where only fibre or dry matter is off its target', () => {
    expect(closesGaps(hay({ fibre: 240 }), give(100))).toBe(false);
  });
});
