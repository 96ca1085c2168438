import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { findViolations } from './axe.ts';
import {
  isPageWithinWindow,
  launchBrowser,
  noTroubles,
  openPage,
  visit,
  waitForHydration,
} from './browser.ts';
import { tabTo } from './customer-actions.ts';
import { itWithAndWithoutScript } from './it-with-and-without-script.ts';
import { readMessages } from './sample-texts.ts';
import { getShopUrl } from './shop-client.ts';
import { waitForMail } from './shop-mails.ts';

const host = 'hafero-de.localhost';
const germanMessages = readMessages('de');

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(() => browser?.close());

function findMailedLink(mail: string, page: 'confirm' | 'unsubscribe'): string {
  const found = new RegExp(`http://\\S+/newsletter/${page}/\\?token=[\\w-]+`).exec(mail);
  if (!found) throw new Error(`The mail has no link to ${page}`);
  return found[0];
}

describe('the newsletter', () => {
  const name = 'is asked for at the foot of a page, confirmed and ended by keyboard';
  itWithAndWithoutScript('scripted', name, async ({ isScripted, width }) => {
    const { page, troubles, close } = await openPage(browser, { width, isScripted });
    const policies: (string | undefined)[] = [];
    page.on('response', (answer) => {
      if (answer.url().includes('token=')) policies.push(answer.headers()['referrer-policy']);
    });
    const isSound = async () => {
      expect(await isPageWithinWindow(page)).toBe(true);
      if (isScripted) expect(await findViolations(page)).toEqual([]);
    };
    const open = async (url: string) => {
      await visit(page, url);
      if (isScripted) await waitForHydration(page);
    };
    const press = async (key: string) => {
      await tabTo(
        page,
        page.getByRole('main').getByRole('button', { name: germanMessages[key]!, exact: true }),
      );
      await page.keyboard.press('Enter');
    };
    const recipient = `brief-${width}@stall.example`;

    await open(getShopUrl(host, '/media/'));
    // Without script the form leads to the newsletter page, which shows the error and accepts the correction.
    const foot = page.getByRole('contentinfo').getByLabel(germanMessages['service.email']!, { exact: true });
    await foot.fill('brief');
    await page.keyboard.press('Enter');
    await page.getByText(germanMessages['form.emailFormat']!).first().waitFor();
    const field = isScripted
      ? foot
      : page.getByRole('main').getByLabel(germanMessages['service.email']!, { exact: true });
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    expect(await field.inputValue()).toBe('brief');
    await isSound();
    await field.fill(recipient);
    await page.keyboard.press('Enter');
    await page.getByText(germanMessages['newsletter.done']!).waitFor();
    await isSound();

    const confirm = findMailedLink(await waitForMail(recipient), 'confirm');
    await open(confirm);
    await isSound();
    // Opening the link does not confirm yet, because mail scanners open it, too.
    expect(await page.getByText(germanMessages['newsletter.confirmDone']!).count()).toBe(0);
    await press('newsletter.confirmButton');
    await page.getByText(germanMessages['newsletter.confirmDone']!).waitFor();
    await isSound();
    await open(confirm.replace('/confirm/', '/unsubscribe/'));
    await press('newsletter.endButton');
    await page.getByText(germanMessages['newsletter.endDone']!).waitFor();
    await isSound();
    await open(confirm);
    await press('newsletter.confirmButton');
    await page.getByText(germanMessages['newsletter.expired']!).waitFor();
    await isSound();

    expect(policies.length).toBeGreaterThanOrEqual(3);
    expect(new Set(policies)).toEqual(new Set(['no-referrer']));
    // The browser logs the responses with status 422 and 410.
    expect({ ...troubles, console: [], responses: [] }).toEqual(noTroubles);
    await close();
  });
});
