import { describe, expect, it } from '@jest/globals';
import { DrizzleQueryError } from 'drizzle-orm';
import { convertDrizzleErrors, DatabaseError, toDatabaseError } from './database-error.ts';

const PERSONAL_VALUE = 'marit@stal.example';

/** Creates an error as drivers raise it, with a message that quotes a row. */
const createDriverError = (fields: object) =>
  Object.assign(new Error(`invalid input: "${PERSONAL_VALUE}"`), {
    severity: 'ERROR',
    detail: `Failing row contains (${PERSONAL_VALUE}).`,
    where: `unnamed portal with parameters: $1 = '${PERSONAL_VALUE}'`,
    hint: PERSONAL_VALUE,
    ...fields,
  });

const convertFailure = (cause: Error) =>
  toDatabaseError(
    new DrizzleQueryError('insert into "review" ("name") values ($1)', [PERSONAL_VALUE], cause),
  );

describe('toDatabaseError', () => {
  it('names statement, state and constraint, but no value', () => {
    const error = convertFailure(createDriverError({ code: '23505', constraint: 'review_content_hash' }));
    expect(error).toMatchObject({
      message:
        'The database rejected the statement (23505, review_content_hash): insert into "review" ("name") values ($1)',
      code: '23505',
      failure: 'refused',
      constraint: 'review_content_hash',
      isConnectionLost: false,
    });
    const told = `${error.stack} ${JSON.stringify(error)} ${Object.values(error)} ${String(error.cause)}`;
    expect(told).not.toContain(PERSONAL_VALUE);
  });

  it.each([
    ['unavailable', '57P01', 'FATAL', true],
    ['unavailable', '57P03', 'FATAL', true],
    ['unavailable', '57014', 'ERROR', false],
    ['unavailable', '53100', 'ERROR', false],
    ['unavailable', '53300', 'FATAL', true],
    ['unavailable', '55P03', 'ERROR', false],
    ['unavailable', '25P03', 'FATAL', true],
    ['unavailable', '25006', 'ERROR', false],
    ['unavailable', '08006', 'FATAL', true],
    ['unavailable', '28P01', 'FATAL', true],
    ['conflict', '40001', 'ERROR', false],
    ['conflict', '40P01', 'ERROR', false],
    ['refused', '08P01', 'ERROR', false],
    ['refused', '42P01', 'ERROR', false],
    ['refused', '23514', 'ERROR', false],
    ['refused', 'P0001', 'ERROR', false],
  ])('returns the failure %s for state %s', (failure, code, severity, isConnectionLost) => {
    expect(convertFailure(createDriverError({ code, severity }))).toMatchObject({
      failure,
      code,
      isConnectionLost,
    });
  });

  it.each([
    [Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }), 'ECONNREFUSED'],
    [Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }), 'EPIPE'],
    [new Error('Connection terminated unexpectedly'), 'CLOSED'],
    [new Error('timeout exceeded when trying to connect'), 'TIMEOUT'],
    [new Error('Query read timeout'), 'TIMEOUT'],
  ])('returns a lost connection if there is no state: %s', (cause, code) => {
    expect(convertFailure(cause)).toMatchObject({ failure: 'unavailable', code, isConnectionLost: true });
  });

  it('returns a refusal if a value has no SQL representation', () => {
    expect(convertFailure(new TypeError(`${PERSONAL_VALUE} is not a date`))).toMatchObject({
      failure: 'refused',
      code: 'TypeError',
      isConnectionLost: false,
    });
  });

  it('converts errors of failed statements only', async () => {
    const failed = convertDrizzleErrors(() =>
      Promise.reject(new DrizzleQueryError('select 1', [PERSONAL_VALUE])),
    );
    await expect(failed).rejects.toBeInstanceOf(DatabaseError);
    const other = new RangeError('no such month');
    await expect(convertDrizzleErrors(() => Promise.reject(other))).rejects.toBe(other);
  });
});
