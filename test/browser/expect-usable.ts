import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { findViolations } from './axe.ts';
import { isTooWide } from './keeper-browser.ts';

/** Nothing on a page of the keeper keeps anybody out. */
export async function expectUsable(page: Page): Promise<void> {
  expect(await findViolations(page)).toEqual([]);
  expect(await page.evaluate(isTooWide)).toBe(false);
}
