import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { createNoticeKey, hideDismissedNotice, rememberDismissedNotice } from './dismissed-notice.ts';

afterEach(() => {
  jest.restoreAllMocks();
  localStorage.clear();
});

describe('closed notice', () => {
  it('is a different notice if its text differs', () => {
    const keys = ['Van gras naar hooi', 'Van gras naar hooi.', 'Rohult heinale', ''].map(createNoticeKey);
    expect(new Set(keys).size).toBe(keys.length);
    for (const key of keys) expect(key).toMatch(/^[a-z0-9]+$/);
  });

  it.each([
    ['nothing is stored', null],
    ['the stored value is not a valid key', '"] , * { display: none } ['],
  ])('is visible if %s', (_what, stored) => {
    if (stored !== null) localStorage.setItem('closed-notice', stored);
    const target = { adoptedStyleSheets: [] } as unknown as Document;
    hideDismissedNotice(target);
    expect(target.adoptedStyleSheets).toEqual([]);
  });

  it('is visible without storage, and closing it throws nothing', () => {
    jest.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new Error('no storage');
    });
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('no storage');
    });
    expect(() => rememberDismissedNotice('a1')).not.toThrow();
    expect(() => hideDismissedNotice(document)).not.toThrow();
  });
});
