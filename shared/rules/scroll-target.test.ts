import { describe, expect, it } from '@jest/globals';
import { determineScrollTarget } from './scroll-target.ts';

const newArrival = {
  hash: '',
  savedTop: undefined,
  isBetweenScrollKeepingPages: false,
  isResetPrevented: false,
};

describe('determineScrollTarget', () => {
  it.each([
    ['goes to the top of a new page', newArrival, { to: 'top' }],
    [
      'goes to the hash target if there is one',
      { ...newArrival, hash: '#dosage' },
      { to: 'anchor', id: 'dosage' },
    ],
    ['decodes the hash', { ...newArrival, hash: '#f%C3%BCtterung' }, { to: 'anchor', id: 'fütterung' }],
    ['uses a malformed hash unchanged', { ...newArrival, hash: '#%E0%A4' }, { to: 'anchor', id: '%E0%A4' }],
    ["keeps the position for the anchor 'no-scroll'", { ...newArrival, hash: '#no-scroll' }, { to: 'stay' }],
    [
      'keeps the position between two keepScrollPosition routes',
      { ...newArrival, isBetweenScrollKeepingPages: true },
      { to: 'stay' },
    ],
    ['keeps the position if the link requests it', { ...newArrival, isResetPrevented: true }, { to: 'stay' }],
    [
      'restores the saved position on Back',
      { ...newArrival, savedTop: 1240, hash: '#dosage' },
      { to: 'position', top: 1240 },
    ],
    ['restores the very top on Back', { ...newArrival, savedTop: 0 }, { to: 'position', top: 0 }],
  ])('%s', (_name, given, expected) => {
    expect(determineScrollTarget(given)).toEqual(expected);
  });
});
