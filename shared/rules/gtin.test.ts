import { describe, expect, it } from '@jest/globals';
import { isGtin13 } from './gtin.ts';

describe('isGtin13', () => {
  it.each(['4006381333931', '9520001070075', '5901234123457'])(
    'accepts %s, whose check digit is right',
    (code) => {
      expect(isGtin13(code)).toBe(true);
    },
  );

  it.each(['4006381333930', '4006381339331', '400638133393', '04006381333931', '400638133393x', ''])(
    'rejects %j',
    (code) => {
      expect(isGtin13(code)).toBe(false);
    },
  );
});
