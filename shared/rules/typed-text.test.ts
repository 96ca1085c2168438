import { describe, expect, it } from '@jest/globals';
import { cleanLine, cleanText } from './typed-text.ts';

describe('cleanLine and cleanText', () => {
  it.each([
    ['  Marit \t de\r\nVries ', 'Marit de Vries'],
    // A byte order mark and a mark of direction take no room.
    ['\ufeffMa\ufeffrit', 'Marit'],
    ['Klaverweg \u200e 12', 'Klaverweg 12'],
    ['Jose\u200b\u0301', 'José'],
    ['Stal \ud83d Vries', 'Stal Vries'],
    ['a\0b\u0085c', 'abc'],
    // Joiners are part of emoji.
    ['👩\u200d🌾', '👩\u200d🌾'],
  ])('stores %j as %j', (typed, stored) => {
    expect(cleanLine(typed)).toBe(stored);
    expect(cleanLine(stored)).toBe(stored);
  });

  it('retains line ends in a text of several lines', () => {
    expect(cleanText('one \u200e\r\n\r\n\r\n two\u200b \u0301')).toBe('one\n\ntwo \u0301');
  });
});
