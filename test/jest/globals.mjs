// What test files import from '@jest/globals'; see `run-file.mjs`.
import { jestExpect } from '@jest/expect';
import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';

export { afterAll, afterEach, beforeAll, beforeEach, describe, it, test } from 'jest-circus';
export const expect = jestExpect;

const moduleMocker = new ModuleMocker(globalThis);
const timers = new ModernFakeTimers({ config: { fakeTimers: {} }, global: globalThis });

/**
 * Functions that are not faked: they are turns of the event loop, which React and Node's streams need with a
 * fake clock.
 */
const UNFAKED_FUNCTIONS = ['nextTick', 'queueMicrotask', 'setImmediate', 'clearImmediate'];

/** The `jest` object, without the functions that replace modules. */
export const jest = {
  fn: (implementation) => moduleMocker.fn(implementation),
  spyOn: (...args) => moduleMocker.spyOn(...args),
  clearAllMocks: () => moduleMocker.clearAllMocks(),
  restoreAllMocks: () => moduleMocker.restoreAllMocks(),
  useFakeTimers(options) {
    timers.useFakeTimers({ doNotFake: UNFAKED_FUNCTIONS, ...options });
    return jest;
  },
  useRealTimers() {
    timers.useRealTimers();
    return jest;
  },
  advanceTimersByTime: (ms) => timers.advanceTimersByTime(ms),
  advanceTimersByTimeAsync: (ms) => timers.advanceTimersByTimeAsync(ms),
  runAllTimers: () => timers.runAllTimers(),
  runOnlyPendingTimers: () => timers.runOnlyPendingTimers(),
};

// Testing Library reads this global to learn whether the clock is fake.
globalThis.jest = jest;
