/** Numbers that are the same for the same seed. */
export interface Random {
  /** A whole number from 0 to below it. */
  below(end: number): number;
  /** @param share from 0 to 1 */
  isOften(share: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** Numbers of its own, so that what one does changes nothing of what another gets. */
  fork(): Random;
}

/** Makes them (mulberry32). */
export function createRandom(seed: number): Random {
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
    fork: () => createRandom(below(4_294_967_295)),
  };
}
