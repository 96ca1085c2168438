/** Random numbers that are the same for the same seed. */
export interface Random {
  /** Returns an integer from 0 to below `end`. */
  below(end: number): number;
  /** Returns true with the given probability. @param share from 0 to 1 */
  isOften(share: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** Creates an independent generator, so that the use of one does not change the numbers of another. */
  fork(): Random;
}

/** Creates a generator (mulberry32). */
export function createSeededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (end: number): number => Math.floor(next() * end);
  return {
    below,
    isOften: (share) => next() < share,
    pick: <T>(list: readonly T[]): T => list[below(list.length)]!,
    fork: () => createSeededRandom(below(4_294_967_295)),
  };
}
