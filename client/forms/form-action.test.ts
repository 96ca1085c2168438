import { describe, expect, it } from '@jest/globals';
import { ApiError } from '../../shared/api/api-error.ts';
import type { Api } from '../../shared/api/client.ts';
import { createVisitorCart } from '../../test/fixtures/client-shop.tsx';
import { createSite, createSiteSettings } from '../../test/fixtures/sites.ts';
import { findFormAction } from '../pages/register-all-pages.ts';
import { type ActionOutcome, type FormAction, readSentForm, runFormAction } from './form-action.ts';

const context = {
  api: {} as Api,
  cart: createVisitorCart(),
  scope: {
    site: createSite(),
    settings: createSiteSettings(),
    language: { languageId: 4, code: 'en' as const, culture: 'en-GB', localizedName: 'English', aliases: [] },
  },
  options: {},
};
const form = readSentForm([
  ['form', 'wish'],
  ['of', '7'],
  ['emailAddress', 'a@example.com'],
]);
const runWithSentForm = (action: FormAction) => runFormAction(action, form, context);
const runWithError = (error: unknown) => runWithSentForm(async () => Promise.reject(error));

describe('readSentForm', () => {
  it('returns trimmed values, the first value of each name, and all non-empty files', () => {
    const photos = [new File(['abc'], 'a.jpg'), new File([], ''), new File(['d'], 'b.jpg')];
    const read = readSentForm([
      ['name', '  Anna '],
      ['name', 'Berta'],
      ...photos.map((photo) => ['photo', photo] as const),
    ]);
    expect([...read.values]).toEqual([['name', 'Anna']]);
    expect([read.get('name'), read.get('photo'), read.get('constructor')]).toEqual(['Anna', '', '']);
    expect(read.getFiles('photo').map(({ name }) => name)).toEqual(['a.jpg', 'b.jpg']);
    expect(read.getFiles('name')).toEqual([]);
  });

  it('reads forms of any length and number of fields', () => {
    const many = Array.from({ length: 41 }, (_, n) => [`field-${n}`, 'x'.repeat(5001)] as const);
    expect([...readSentForm(many).values]).toEqual(many);
  });
});

describe('runFormAction', () => {
  it('passes the context to the action', async () => {
    await runWithSentForm(async ({ fields, ...given }) => {
      expect(given).toEqual(context);
      expect(fields.get('emailAddress')).toBe('a@example.com');
      return { status: 'done' };
    });
  });

  it('returns the line and paths of the action, and the changes of a refused action', async () => {
    const line = { productVariantId: 7, quantity: 2 };
    const done = await runWithSentForm(async () => ({
      status: 'done',
      line,
      noticePath: '/cart/',
      changed: ['cart'],
    }));
    expect(done).toMatchObject({ result: { line }, path: null, noticePath: '/cart/', changed: ['cart'] });
    const problems = [{ field: 'quantity', code: 'minimum' }];
    const refused = await runWithSentForm(async () => ({ status: 'refused', problems, changed: ['cart'] }));
    expect(refused).toMatchObject({ result: { problems }, noticePath: null, changed: ['cart'] });
  });

  it.each([
    [{ code: 'discount_code_minimum', amount: 5000 }, 5000],
    [{ code: 'insufficient_stock', lines: [{ productVariantId: 7, amount: 0 }] }, 0],
    [{ code: 'insufficient_stock', lines: [] }, undefined],
    [{ code: 'insufficient_stock', lines: 'many' }, undefined],
    [{ code: 'in_stock', amount: '5' }, undefined],
    [{ code: 'in_stock' }, undefined],
  ])('returns the amount of a refusal: %j', async (body, amount) => {
    const { result } = await runWithError(new ApiError('status', { status: 409, body }));
    expect(result.problems).toEqual([
      { field: null, code: body.code, ...(amount !== undefined && { amount }) },
    ]);
  });

  it('returns success without the typed values', async () => {
    expect(await runWithSentForm(async () => ({ status: 'done' }))).toEqual({
      result: { form: 'wish', of: '7', status: 'done', values: {}, problems: [] },
      path: null,
      documentUrl: null,
      noticePath: null,
      changed: [],
    });
  });

  it('returns the next path and the changes of the action', async () => {
    const outcome: ActionOutcome = { status: 'done', path: '/cart/', changed: ['reviews'] };
    expect(await runWithSentForm(async () => outcome)).toMatchObject({
      path: '/cart/',
      changed: ['reviews'],
    });
  });

  it('keeps the typed values and returns the fields that the API refuses', async () => {
    const body = { code: 'validation_failed', errors: [{ field: 'body.emailAddress', code: 'format' }] };
    expect(await runWithError(new ApiError('status', { status: 400, body }))).toEqual({
      result: {
        form: 'wish',
        of: '7',
        status: 'refused',
        values: { emailAddress: 'a@example.com' },
        problems: [{ field: 'emailAddress', code: 'format' }],
      },
      path: null,
      documentUrl: null,
      noticePath: null,
      changed: [],
    });
  });

  it.each([
    [
      'a refusal of the whole form',
      { status: 429, body: { code: 'too_many_attempts' } },
      'too_many_attempts',
    ],
    ['a refusal without a problem code', { status: 404 }, 'failed'],
    ['an internal error of the backend', { status: 500, body: { code: 'internal_error' } }, 'failed'],
  ])('returns %s as an error of the whole form', async (_case, answer, code) => {
    expect((await runWithError(new ApiError('status', answer))).result).toMatchObject({
      status: 'refused',
      problems: [{ field: null, code }],
    });
  });

  it('returns an error if the backend does not respond', async () => {
    expect((await runWithError(new ApiError('timeout'))).result).toMatchObject({
      problems: [{ field: null, code: 'failed' }],
    });
  });

  it.each([new ApiError('aborted'), new TypeError('a mistake')])('rethrows %s', async (error) => {
    await expect(runWithError(error)).rejects.toBe(error);
  });

  it.each(['', 'nope', 'constructor', '__proto__'])('returns undefined for the unknown form %j', (name) => {
    expect(findFormAction(name)).toBeUndefined();
  });
});
