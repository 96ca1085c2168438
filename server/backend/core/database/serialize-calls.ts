/**
 * Serializes repeated work. Calls during a run share one further run, because the present run may miss data
 * committed since it started.
 */
export function serializeCalls<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | null = null;
  return () => {
    next ??= running.then(() => {
      next = null;
      const started = work();
      // A failure is reported to its callers. The next run starts regardless.
      running = started.catch(() => {});
      return started;
    });
    return next;
  };
}
