import { describe, expect, it } from '@jest/globals';
import { listReturnProblems, MAX_RETURN_TEXT_LENGTH, type ReturnInput } from './returns.ts';

const words: ReturnInput = {
  productVariantId: '1010',
  quantity: '1',
  orderId: '0b7a54b4-3f0e-4c5c-8a3d-5a0f4f0d1c11',
  reason: 'damaged',
  description: '',
  labelDate: '',
};
const list = (changes: Partial<ReturnInput>, photos = 1) =>
  listReturnProblems({ ...words, ...changes }, { photos, today: '2026-11-05' });

describe('listReturnProblems', () => {
  it('accepts a return with one to three photos', () => {
    expect([list({}), list({}, 3)]).toEqual([[], []]);
    expect(list({}, 0)).toEqual([{ field: 'photo', code: 'required' }]);
    expect(list({}, 4)).toEqual([{ field: 'photo', code: 'tooMany' }]);
  });

  it('requires a date on the label only for the reason past-date, and one that has passed', () => {
    const past = (labelDate: string) => list({ reason: 'past-date', labelDate });
    expect(past('')).toEqual([{ field: 'labelDate', code: 'required' }]);
    expect(past('31-02-2026')).toEqual([{ field: 'labelDate', code: 'format' }]);
    expect(past('05-11-2026')).toEqual([{ field: 'labelDate', code: 'future' }]);
    for (const typed of ['04-11-2026', '4.11.2026', '2026-11-04']) expect(past(typed)).toEqual([]);
    expect(list({ labelDate: 'none' })).toEqual([]);
  });

  it('lists each field that is missing or invalid', () => {
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

  it('counts code points instead of UTF-16 code units', () => {
    expect(list({ description: '🐴'.repeat(MAX_RETURN_TEXT_LENGTH) })).toEqual([]);
    expect(list({ description: 'x'.repeat(MAX_RETURN_TEXT_LENGTH + 1) })).toEqual([
      { field: 'description', code: 'maxLength' },
    ]);
  });
});
