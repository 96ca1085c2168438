import { describe, expect, it } from '@jest/globals';
import { countZeroBits, formatBotCheckToken, parseBotCheckChallenge } from './bot-check.ts';

describe('countZeroBits', () => {
  it.each([
    [[0b1000_0000, 0], 0],
    [[0b0100_0000], 1],
    [[0b0000_0001, 0xff], 7],
    [[0, 0xff], 8],
    [[0, 0b0000_0001], 15],
    [[0, 0, 0b0010_0000], 18],
    [[0, 0], 16],
    [[], 0],
  ])('counts the leading zero bits of %j: %i', (bytes, bits) => {
    expect(countZeroBits(Uint8Array.from(bytes))).toBe(bits);
  });
});

describe('bot check token', () => {
  it('is the challenge, a dot and the nonce', () => {
    expect(formatBotCheckToken('aB-_9', 4711)).toBe('aB-_9.4711');
  });

  it('contains its challenge', () => {
    expect(parseBotCheckChallenge(formatBotCheckToken('aB-_9', 0))).toBe('aB-_9');
  });

  it.each([
    '',
    'unavailable',
    '.1',
    'aB',
    'aB.',
    'aB.x',
    'aB.-1',
    'aB.1.2',
    'aB.1e3',
    'a b.1',
    `aB.${'1'.repeat(16)}`,
  ])('is invalid: %j', (token) => {
    expect(parseBotCheckChallenge(token)).toBeNull();
  });
});
