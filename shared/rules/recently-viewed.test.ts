import { describe, expect, it } from '@jest/globals';
import { addRecentlyViewed, getRecentlyViewed, parseRecentlyViewed } from './recently-viewed.ts';

describe('recently viewed products', () => {
  it('are newest first, without duplicates', () => {
    let ids: readonly number[] = [];
    for (const id of [1, 2, 3, 1]) ids = addRecentlyViewed(ids, id);
    expect(ids).toEqual([1, 3, 2]);
  });

  it('are four products in addition to that of the page', () => {
    let ids: readonly number[] = [];
    for (const id of [1, 2, 3, 4, 5, 6]) ids = addRecentlyViewed(ids, id);
    expect(getRecentlyViewed(ids, 6)).toEqual([5, 4, 3, 2]);
    expect(getRecentlyViewed(ids, 4)).toEqual([6, 5, 3, 2]);
  });

  it.each([
    [null, []],
    ['{', []],
    ['{}', []],
    ['[1,"2",null,-3,1.5,1,0,12345678901]', [1]],
    ['[1,2,3,4,5,6,7]', [1, 2, 3, 4, 5]],
  ])('stored as %j are read as %j', (text, ids) => {
    expect(parseRecentlyViewed(text)).toEqual(ids);
  });
});
