import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Locator, Page } from 'playwright-core';
import { launchBrowser, openPage, visit, waitForFocus } from './browser.ts';
import { expectAccessibleAtWidths } from './expect-accessible.ts';
import { expectEventually } from './expect-eventually.ts';
import { getAdminUrl, openAdminPage } from './open-admin-page.ts';
import { getShopUrl } from './shop-client.ts';

/** The menu of the corporate site: no other test sees its changes. */
const CORPORATE_MENU_PATH = '/texts/entries/group/nl';
const HOST = 'nl.havero-corporate.localhost';
/** A page that is in the menu, and a page that is not. */
const PAGE_OUTSIDE_MENU = 'roughage-tests';
const PAGE_IN_MENU = 'terms';
const MAX_TAB_STOPS = 120;

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(() => browser?.close());

/** Presses Tab until an element has the focus. */
async function focusByTab(page: Page, wanted: Locator): Promise<void> {
  for (let stops = 0; stops < MAX_TAB_STOPS; stops += 1) {
    await page.keyboard.press('Tab');
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`The keyboard focus does not reach ${wanted}`);
}

/** Presses Enter on the focused element, and waits for the page that it leads to. */
async function press(page: Page): Promise<void> {
  const loaded = page.waitForEvent('load');
  await page.keyboard.press('Enter');
  await loaded;
}

/**
 * Returns the form of an operation. The page with the result may move the focus to it after it has loaded.
 */

const locateOperationForm = (page: Page, operation: string) =>
  page.locator(`form[action="/admin/do/${operation}"]`);

/** Moves the caret to the beginning of a line of the focused field. */
async function moveCaretToLine(page: Page, line: number): Promise<void> {
  await page.keyboard.press('Control+Home');
  for (let at = 0; at < line; at += 1) await page.keyboard.press('ArrowDown');
}

/** Deletes the line of the caret, including its line break. */
async function deleteCurrentLine(page: Page): Promise<void> {
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Delete');
}

describe('a menu, edited with the keyboard only', () => {
  it('loses an entry, gets another, which is moved up, and is restored', async () => {
    const admin = await openAdminPage(browser, 'menus', { width: 1440, isScripted: true });
    const { page } = admin;
    const visitor = await openPage(browser, { width: 1440, isScripted: false });
    const readMenu = async () => {
      await visit(visitor.page, getShopUrl(HOST, '/'));
      return (await visitor.page.locator('header nav [data-root]').allTextContents())
        .map((label) => label.trim())
        .join('\n');
    };
    const readLines = async () => (await entries.inputValue()).split('\n');
    const entries = locateOperationForm(page, 'text.save').locator('[name=entries]');
    const save = async () => {
      await focusByTab(page, locateOperationForm(page, 'text.save').getByRole('button'));
      await press(page);
    };
    const label = 'Zq entry';
    const before = await readMenu();

    await page.goto(getAdminUrl('/texts?kind=entries'));
    await expectAccessibleAtWidths(page);
    await focusByTab(page, page.locator(`main tbody a[href="/admin${CORPORATE_MENU_PATH}"]`).first());
    await press(page);
    await expectAccessibleAtWidths(page);
    const lines = await readLines();

    // Removes a line.
    await focusByTab(page, entries);
    await moveCaretToLine(page, lines.indexOf(PAGE_OUTSIDE_MENU));
    await deleteCurrentLine(page);
    const rest = lines.filter((line) => line !== PAGE_OUTSIDE_MENU);
    expect(await readLines()).toEqual(rest);
    await save();
    await waitForFocus(page.locator('.notice'));
    await expectAccessibleAtWidths(page);

    // The list of possible targets accepts typed text.
    const add = locateOperationForm(page, 'entry.add');
    await focusByTab(page, add.locator('[name=entry]'));
    const choice = add.locator(`[name=entry] option[value="${PAGE_IN_MENU}"]`);
    await page.keyboard.type(((await choice.textContent()) ?? '').split(' ')[0] ?? '');
    expect(await add.locator('[name=entry]').inputValue()).toBe(PAGE_IN_MENU);
    await focusByTab(page, add.locator('[name=label]'));
    await page.keyboard.type(label);
    await focusByTab(page, add.getByRole('button'));
    await press(page);
    await waitForFocus(page.locator('.notice'));
    expect(await readLines()).toEqual([...rest, PAGE_IN_MENU]);

    // Moves the last line to the second place.
    await focusByTab(page, entries);
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Shift+Home');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Backspace');
    await moveCaretToLine(page, 1);
    await page.keyboard.type(`${PAGE_IN_MENU}\n`);
    const moved = rest.toSpliced(1, 0, PAGE_IN_MENU);
    expect(await readLines()).toEqual(moved);
    await save();
    await waitForFocus(page.locator('.notice'));
    const shown = before.split('\n').toSpliced(lines.indexOf(PAGE_OUTSIDE_MENU), 1).toSpliced(1, 0, label);
    await expectEventually(readMenu, shown.join('\n'));

    // A duplicate entry is refused, and the input remains.
    await focusByTab(page, entries);
    await page.keyboard.press('Control+End');
    await page.keyboard.type(`\n${PAGE_IN_MENU}`);
    await save();
    await waitForFocus(entries);
    const reason = page.locator(`#${await entries.getAttribute('aria-describedby')}`);
    expect(await reason.textContent()).toContain(`${PAGE_IN_MENU} is listed twice`);
    expect(await readLines()).toEqual([...moved, PAGE_IN_MENU]);
    await expectAccessibleAtWidths(page);
    await page.goto(getAdminUrl(CORPORATE_MENU_PATH));

    // Each version links to the menu before it; the third version from above is the one before the removal.
    const versions = page.locator('main a[href^="/admin/texts/versions/"]');
    await focusByTab(page, versions.nth(2));
    await press(page);
    const wayBack = locateOperationForm(page, 'text.restore').filter({ has: page.locator('[value=before]') });
    await expectAccessibleAtWidths(page);
    await focusByTab(page, wayBack.getByRole('button'));
    await press(page);
    await waitForFocus(page.locator('.notice'));
    expect(await readLines()).toEqual(lines);
    await expectEventually(readMenu, before);
    expect(admin.troubles.errors).toEqual([]);
    await admin.close();
    await visitor.close();
  });
});
