import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { findViolations } from './axe.ts';
import { isWithinWindow } from './browser.ts';

/** Nothing on a page of the keeper keeps anybody out. */
export async function expectUsable(page: Page): Promise<void> {
  expect(await findViolations(page)).toEqual([]);
  expect(await isWithinWindow(page)).toBe(true);
}
