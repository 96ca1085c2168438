import { describe, expect, it } from '@jest/globals';
import { lockSpaces, locks } from './locks.ts';

describe('locks', () => {
  it('have a number of their own each, also those with two keys', () => {
    const numbers = [...Object.values(locks), ...Object.values(lockSpaces)];
    expect(new Set(numbers).size).toBe(numbers.length);
  });
});
