import { describe, expect, it } from '@jest/globals';
import type { AdviceWarning } from './feed-advice.ts';
import { chooseOverallRefusal, compareRationProposals } from './ration-proposals.ts';

const order = (...rations: (readonly [string, number, readonly AdviceWarning[], number])[]): string =>
  rations
    .map(([name, balancePct, warnings, costPerDay]) => ({ name, balancePct, warnings, costPerDay }))
    .toSorted((a, b) => compareRationProposals(a, b))
    .map(({ name }) => name)
    .join(' ');

describe('compareRationProposals', () => {
  it('sorts rations with too little or too much energy last, whatever the rounded balance is', () => {
    expect(
      order(
        ['below', 90, ['energy_shortfall'], 10],
        ['above', 110, ['energy_surplus'], 10],
        ['enough', 109, ['protein_low', 'sugar_high'], 99],
      ),
    ).toBe('enough below above');
  });

  it('sorts rations with fewer warnings first if their energy is acceptable', () => {
    expect(order(['one', 100, ['sugar_high'], 1], ['none', 119, [], 99])).toBe('none one');
  });

  it('sorts rations closer to the need first if their warnings are equal, ignoring five percent', () => {
    expect(order(['six', 106, [], 1], ['five', 95, [], 99], ['even', 100, [], 98])).toBe('even five six');
  });

  it('sorts cheaper rations first if all else is equal, and otherwise retains the order of the catalogue', () => {
    expect(order(['dear', 100, [], 2], ['first', 104, [], 1], ['second', 96, [], 1])).toBe(
      'first second dear',
    );
  });
});

describe('chooseOverallRefusal', () => {
  it('returns the reason of the product that passed most steps of the model', () => {
    expect(chooseOverallRefusal(['product_not_for_horse_type', 'work_level_not_supported'])).toBe(
      'work_level_not_supported',
    );
    expect(chooseOverallRefusal(['weight_out_of_range', 'weight_out_of_range'])).toBe('weight_out_of_range');
  });

  it('returns no_feed_advice if there was no product', () => {
    expect(chooseOverallRefusal([])).toBe('no_feed_advice');
  });
});
