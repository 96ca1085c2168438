import type { CartLine } from './queries.ts';

type Sampled = Pick<CartLine, 'samples'>;

/** Returns new samples for a line, without names, numbered after the existing ones. */
export function createSamples(
  { samples }: Sampled,
  wanted: number,
): { readonly sequence: number; readonly sampleName: null }[] {
  const last = Math.max(0, ...samples.map(({ sequence }) => sequence));
  return Array.from({ length: wanted }, (_none, index) => ({ sequence: last + 1 + index, sampleName: null }));
}

/**
 * Returns the samples to drop when the quantity of a line is reduced by a number of pieces: those without a
 * name first, each time from the end.
 */
export function chooseDropped({ samples }: Sampled, pieces: number): number[] {
  const fromEnd = samples.toReversed();
  const unnamed = fromEnd.filter(({ sampleName }) => sampleName === null);
  const named = fromEnd.filter(({ sampleName }) => sampleName !== null);
  return [...unnamed, ...named].slice(0, pieces).map(({ sequence }) => sequence);
}
