import type { CartLine } from './queries.ts';

type LineWithSamples = Pick<CartLine, 'samples'>;

/** Returns new samples for a line, without names, numbered after the existing ones. */
export function createSamples(
  { samples }: LineWithSamples,
  wanted: number,
): { readonly sequence: number; readonly sampleName: null }[] {
  const last = Math.max(0, ...samples.map(({ sequence }) => sequence));
  return Array.from({ length: wanted }, (_none, index) => ({ sequence: last + 1 + index, sampleName: null }));
}

/**
 * Returns the samples to drop when the quantity of a line is reduced by a number of pieces: those without a
 * name first, each time from the end.
 */
export function chooseRoughageSamplesToRemove({ samples }: LineWithSamples, reduction: number): number[] {
  const fromEnd = samples.toReversed();
  const unnamedSamples = fromEnd.filter(({ sampleName }) => sampleName === null);
  const namedSamples = fromEnd.filter(({ sampleName }) => sampleName !== null);
  return [...unnamedSamples, ...namedSamples].slice(0, reduction).map(({ sequence }) => sequence);
}
