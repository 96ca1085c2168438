import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { createNoticeKey, hideClosedNotice, rememberClosedNotice } from './closed-notice.ts';

afterEach(() => {
  jest.restoreAllMocks();
  localStorage.clear();
});

describe('a notice that was closed', () => {
  it('is another one with another text', () => {
    const keys = ['Van gras naar hooi', 'Van gras naar hooi.', 'Rohult heinale', ''].map(createNoticeKey);
    expect(new Set(keys).size).toBe(keys.length);
    for (const key of keys) expect(key).toMatch(/^[a-z0-9]+$/);
  });

  it.each([
    ['nothing is stored', null],
    ['what is stored is no key of ours', '"] , * { display: none } ['],
  ])('is shown where %s', (_what, stored) => {
    if (stored !== null) localStorage.setItem('closed-notice', stored);
    const target = { adoptedStyleSheets: [] } as unknown as Document;
    hideClosedNotice(target);
    expect(target.adoptedStyleSheets).toEqual([]);
  });

  it('is shown where there is no storage, and closing it fails nobody', () => {
    jest.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new Error('no storage');
    });
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('no storage');
    });
    expect(() => rememberClosedNotice('a1')).not.toThrow();
    expect(() => hideClosedNotice(document)).not.toThrow();
  });
});
