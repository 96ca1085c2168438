import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { findViolations } from './axe.ts';
import { isWithinWindow } from './browser.ts';

/** Expects a page without accessibility violations that fits into the window. Without script only the width can be checked. */
export async function expectSound(page: Page, isScripted = true): Promise<void> {
  if (isScripted) expect(await findViolations(page)).toEqual([]);
  expect(await isWithinWindow(page)).toBe(true);
}
