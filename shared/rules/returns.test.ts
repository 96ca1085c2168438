import { describe, expect, it } from '@jest/globals';
import { listReturnProblems, MAX_RETURN_TEXT, type ReturnWords, readLabelDate } from './returns.ts';

const words: ReturnWords = {
  productVariantId: '1010',
  quantity: '1',
  orderId: '0b7a54b4-3f0e-4c5c-8a3d-5a0f4f0d1c11',
  reason: 'damaged',
  description: '',
  labelDate: '',
};
const list = (changes: Partial<ReturnWords>, photos = 1) =>
  listReturnProblems({ ...words, ...changes }, { photos, today: '2026-11-05' });

describe('readLabelDate', () => {
  it.each([
    ['04-11-2026', '2026-11-04'],
    ['29-02-2024', '2024-02-29'],
    ['29-02-2026', null],
    ['31-04-2026', null],
    ['00-01-2026', null],
    ['01-13-2026', null],
    ['2026-11-04', null],
    ['4-11-2026', null],
    ['04/11/2026', null],
    ['04-11-0026', null],
    ['', null],
  ])('%p is %p', (typed, date) => {
    expect(readLabelDate(typed)).toBe(date);
  });
});

describe('listReturnProblems', () => {
  it('takes a return with one to three photos', () => {
    expect([list({}), list({}, 3)]).toEqual([[], []]);
    expect(list({}, 0)).toEqual([{ field: 'photo', code: 'required' }]);
    expect(list({}, 4)).toEqual([{ field: 'photo', code: 'tooMany' }]);
  });

  it('asks for the date on the label only where it is past, and for one that is', () => {
    const past = (labelDate: string) => list({ reason: 'past-date', labelDate });
    expect(past('')).toEqual([{ field: 'labelDate', code: 'required' }]);
    expect(past('31-02-2026')).toEqual([{ field: 'labelDate', code: 'format' }]);
    expect(past('05-11-2026')).toEqual([{ field: 'labelDate', code: 'future' }]);
    expect(past('04-11-2026')).toEqual([]);
    expect(list({ labelDate: 'none' })).toEqual([]);
  });

  it('names each field that is missing or wrong', () => {
    expect(list({ productVariantId: '', orderId: '', reason: '' }, 0).map(({ field }) => field)).toEqual([
      'productVariantId',
      'orderId',
      'reason',
      'photo',
    ]);
    expect(list({ productVariantId: '1e3', orderId: 'x', reason: 'other things' })).toEqual([
      { field: 'productVariantId', code: 'format' },
      { field: 'orderId', code: 'format' },
      { field: 'reason', code: 'enum' },
    ]);
  });

  it('counts characters as people do', () => {
    expect(list({ description: '🐴'.repeat(MAX_RETURN_TEXT) })).toEqual([]);
    expect(list({ description: 'x'.repeat(MAX_RETURN_TEXT + 1) })).toEqual([
      { field: 'description', code: 'maxLength' },
    ]);
  });
});
