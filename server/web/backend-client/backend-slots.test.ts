import { describe, expect, it } from '@jest/globals';
import { ApiError } from '../../../shared/api/api-error.ts';
import { createBackendSlots } from './backend-slots.ts';

const { signal } = new AbortController();

/** Returns whether a promise has settled, after all pending microtasks have run. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let hasSettled = false;
  const settle = () => {
    hasSettled = true;
  };
  promise.then(settle, settle);
  await new Promise((resolve) => setImmediate(resolve));
  return hasSettled;
}

describe('createBackendSlots', () => {
  it('admits calls up to its capacity and queues the others in order of arrival', async () => {
    const slots = createBackendSlots({ capacity: 2, maxWaiting: 10 });
    const releases = [await slots.take(signal), await slots.take(signal)];
    const order: string[] = [];
    const third = slots.take(signal).then((release) => {
      order.push('third');
      return release;
    });
    const fourth = slots.take(signal).then((release) => {
      order.push('fourth');
      return release;
    });
    expect([slots.active, slots.waiting]).toEqual([2, 2]);
    expect(await isSettled(third)).toBe(false);
    releases[1]!();
    await third;
    expect(order).toEqual(['third']);
    releases[0]!();
    await fourth;
    expect(order).toEqual(['third', 'fourth']);
    expect([slots.active, slots.waiting]).toEqual([2, 0]);
  });

  it('rejects at once if the queue is full', async () => {
    const slots = createBackendSlots({ capacity: 1, maxWaiting: 1 });
    await slots.take(signal);
    slots.take(signal).catch(() => {});
    await expect(slots.take(signal)).rejects.toMatchObject({
      failure: 'unavailable',
      cause: { code: 'QUEUE_FULL' },
    });
  });

  it('removes an aborted caller from the queue, so that its place is free at once', async () => {
    const slots = createBackendSlots({ capacity: 1, maxWaiting: 1 });
    const release = await slots.take(signal);
    const visitor = new AbortController();
    const left = slots.take(visitor.signal);
    visitor.abort(new ApiError('timeout'));
    await expect(left).rejects.toMatchObject({ failure: 'timeout' });
    expect(slots.waiting).toBe(0);
    const next = slots.take(signal);
    release();
    expect(await isSettled(next)).toBe(true);
  });

  it('gives a released slot to a waiting caller, not to one who arrives at that moment', async () => {
    const slots = createBackendSlots({ capacity: 1, maxWaiting: 5 });
    const release = await slots.take(signal);
    const waiting = slots.take(signal);
    release();
    const late = slots.take(signal);
    expect(await isSettled(waiting)).toBe(true);
    expect(await isSettled(late)).toBe(false);
  });

  it('counts a slot that is released twice once', async () => {
    const slots = createBackendSlots({ capacity: 1, maxWaiting: 5 });
    const release = await slots.take(signal);
    release();
    release();
    expect(slots.active).toBe(0);
  });

  it('limits an address to its share and lets callers of other addresses pass it', async () => {
    const slots = createBackendSlots({ capacity: 3, perAddress: 2, maxWaiting: 10 });
    const releases = [await slots.take(signal, 'greedy'), await slots.take(signal, 'greedy')];
    const third = slots.take(signal, 'greedy');
    expect(await isSettled(third)).toBe(false);
    const other = slots.take(signal, 'other');
    expect(await isSettled(other)).toBe(true);
    (await other)();
    expect(await isSettled(third)).toBe(false);
    releases[0]!();
    expect(await isSettled(third)).toBe(true);
    expect([slots.active, slots.waiting]).toEqual([2, 0]);
  });

  it('limits an address to half of the queue', async () => {
    const slots = createBackendSlots({ capacity: 2, perAddress: 1, maxWaiting: 4 });
    const greedy = Array.from({ length: 4 }, () => slots.take(signal, 'greedy'));
    for (const entry of greedy) entry.catch(() => {});
    await expect(greedy[3]).rejects.toMatchObject({ cause: { code: 'QUEUE_FULL' } });
    await slots.take(signal, 'other');
    const next = slots.take(signal, 'other');
    expect(slots.waiting).toBe(3);
    (await greedy[0]!)();
    expect(await isSettled(greedy[1]!)).toBe(true);
    expect(await isSettled(next)).toBe(false);
  });
});
