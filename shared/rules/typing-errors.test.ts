import { describe, expect, it } from '@jest/globals';
import { countTypingErrors } from './typing-errors.ts';

describe('countTypingErrors', () => {
  it.each([
    ['muesli', 'muesli', 0],
    ['musli', 'müsli', 0],
    ['meusli', 'muesli', 1],
    ['muesi', 'muesli', 1],
    ['mueslii', 'muesli', 1],
    ['lucern', 'lucerne', 1],
    ['elektrolites', 'electrolytes', 2],
    ['', 'oat', 3],
  ])('counts between %p and %p %d errors', (typed, meant, slips) => {
    expect(countTypingErrors(typed, meant)).toBe(slips);
    expect(countTypingErrors(meant, typed)).toBe(slips);
  });
});
