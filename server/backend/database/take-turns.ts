/**
 * Does work again and again, one at a time. Who asks while it is done gets the next one, together with all others who do: what is
 * being done may have missed what was committed since it began.
 */
export function takeTurns<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | null = null;
  return () => {
    next ??= running.then(() => {
      next = null;
      const begun = work();
      // A failure is told to those who asked for it; the next turn begins all the same.
      running = begun.catch(() => {});
      return begun;
    });
    return next;
  };
}
