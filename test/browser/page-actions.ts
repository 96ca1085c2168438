import { expect } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';

/** Returns the first visible match. */
export const seen = (locator: Locator): Locator => locator.filter({ visible: true }).first();

/**
 * Follows a link of the menu: a bar whose entries open panels, or a drawer behind a button, depending on the
 * width.
 */
export async function followMenuLink(page: Page, href: string, isScripted: boolean): Promise<void> {
  const links = page.locator('header, dialog').locator(`a[href="${href}"]`);
  if ((await links.filter({ visible: true }).count()) === 0)
    await openDialogContaining(page, page.locator(`a[href="${href}"]`));
  const link = seen(links);
  const isPanelTrigger = isScripted && (await link.getAttribute('aria-expanded')) !== null;
  await link.click();
  if (isPanelTrigger) await seen(page.locator(`[data-panel] a[href="${href}"]`)).click();
}

export async function openDialogContaining(page: Page, content: Locator): Promise<void> {
  const id = await page.locator('dialog').filter({ has: content }).first().getAttribute('id');
  const opener = page.locator(`button[popovertarget="${id}"]`);
  if ((await opener.filter({ visible: true }).count()) === 0) await openDialogContaining(page, opener);
  await seen(opener).click();
}

export async function expectHeading(page: Page, name: string): Promise<void> {
  await page.locator('h1').filter({ hasText: name }).waitFor();
  expect(await page.locator('h1').count()).toBe(1);
}

export const readScrollTop = (page: Page): Promise<number> => page.evaluate(() => Math.round(window.scrollY));
