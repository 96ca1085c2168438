import { describe, expect, it } from '@jest/globals';
import { stringifySafely } from './safe-json.ts';

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
