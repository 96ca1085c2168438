import { describe, expect, it } from '@jest/globals';
import { ApiError } from '../../shared/api/api-error.ts';
import type { Api } from '../../shared/api/client.ts';
import { findFormAction } from '../pages/pages.ts';
import { type FormAction, readFormValues, runFormAction } from './form-action.ts';

const api = {} as Api;
const values = new Map([
  ['form', 'wish'],
  ['of', '7'],
  ['emailAddress', 'a@example.com'],
]);
const run = (action: FormAction) => runFormAction(action, values, { api, options: {} });
const refuseWith = (error: unknown) => run(async () => Promise.reject(error));

describe('values of a form', () => {
  it('are trimmed text, the first of each name', () => {
    const read = readFormValues([
      ['name', '  Anna '],
      ['name', 'Berta'],
      ['file', { size: 3 }],
    ]);
    expect([...read]).toEqual([['name', 'Anna']]);
  });

  it('arrive whole, however long and however many they are', () => {
    const many = Array.from({ length: 41 }, (_, n) => [`field-${n}`, 'x'.repeat(5001)] as const);
    expect([...readFormValues(many)]).toEqual(many.map(([name, value]) => [name, value]));
  });
});

describe('running a form', () => {
  it('tells success, and forgets what was typed', async () => {
    expect(await run(async () => ({ status: 'done' }))).toEqual({
      form: 'wish',
      of: '7',
      status: 'done',
      values: {},
      problems: [],
    });
  });

  it('leads on where the action says so', async () => {
    expect(await run(async () => ({ status: 'redirect', path: '/cart/' }))).toEqual({ path: '/cart/' });
  });

  it('keeps what was typed, and names the fields that the API refuses', async () => {
    const body = { code: 'validation_failed', errors: [{ field: 'body.emailAddress', code: 'format' }] };
    expect(await refuseWith(new ApiError('status', { status: 400, body }))).toEqual({
      form: 'wish',
      of: '7',
      status: 'refused',
      values: { emailAddress: 'a@example.com' },
      problems: [{ field: 'emailAddress', code: 'format' }],
    });
  });

  it.each([
    ['a refusal of the whole', { status: 429, body: { code: 'too_many_attempts' } }, 'too_many_attempts'],
    ['a refusal without words', { status: 404 }, 'failed'],
    ['a fault of the backend', { status: 500, body: { code: 'internal_error' } }, 'failed'],
  ])('tells %s of the form as a whole', async (_case, answer, code) => {
    expect(await refuseWith(new ApiError('status', answer))).toMatchObject({
      status: 'refused',
      problems: [{ field: null, code }],
    });
  });

  it('tells of a backend that does not answer', async () => {
    expect(await refuseWith(new ApiError('timeout'))).toMatchObject({
      problems: [{ field: null, code: 'failed' }],
    });
  });

  it.each([new ApiError('aborted'), new TypeError('a mistake')])('passes on %s', async (error) => {
    await expect(refuseWith(error)).rejects.toBe(error);
  });

  it.each(['', 'nope', 'constructor', '__proto__'])('has no form called %j', (name) => {
    expect(findFormAction(name)).toBeUndefined();
  });
});
