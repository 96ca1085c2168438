import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createDelayMeter, startLoadMonitor } from './load-monitor.ts';

let delayMs: number;
let load: ReturnType<typeof startLoadMonitor>;

beforeEach(() => {
  delayMs = 0;
  load = startLoadMonitor({ eventLoopDelayMs: 100, inFlight: 2 }, { read: () => delayMs, close: () => {} });
});

afterEach(() => load.close());

/** Ends one window per given delay. */
function endWindows(...delays: number[]) {
  for (const delay of delays) {
    delayMs = delay;
    load.endWindow();
  }
}

describe('startLoadMonitor', () => {
  it('is not overloaded after one long tick', () => {
    endWindows(20, 900, 20);
    expect(load.isOverloaded('first')).toBe(false);
    endWindows(900);
    expect(load.isOverloaded('first')).toBe(false);
  });

  it('is overloaded if the delay remains too long, and recovers after one good window', () => {
    endWindows(101, 150);
    expect(load.isOverloaded('first')).toBe(true);
    endWindows(20);
    expect(load.isOverloaded('first')).toBe(false);
  });

  it('applies twice the limits to requests of an order', () => {
    endWindows(150, 150);
    expect([load.isOverloaded('first'), load.isOverloaded('last')]).toEqual([true, false]);
    endWindows(201, 201);
    expect(load.isOverloaded('last')).toBe(true);
  });

  it('counts each piece of work in progress once', () => {
    const leave = load.enter();
    expect(load.isOverloaded('first')).toBe(false);
    load.enter();
    expect([load.isOverloaded('first'), load.isOverloaded('last')]).toEqual([true, false]);
    load.enter();
    load.enter();
    expect(load.isOverloaded('last')).toBe(true);
    leave();
    leave();
    expect(load.inFlight).toBe(3);
  });

  it('measures a long delay if the real event loop is blocked', async () => {
    // A separate meter: the monitor reads its own every half second, which could be before this test does.
    const real = createDelayMeter();
    try {
      let seenMs = 0;
      // A block before the histogram's first sample is not recorded. There is no signal for that sample, and
      // each reading resets the histogram, so the test retries.
      do {
        await new Promise((resolve) => setTimeout(resolve, 30));
        const until = performance.now() + 120;
        while (performance.now() < until);
        await new Promise((resolve) => setTimeout(resolve, 30));
        seenMs = real.read();
      } while (!(seenMs > 80));
      expect(seenMs).toBeGreaterThan(80);
    } finally {
      real.close();
    }
  });
});
