import { describe, expect, it } from '@jest/globals';
import { createRateLimit } from './rate-limit.ts';

describe('createRateLimit', () => {
  it('lets the allowed number through, then says how long to wait, and counts each key for itself', () => {
    let now = 1_000_000;
    const limit = createRateLimit({ limit: 2, windowMs: 60_000, clock: () => now });
    expect(limit.take('a')).toBeNull();
    now += 10_000;
    expect(limit.take('a')).toBeNull();
    expect(limit.take('a')).toBe(50);
    expect(limit.take('b')).toBeNull();
  });

  it('lets one more through as soon as the oldest is out of the window, refused ones not counted', () => {
    let now = 0;
    const limit = createRateLimit({ limit: 1, windowMs: 1000, clock: () => now });
    limit.take('a');
    now = 999;
    expect(limit.take('a')).toBe(1);
    now = 1000;
    expect(limit.take('a')).toBeNull();
  });
});
