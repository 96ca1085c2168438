import { expect, it } from '@jest/globals';
import { samplePlaces } from '../fixtures/sample-places.ts';
import { WIDTHS } from './browser.ts';

/** Widths that the short form has taken so far, by test file. */
const taken = new Map<string, number>();

/** The next width of a test file in the short form, a phone or a desktop in turn; in the long form both. */
export function nextWidths(): readonly number[] {
  const { testPath = '' } = expect.getState();
  const index = taken.get(testPath) ?? 0;
  taken.set(testPath, index + 1);
  return samplePlaces(WIDTHS, index);
}

/**
 * Registers a test of behaviour for a phone or a desktop, alternating from test to test; in the long form for both. What a page looks
 * like is checked by `expectSoundAtWidths`, and the journeys run at both.
 */
export function itAtWidths(name: string, run: (width: number) => Promise<void>): void {
  for (const width of nextWidths()) it(`${name} (${width} px)`, () => run(width));
}
