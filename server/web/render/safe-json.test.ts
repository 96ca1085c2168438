import { describe, expect, it } from '@jest/globals';
import { stringifyPieces, stringifySafely } from './safe-json.ts';

describe('stringifySafely', () => {
  it('keeps a product that is named like a script from ending the element', () => {
    const text = stringifySafely({ name: '</script><script>alert(1)</script><!--' });
    expect(text).not.toMatch(/[<>&]/);
    expect(JSON.parse(text)).toEqual({ name: '</script><script>alert(1)</script><!--' });
  });

  it('gives back every character that JSON can hold', () => {
    const value = { text: 'a & b \u2028 \u2029 € "q" \\ 馬' };
    expect(JSON.parse(stringifySafely(value))).toEqual(value);
  });
});

describe('stringifyPieces', () => {
  it('gives the same JSON as in one go, the bytes of shared objects made once', () => {
    const shared = Object.freeze({ text: '</script> € 馬' });
    const value = { a: { b: shared, c: [1, null], d: {} }, e: undefined, f: shared, g: 'x & y' };
    const pieces = [...stringifyPieces(value, 2)];
    expect(Buffer.concat(pieces.map((piece) => Buffer.from(piece))).toString()).toBe(stringifySafely(value));
    const bytes = pieces.filter((piece) => Buffer.isBuffer(piece));
    expect(bytes).toHaveLength(2);
    expect(bytes[0]).toBe(bytes[1]);
    expect(JSON.parse([...stringifyPieces({}, 1)].join(''))).toEqual({});
  });
});
