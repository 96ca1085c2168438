import { it } from '@jest/globals';
import { isLongTestRun } from '../fixtures/test-case-sampling.ts';
import { WIDTHS } from './browser.ts';

/** Mode in which a test opens its pages. */
export interface ScriptMode {
  readonly isScripted: boolean;
  readonly width: number;
}

const scriptModes = {
  scripted: ['with script, on a phone', { isScripted: true, width: WIDTHS[0] }],
  plain: ['without script', { isScripted: false, width: WIDTHS[1] }],
} as const satisfies Record<string, readonly [how: string, way: ScriptMode]>;

/**
 * Registers a test of behaviour that works with and without script: one mode in the short form, both in the
 * long form. A test that checks the accessibility of pages which no other test checks runs with script; about
 * half of the others run without.
 */
export function itWithAndWithoutScript(
  inShortForm: keyof typeof scriptModes,
  name: string,
  run: (way: ScriptMode) => Promise<void>,
): void {
  for (const [key, [how, way]] of Object.entries(scriptModes)) {
    if (isLongTestRun || key === inShortForm) it(`${name} ${how}`, () => run(way));
  }
}
