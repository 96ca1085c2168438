import { expect, it } from '@jest/globals';
import { selectRotatedTestCases } from '../fixtures/test-case-sampling.ts';
import { WIDTHS } from './browser.ts';

/** Number of widths that the short form has used so far, by test file. */
const usedWidthCountsByFile = new Map<string, number>();

/**
 * Returns the next width of a test file in the short form, alternating phone and desktop; in the long form
 * both.
 */
export function takeNextWidths(): readonly number[] {
  const { testPath = '' } = expect.getState();
  const index = usedWidthCountsByFile.get(testPath) ?? 0;
  usedWidthCountsByFile.set(testPath, index + 1);
  return selectRotatedTestCases(WIDTHS, index);
}

/**
 * Registers a test of behaviour for a phone or a desktop, alternating between tests; in the long form for
 * both. The layout of a page is checked by `expectAccessibleAtWidths`, and the journeys run at both widths.
 */
export function itAtWidths(name: string, run: (width: number) => Promise<void>): void {
  for (const width of takeNextWidths()) it(`${name} (${width} px)`, () => run(width));
}
