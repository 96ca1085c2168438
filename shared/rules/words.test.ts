import { describe, expect, it } from '@jest/globals';
import { countSlips, findIntendedWord, listWords } from './words.ts';

describe('words of a text', () => {
  it('are composed, in lower case and long enough to mean something', () => {
    expect(listWords('Prado Mu\u0308sli, 20 kg · für 2 Ponys')).toEqual(['prado', 'müsli', 'für', 'ponys']);
  });
});

describe('slips', () => {
  it.each([
    ['muesli', 'muesli', 0],
    ['musli', 'müsli', 0],
    ['meusli', 'muesli', 1],
    ['muesi', 'muesli', 1],
    ['mueslii', 'muesli', 1],
    ['lucern', 'lucerne', 1],
    ['elektrolites', 'electrolytes', 2],
    ['', 'oat', 3],
  ])('from %p to %p are %d', (typed, meant, slips) => {
    expect(countSlips(typed, meant)).toBe(slips);
    expect(countSlips(meant, typed)).toBe(slips);
  });
});

describe('the intended word', () => {
  const known = [
    { word: 'hoof', count: 3 },
    { word: 'hood', count: 9 },
    { word: 'electrolytes', count: 1 },
  ];

  it('has the fewest slips, then is the most common', () => {
    expect(findIntendedWord('hoov', known)).toBe('hood');
    expect(findIntendedWord('hooof', known)).toBe('hoof');
  });

  it('may lie further away the longer it is', () => {
    expect(findIntendedWord('elektrolites', known)).toBe('electrolytes');
    expect(findIntendedWord('xyof', known)).toBeUndefined();
  });
});
