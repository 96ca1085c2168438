import { it } from '@jest/globals';
import { samplePlaces } from '../fixtures/sample-places.ts';
import { WIDTHS } from './browser.ts';

let registered = 0;

/**
 * Registers a test of behaviour for a phone or a desktop, alternating from test to test; in the long form for both. What a page looks
 * like is checked at both widths by `expectSoundAtWidths`, and the journeys run at both.
 */
export function itAtWidths(name: string, run: (width: number) => Promise<void>): void {
  for (const width of samplePlaces(WIDTHS, registered)) it(`${name} (${width} px)`, () => run(width));
  registered += 1;
}
