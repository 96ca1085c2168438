import { describe, expect, it } from '@jest/globals';
import { composeMessages, getBrandOverlay } from './brand-messages.ts';

describe('getBrandOverlay', () => {
  it('gives the German-market brand and the group their own words, and the main brand none', () => {
    expect(getBrandOverlay(0)).toBeNull();
    expect(getBrandOverlay(1)).toBe('hafero');
    expect(getBrandOverlay(2)).toBe('group');
  });
});

describe('composeMessages', () => {
  it('lays the wording of the brand over the texts of the language', () => {
    expect(composeMessages({ a: 'Havero', b: 'feed' }, { a: 'Hafero' })).toEqual({ a: 'Hafero', b: 'feed' });
  });

  it('keeps the shared texts as they are, so that one site never changes the words of another', () => {
    const base = Object.freeze({ a: 'Havero' });

    expect(composeMessages(base, { a: 'Hafero' })).toEqual({ a: 'Hafero' });
    expect(composeMessages(base, null)).toEqual({ a: 'Havero' });
  });

  it('takes a missing text from the nearest fallback', () => {
    const fallbacks = [
      { b: 'voer', c: 'paard' },
      { b: 'feed', c: 'horse', d: 'hay' },
    ];

    expect(composeMessages({ c: 'Pferd' }, null, fallbacks)).toEqual({ b: 'voer', c: 'Pferd', d: 'hay' });
  });
});
