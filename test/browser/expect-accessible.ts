import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { findViolations } from './axe.ts';
import { isPageWithinWindow, setWindowWidth, WIDTHS } from './browser.ts';
import { takeNextWidths } from './it-at-widths.ts';

/**
 * Expects a page without accessibility violations that fits the window. Without script, only the width is
 * checked.
 */
export async function expectAccessible(page: Page, isScripted = true): Promise<void> {
  if (isScripted) expect(await findViolations(page)).toEqual([]);
  expect(await isPageWithinWindow(page)).toBe(true);
}

/**
 * Checks a page with script at each width, and restores the original width. The short form checks
 * accessibility at one width per call, alternating: a page whose layout depends on the width is checked
 * twice, or another page of its template is.
 *
 * @param part selector of the part that is checked for accessibility; without it, the whole page
 */
export async function expectAccessibleAtWidths(page: Page, part?: string): Promise<void> {
  const { width: ownWidth } = page.viewportSize() ?? { width: WIDTHS[0] };
  const checkedWidths = takeNextWidths();
  for (const width of WIDTHS) {
    await setWindowWidth(page, width);
    if (checkedWidths.includes(width)) {
      expect({ width, violations: await findViolations(page, part) }).toEqual({ width, violations: [] });
    }
    expect({ width, isWithin: await isPageWithinWindow(page) }).toEqual({ width, isWithin: true });
  }
  await setWindowWidth(page, ownWidth);
}
