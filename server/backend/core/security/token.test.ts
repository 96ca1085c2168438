import { describe, expect, it } from '@jest/globals';
import { createToken, hashToken } from './token.ts';

describe('tokens', () => {
  it('have 256 random bits in the format that calls accept', () => {
    const tokens = Array.from({ length: 50 }, createToken);
    expect(new Set(tokens).size).toBe(50);
    for (const token of tokens) {
      expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
      expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    }
  });

  it('are stored as a hash that does not reveal them', () => {
    const token = createToken();
    expect(hashToken(token)).toMatch(/^[0-9a-f]{64}$/);
    expect(hashToken(token)).toBe(hashToken(token));
    expect(hashToken(createToken())).not.toBe(hashToken(token));
  });
});
