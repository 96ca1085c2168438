import { afterAll, beforeAll, expect } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import {
  ACCOUNT_FEED_ADVICE_PATH,
  ACCOUNT_RQS_RESULTS_PATH,
} from '../../shared/rules/account/account-paths.ts';
import { DAY_MS } from '../../shared/rules/durations.ts';
import { formatLabCsv, rqsColumns } from '../../shared/rules/lab-files.ts';
import { isLongTestRun } from '../fixtures/test-case-sampling.ts';
import { createAccountActions } from './account-actions.ts';
import { findViolations } from './axe.ts';
import {
  isPageWithinWindow,
  launchBrowser,
  noTroubles,
  openPage,
  visit,
  waitForHydration,
} from './browser.ts';
import { marit } from './customer-actions.ts';
import { expectAccessibleAtWidths } from './expect-accessible.ts';
import { itWithAndWithoutScript } from './it-with-and-without-script.ts';
import { printPage } from './print-page.ts';
import { importLabFile } from './shop-command.ts';
import { waitForMail } from './shop-mails.ts';

const dutchAccountActions = createAccountActions('havero-nl.localhost', 'nl');
const { say, open, press } = dutchAccountActions;

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(() => browser?.close());

/** Returns the sample number of the signed-in customer. */
async function fetchSampleNumber(page: Page): Promise<string> {
  const { body } = await dutchAccountActions.fetchAs(page.context(), '/api/rqs-results');
  const [row]: { sampleNumber: string }[] = JSON.parse(body);
  return row?.sampleNumber ?? '';
}

/** Returns an earlier day in the date format of laboratory files. A result is used for a year. */
const getDateDaysAgo = (days: number): string =>
  new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

/** Creates a laboratory file for ordinary hay with the given energy (MJ per kg dry matter). */
const createLabFile = (sampleNumber: string, energyDE: number) =>
  formatLabCsv(rqsColumns, [
    {
      sampleNumber,
      type: 'hay',
      receiptDate: getDateDaysAgo(24),
      resultDate: getDateDaysAgo(20),
      dryMatterPct: 86,
      moisturePct: 14,
      crudeProtein: 88,
      sugar: 98,
      crudeFibre: 302,
      energyDE,
      energyEWpa: Math.floor(energyDE * 6.8 + 0.5) / 100,
    },
  ]);

/** Expects the page to be accessible and to fit at three widths. */
async function expectAccessible(page: Page, isScripted: boolean): Promise<void> {
  const before = page.viewportSize();
  for (const width of [360, 390, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    expect(await isPageWithinWindow(page)).toBe(true);
    // Axe is a script. A slightly narrower phone differs by its width only.
    if (isScripted && isLongTestRun) expect(await findViolations(page)).toEqual([]);
  }
  if (isScripted && !isLongTestRun) await expectAccessibleAtWidths(page);
  if (before) await page.setViewportSize(before);
}

/** Expects a report to be printed on one A4 sheet, without the navigation around it. */
async function expectOnePrintedPage(page: Page, what: string): Promise<void> {
  const { pages, text, size } = await printPage(page);
  expect(size).toEqual([210, 297]);
  expect(pages).toBe(1);
  expect(text).toContain(what);
  expect(text).not.toContain(say('labReport.print'));
}

itWithAndWithoutScript(
  'scripted',
  'a test is bought, its result is read, used for a ration, and corrected',
  async (options) => {
    const { isScripted } = options;
    const owner = { emailAddress: `hooi-${options.width}@stal.example`, password: 'Haverstro 12' };
    await dutchAccountActions.createActiveAccount(owner);
    const { page, troubles, close } = await openPage(browser, options);
    await dutchAccountActions.giveSession(page.context(), owner);

    await dutchAccountActions.putIntoCart(page, 'rqs-basic', isScripted);
    await page.getByRole('textbox', { name: say('cart.sampleName') }).fill('Voorste hooizolder');
    await press(page, 'cart.sampleSave');
    await page.getByText(say('cart.samplesSaved')).first().waitFor({ state: 'attached' });
    await dutchAccountActions.openPayment(page, { ...marit, emailAddress: owner.emailAddress }, isScripted);
    await dutchAccountActions.order(page, 'iDEAL | Wero');
    await dutchAccountActions.decideAtBank(page, 'approve');
    await dutchAccountActions.waitForThanks(page, marit.firstName);

    await open(page, ACCOUNT_RQS_RESULTS_PATH, isScripted);
    await page.getByText('Voorste hooizolder').waitFor();
    await page.getByText(say('rqsResults.ordered')).first().waitFor();
    await expectAccessible(page, isScripted);
    const sampleNumber = await fetchSampleNumber(page);
    expect(sampleNumber).toMatch(/^RQS-\d{4}-\d{5}$/);

    await importLabFile('results.csv', createLabFile(sampleNumber, 9.1));
    const result = /http:\/\/[^\s"<]+\/rqs\/[\w-]{43}\//;
    const [link = ''] = result.exec(await waitForMail(owner.emailAddress, result)) ?? [];
    await visit(page, link);
    if (isScripted) await waitForHydration(page);
    await dutchAccountActions.waitForTitle(page, 'Voorste hooizolder');
    await expectAccessible(page, isScripted);
    await expectOnePrintedPage(page, sampleNumber);

    // Creating a new link shows a confirmation, which gets the focus with script.
    const former = page.url();
    await page.getByText(say('labReport.replace'), { exact: true }).click();
    await press(page, 'labReport.replaceButton');
    await page.getByText(say('labReport.replaced')).waitFor();
    expect(page.url()).toMatch(/\/rqs\/[\w-]{43}\/$/);
    expect(page.url()).not.toBe(former);
    if (isScripted) {
      await page.waitForFunction(() => document.activeElement?.hasAttribute('data-form-notice'));
    }
    expect((await dutchAccountActions.fetchAs(page.context(), new URL(link).pathname)).status).toBe(404);

    // One tap opens the advice, and another step saves the ration.
    await page.getByRole('link', { name: say('labReport.useInAdvice') }).click();
    await page.waitForURL(/\/voeradvies\/\?rqs=/);
    if (isScripted) await waitForHydration(page);
    await page
      .locator('main form')
      .first()
      .getByRole('button', { name: say('feedAdvice.show') })
      .last()
      .click();
    const name = page.getByRole('textbox', { name: say('feedAdvice.horseName') });
    await name.fill('Bella');
    await expectAccessible(page, isScripted);
    await name.press('Enter');
    await page.getByText(say('savedAdvice.saved')).first().waitFor();

    await importLabFile('correction.csv', createLabFile(sampleNumber, 8.2));
    await waitForMail(owner.emailAddress, new RegExp(ACCOUNT_FEED_ADVICE_PATH));
    await open(page, ACCOUNT_FEED_ADVICE_PATH, isScripted);
    await page.getByText(say('savedAdvice.new')).first().waitFor();
    await expectAccessible(page, isScripted);
    await page.locator('form[data-add-to-cart]').first().getByRole('button').click();
    await (isScripted
      ? page.getByText(say('add.done')).first().waitFor({ state: 'attached' })
      : page.getByText(say('cart.title')).first().waitFor());
    if (isScripted) expect(troubles).toEqual(noTroubles);
    await close();
  },
);
