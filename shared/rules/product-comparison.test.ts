import { describe, expect, it } from '@jest/globals';
import {
  addToComparison,
  parseComparedIds,
  parseStoredComparison,
  removeFromComparison,
  replaceInComparison,
} from './product-comparison.ts';

describe('comparison list', () => {
  it('accepts up to four products, in the order in which they were added', () => {
    let ids: readonly number[] = [];
    for (const id of [3, 1, 4, 2]) {
      const result = addToComparison(ids, id);
      expect(result.outcome).toBe('added');
      ids = result.ids;
    }
    expect(ids).toEqual([3, 1, 4, 2]);
  });

  it('ignores a product that is already in the list, even if the list is full', () => {
    const ids = [3, 1, 4, 2];
    expect(addToComparison(ids, 4)).toEqual({ ids, outcome: 'present' });
  });

  it('rejects a fifth product', () => {
    expect(addToComparison([1, 2, 3, 4], 5)).toEqual({ ids: [1, 2, 3, 4], outcome: 'full' });
  });

  it('removes a product only if it is in the list', () => {
    const ids = [1, 2];
    expect(removeFromComparison(ids, 2)).toEqual([1]);
    expect(removeFromComparison(ids, 9)).toBe(ids);
  });

  it('replaces a product in place, without duplicates', () => {
    expect(replaceInComparison([1, 2, 3, 4], { from: 2, to: 9 })).toEqual([1, 9, 3, 4]);
    expect(replaceInComparison([1, 2], { from: 1, to: 2 })).toEqual([1, 2]);
  });
});

describe('parseStoredComparison', () => {
  it.each([
    [null, []],
    ['', []],
    ['{', []],
    ['{"1":2}', []],
    ['"12"', []],
    ['[1,"2",null,-3,1.5,1,0,12345678901]', [1]],
    ['[1,2,3,4,5]', [1, 2, 3, 4]],
    ['[101,102]', [101, 102]],
  ])('reads %j as %j', (text, ids) => {
    expect(parseStoredComparison(text)).toEqual(ids);
  });
});

describe('parseComparedIds', () => {
  it.each([
    [null, []],
    ['', []],
    ['101', [101]],
    ['101,102,101', [101, 102]],
    ['4,3,2,1', [4, 3, 2, 1]],
  ])('parses %j as %j', (value, ids) => {
    expect(parseComparedIds(value)).toEqual(ids);
  });

  it.each([
    '1,2,3,4,5',
    Array.from({ length: 30 }, (_, n) => n + 1).join(','),
    'x',
    '1,',
    ',1',
    '-1',
    '1.5',
    '0',
    '1;2',
    '<script>',
    '9999999999',
  ])('returns null for %j', (value) => {
    expect(parseComparedIds(value)).toBeNull();
  });
});
