import { expect, it } from '@jest/globals';
import { meetsPasswordRule } from './password.ts';

it.each([
  ['6 characters', 'haver1', false],
  ['7 characters', 'havers1', true],
  ['128 characters', `${'a'.repeat(127)}1`, true],
  ['129 characters', `${'a'.repeat(128)}1`, false],
  ['digits only', '12345678', false],
  ['letters only', 'haverstro', false],
  ['spaces, which are counted', ' ha ve1', true],
  ['letters and digits of other scripts', 'лошадь٣', true],
  ['emoji as one character each', '🐴🐴🐴🐴🐴a1', true],
  ['too few emoji', '🐴🐴🐴🐴a1', false],
  ['a letter and its accent as one character', 'a\u030a12345', false],
  ['128 letters with combining accents', `${'a\u030a'.repeat(127)}1`, true],
  ['nothing', '', false],
])('checks a password of %s', (_what, password, isRight) => {
  expect(meetsPasswordRule(password)).toBe(isRight);
});
