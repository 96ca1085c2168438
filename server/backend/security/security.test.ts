import { describe, expect, it } from '@jest/globals';
import { ProblemError } from '../http/problem-error.ts';
import { createRateLimit, getVisitorKey } from './rate-limit.ts';
import { createToken, hashToken, TOKEN_PATTERN } from './token.ts';

function refusalOf(attempt: () => void): ProblemError | undefined {
  try {
    attempt();
    return undefined;
  } catch (error) {
    if (error instanceof ProblemError) return error;
    throw error;
  }
}

describe('createRateLimit', () => {
  it('refuses the attempt beyond the limit and says when the next one is welcome', () => {
    const limit = createRateLimit({ limit: 2, windowMs: 60_000 });
    limit.take('a', 0);
    limit.take('a', 10_000);
    const refusal = refusalOf(() => limit.take('a', 15_000));
    expect(refusal).toMatchObject({ status: 429, code: 'too_many_attempts' });
    expect(refusal?.headers['retry-after']).toBe('45');
  });

  it('counts every key by itself', () => {
    const limit = createRateLimit({ limit: 1, windowMs: 60_000 });
    limit.take('a', 0);
    expect(refusalOf(() => limit.take('b', 0))).toBeUndefined();
  });

  it('forgets an attempt once its window is over, and never counts a refused one', () => {
    const limit = createRateLimit({ limit: 1, windowMs: 60_000 });
    limit.take('a', 0);
    for (const atMs of [20_000, 40_000]) expect(refusalOf(() => limit.take('a', atMs))).toBeDefined();
    expect(refusalOf(() => limit.take('a', 60_000))).toBeUndefined();
  });

  it('remembers a bounded number of keys', () => {
    const limit = createRateLimit({ limit: 1, windowMs: 60_000, maxKeys: 2 });
    for (const key of ['a', 'b', 'c']) limit.take(key, 0);
    expect(refusalOf(() => limit.take('a', 1))).toBeUndefined();
    expect(refusalOf(() => limit.take('c', 1))).toBeDefined();
  });
});

describe('getVisitorKey', () => {
  it('is an IPv4 address itself, also where it is written as IPv6', () => {
    expect(getVisitorKey('203.0.113.7')).toBe('203.0.113.7');
    expect(getVisitorKey('::ffff:203.0.113.7')).toBe('203.0.113.7');
  });

  it('is the same for all addresses of an IPv6 household, and another for the next one', () => {
    const key = getVisitorKey('2001:db8:1:2:aaaa:bbbb:cccc:dddd');
    expect(getVisitorKey('2001:0db8:0001:0002::1')).toBe(key);
    expect(getVisitorKey('2001:db8:1:3::1')).not.toBe(key);
    expect(getVisitorKey('::1')).toBe('0:0:0:0');
  });
});

describe('tokens', () => {
  it('have 256 random bits in the form that calls take', () => {
    const tokens = Array.from({ length: 50 }, createToken);
    expect(new Set(tokens).size).toBe(50);
    for (const token of tokens) {
      expect(token).toMatch(new RegExp(TOKEN_PATTERN));
      expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    }
  });

  it('are kept as a hash that does not lead back to them', () => {
    const token = createToken();
    expect(hashToken(token)).toMatch(/^[0-9a-f]{64}$/);
    expect(hashToken(token)).toBe(hashToken(token));
    expect(hashToken(createToken())).not.toBe(hashToken(token));
  });
});
