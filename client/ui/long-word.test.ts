import { describe, expect, it } from '@jest/globals';
import { hasLongWord } from './long-word.ts';

describe('hasLongWord', () => {
  it('finds a compound among short words', () => {
    expect(hasLongWord('Fibra Lieschgrashäcksel', 15)).toBe(true);
  });

  it('does not count the words of a title together', () => {
    expect(hasLongWord('Prado Allegro Haver Muesli', 10)).toBe(false);
  });

  it('counts letters, however they are composed', () => {
    expect(hasLongWord('hügiee'.normalize('NFD'), 7)).toBe(false);
    expect(hasLongWord('hügiee'.normalize('NFD'), 6)).toBe(true);
  });

  it('breaks at a hyphen, where a line may break too', () => {
    expect(hasLongWord('Leckeimer-Mineral', 10)).toBe(false);
  });
});
