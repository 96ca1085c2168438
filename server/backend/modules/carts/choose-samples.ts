import type { CartLine } from './queries.ts';

type Sampled = Pick<CartLine, 'samples'>;

/** New samples of a line, without names, after those that it has. */
export function createSamples(
  { samples }: Sampled,
  wanted: number,
): { readonly sequence: number; readonly sampleName: null }[] {
  const last = Math.max(0, ...samples.map(({ sequence }) => sequence));
  return Array.from({ length: wanted }, (_none, index) => ({ sequence: last + 1 + index, sampleName: null }));
}

/** Which samples go when a line has so many pieces less: those without a name first, each time from the end. */
export function chooseDropped({ samples }: Sampled, pieces: number): number[] {
  const fromEnd = samples.toReversed();
  const unnamed = fromEnd.filter(({ sampleName }) => sampleName === null);
  const named = fromEnd.filter(({ sampleName }) => sampleName !== null);
  return [...unnamed, ...named].slice(0, pieces).map(({ sequence }) => sequence);
}
