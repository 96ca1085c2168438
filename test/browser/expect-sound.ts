import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { findViolations } from './axe.ts';
import { isWithinWindow, setWidth, WIDTHS } from './browser.ts';

/** Expects a page without accessibility violations that fits into the window. Without script only the width can be checked. */
export async function expectSound(page: Page, isScripted = true): Promise<void> {
  if (isScripted) expect(await findViolations(page)).toEqual([]);
  expect(await isWithinWindow(page)).toBe(true);
}

/** Expects a page with script to be sound at each of the two widths, and leaves it at the narrow one. */
export async function expectSoundAtWidths(page: Page): Promise<void> {
  for (const width of WIDTHS.toReversed()) {
    await setWidth(page, width);
    await expectSound(page);
  }
}
