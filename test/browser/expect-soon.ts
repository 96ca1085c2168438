import { expect } from '@jest/globals';

/** What the shop shows after a change: the webs are told within two seconds; a machine that does other work may take longer. */
export async function expectSoon<T>(read: () => Promise<T>, wanted: T): Promise<void> {
  for (let rest = 240; rest > 0; rest -= 1) {
    if ((await read()) === wanted) return;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  expect(await read()).toBe(wanted);
}
