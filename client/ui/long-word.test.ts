import { describe, expect, it } from '@jest/globals';
import { hasLongWord } from './long-word.ts';

describe('hasLongWord', () => {
  it('finds a compound word among short words', () => {
    expect(hasLongWord('Fibra Lieschgrashäcksel', 15)).toBe(true);
  });

  it('does not add up the words of a title', () => {
    expect(hasLongWord('Prado Allegro Haver Muesli', 10)).toBe(false);
  });

  it('counts letters in composed and decomposed form', () => {
    expect(hasLongWord('hügiee'.normalize('NFD'), 7)).toBe(false);
    expect(hasLongWord('hügiee'.normalize('NFD'), 6)).toBe(true);
  });

  it('splits at a hyphen, where a line may break', () => {
    expect(hasLongWord('Leckeimer-Mineral', 10)).toBe(false);
  });
});
