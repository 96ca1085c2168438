import { describe, expect, it } from '@jest/globals';
import { composeMessages, getBrandOverlay } from './brand-messages.ts';

describe('getBrandOverlay', () => {
  it('returns the overlays of the German-market brand and the group, and none for the main brand', () => {
    expect(getBrandOverlay(0)).toBeNull();
    expect(getBrandOverlay(1)).toBe('hafero');
    expect(getBrandOverlay(2)).toBe('group');
  });
});

describe('composeMessages', () => {
  it('applies the overlay of the brand to the texts of the language', () => {
    expect(composeMessages({ a: 'Havero', b: 'feed' }, { a: 'Hafero' })).toEqual({ a: 'Hafero', b: 'feed' });
  });

  it('does not modify the shared texts, so that one site never changes the texts of another', () => {
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
