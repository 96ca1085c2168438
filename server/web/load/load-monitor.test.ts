import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createDelayMeter, startLoadMonitor } from './load-monitor.ts';

let delayMs: number;
let load: ReturnType<typeof startLoadMonitor>;

beforeEach(() => {
  delayMs = 0;
  load = startLoadMonitor({ eventLoopDelayMs: 100, inFlight: 2 }, { read: () => delayMs, close: () => {} });
});

afterEach(() => load.close());

/** The delay in each window, one after the other. */
function see(...delays: number[]) {
  for (const delay of delays) {
    delayMs = delay;
    load.look();
  }
}

describe('startLoadMonitor', () => {
  it('is not overloaded by one long tick', () => {
    see(20, 900, 20);
    expect(load.isOverloaded('first')).toBe(false);
    see(900);
    expect(load.isOverloaded('first')).toBe(false);
  });

  it('is overloaded when the delay stays too long, and no more after one good window', () => {
    see(101, 150);
    expect(load.isOverloaded('first')).toBe(true);
    see(20);
    expect(load.isOverloaded('first')).toBe(false);
  });

  it('gives what an order hangs on twice the room', () => {
    see(150, 150);
    expect([load.isOverloaded('first'), load.isOverloaded('last')]).toEqual([true, false]);
    see(201, 201);
    expect(load.isOverloaded('last')).toBe(true);
  });

  it('counts what is under way, each once', () => {
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

  it('measures the real event loop: a blocked one has a long delay', async () => {
    // Alone: the monitor reads it every half second, and a busy machine may be at that before this is.
    const real = createDelayMeter();
    try {
      let seenMs = 0;
      // What blocks before its first look is not seen; when that is nothing tells, and each reading begins anew.
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
