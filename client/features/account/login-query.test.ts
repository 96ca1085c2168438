import { describe, expect, it } from '@jest/globals';
import { parseLoginQuery } from './login-query.ts';

const parseQueryText = (query: string) => parseLoginQuery(new URLSearchParams(query));

describe('parseLoginQuery', () => {
  it.each([
    ['i=1', ['info']],
    ['s=1', ['created']],
    ['a=1', ['activated']],
    ['r=1', ['reset']],
    ['a=1&s=1', ['created', 'activated']],
    ['s=2&a=true&r=', []],
    ['', []],
  ])('reads the notices of %j as %j', (query, notices) => {
    expect(parseQueryText(query).notices).toEqual(notices);
  });

  it('returns the message as plain text on one line, with at most 200 characters', () => {
    expect(parseQueryText('').message).toBeNull();
    expect(parseQueryText(`e=${encodeURIComponent(' \u202e\n\t ')}`).message).toBeNull();
    expect(parseQueryText(`e=${encodeURIComponent('<b>Call</b>\n0900 \u202e1234')}`).message).toBe(
      '<b>Call</b> 0900 1234',
    );
    const long = parseQueryText(`e=${encodeURIComponent('🐴'.repeat(5000))}`).message;
    expect([...(long ?? '')]).toHaveLength(200);
  });

  it('accepts return paths of the same host only', () => {
    expect(parseQueryText('returnPath=/account/orders/%3Fp=2').returnPath).toBe('/account/orders/?p=2');
    expect(parseQueryText('returnPath=https://evil.example/').returnPath).toBeNull();
    expect(parseQueryText('returnPath=//evil.example/').returnPath).toBeNull();
  });
});
