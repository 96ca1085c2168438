import { describe, expect, it } from '@jest/globals';
import { readLoginQuery } from './login-query.ts';

const read = (query: string) => readLoginQuery(new URLSearchParams(query));

describe('the address of the sign-in page', () => {
  it.each([
    ['i=1', ['info']],
    ['s=1', ['created']],
    ['a=1', ['activated']],
    ['r=1', ['reset']],
    ['a=1&s=1', ['created', 'activated']],
    ['s=2&a=true&r=', []],
    ['', []],
  ])('of %j says %j', (query, notices) => {
    expect(read(query).notices).toEqual(notices);
  });

  it('brings a text along: plain, on one line, and no more than 200 characters of it', () => {
    expect(read('').message).toBeNull();
    expect(read(`e=${encodeURIComponent(' \u202e\n\t ')}`).message).toBeNull();
    expect(read(`e=${encodeURIComponent('<b>Call</b>\n0900 \u202e1234')}`).message).toBe(
      '<b>Call</b> 0900 1234',
    );
    const long = read(`e=${encodeURIComponent('🐴'.repeat(5000))}`).message;
    expect([...(long ?? '')]).toHaveLength(200);
  });

  it('leads back to pages of this host only', () => {
    expect(read('returnPath=/account/orders/%3Fp=2').returnPath).toBe('/account/orders/?p=2');
    expect(read('returnPath=https://evil.example/').returnPath).toBeNull();
    expect(read('returnPath=//evil.example/').returnPath).toBeNull();
  });
});
