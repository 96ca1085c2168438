/** Milliseconds of work after which other requests get a turn. */
const MAX_BLOCKING_MS = 8;

/** Returns a function that yields to other work after a while. */
export function createPeriodicYield(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < MAX_BLOCKING_MS) return;
    await new Promise<void>((resolve) => setImmediate(resolve));
    since = performance.now();
  };
}
