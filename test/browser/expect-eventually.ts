import { expect } from '@jest/globals';

/** Waits until the shop shows a change: webs are notified within two seconds, on a busy machine later. */
export async function expectEventually<T>(read: () => Promise<T>, wanted: T): Promise<void> {
  for (let rest = 240; rest > 0; rest -= 1) {
    if ((await read()) === wanted) return;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  expect(await read()).toBe(wanted);
}
