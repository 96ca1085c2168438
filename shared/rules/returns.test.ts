import { describe, expect, it } from '@jest/globals';
import { listReturnProblems, MAX_RETURN_TEXT_LENGTH, type ReturnInput } from './returns.ts';

const validReturn: ReturnInput = {
  productVariantId: '1010',
  quantity: '1',
  orderId: '0b7a54b4-3f0e-4c5c-8a3d-5a0f4f0d1c11',
  reason: 'damaged',
  description: '',
  labelDate: '',
};
const listProblems = (changes: Partial<ReturnInput>, photos = 1) =>
  listReturnProblems({ ...validReturn, ...changes }, { photos, today: '2026-11-05' });

describe('listReturnProblems', () => {
  it('accepts a return with one to three photos', () => {
    expect([listProblems({}), listProblems({}, 3)]).toEqual([[], []]);
    expect(listProblems({}, 0)).toEqual([{ field: 'photo', code: 'required' }]);
    expect(listProblems({}, 4)).toEqual([{ field: 'photo', code: 'tooMany' }]);
  });

  it('requires a date on the label only for the reason past-date, and one that has passed', () => {
    const past = (labelDate: string) => listProblems({ reason: 'past-date', labelDate });
    expect(past('')).toEqual([{ field: 'labelDate', code: 'required' }]);
    expect(past('31-02-2026')).toEqual([{ field: 'labelDate', code: 'format' }]);
    expect(past('05-11-2026')).toEqual([{ field: 'labelDate', code: 'future' }]);
    for (const typed of ['04-11-2026', '4.11.2026', '2026-11-04']) expect(past(typed)).toEqual([]);
    expect(listProblems({ labelDate: 'none' })).toEqual([]);
  });

  it('lists each field that is missing or invalid', () => {
    expect(
      listProblems({ productVariantId: '', orderId: '', reason: '' }, 0).map(({ field }) => field),
    ).toEqual(['productVariantId', 'orderId', 'reason', 'photo']);
    expect(listProblems({ productVariantId: '1e3', orderId: 'x', reason: 'other things' })).toEqual([
      { field: 'productVariantId', code: 'format' },
      { field: 'orderId', code: 'format' },
      { field: 'reason', code: 'enum' },
    ]);
  });

  it('counts code points instead of UTF-16 code units', () => {
    expect(listProblems({ description: '🐴'.repeat(MAX_RETURN_TEXT_LENGTH) })).toEqual([]);
    expect(listProblems({ description: 'x'.repeat(MAX_RETURN_TEXT_LENGTH + 1) })).toEqual([
      { field: 'description', code: 'maxLength' },
    ]);
  });
});
