import { describe, expect, it } from '@jest/globals';
import { resolveScroll } from './scroll-rules.ts';

const arrival = {
  hash: '',
  savedTop: undefined,
  isBetweenScrollKeepingPages: false,
  isResetPrevented: false,
};

describe('resolveScroll', () => {
  it.each([
    ['goes to the top of a new page', arrival, { to: 'top' }],
    [
      'goes to the hash target if there is one',
      { ...arrival, hash: '#dosage' },
      { to: 'anchor', id: 'dosage' },
    ],
    ['decodes the hash', { ...arrival, hash: '#f%C3%BCtterung' }, { to: 'anchor', id: 'fütterung' }],
    ['uses a malformed hash unchanged', { ...arrival, hash: '#%E0%A4' }, { to: 'anchor', id: '%E0%A4' }],
    ["keeps the position for the anchor 'no-scroll'", { ...arrival, hash: '#no-scroll' }, { to: 'stay' }],
    [
      'keeps the position between two keepScrollPosition routes',
      { ...arrival, isBetweenScrollKeepingPages: true },
      { to: 'stay' },
    ],
    ['keeps the position if the link requests it', { ...arrival, isResetPrevented: true }, { to: 'stay' }],
    [
      'restores the saved position on Back',
      { ...arrival, savedTop: 1240, hash: '#dosage' },
      { to: 'position', top: 1240 },
    ],
    ['restores the very top on Back', { ...arrival, savedTop: 0 }, { to: 'position', top: 0 }],
  ])('%s', (_name, given, expected) => {
    expect(resolveScroll(given)).toEqual(expected);
  });
});
