import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { findViolations } from '../axe.ts';
import { launchBrowser, noTroubles, openPage, visit, waitForHydration } from '../browser.ts';
import { readMessages, readSampleTexts } from '../sample-texts.ts';
import { fetchFromShop, getShopUrl } from '../shop-client.ts';

const host = 'hafero-de.localhost';
const germanMessages = readMessages('de');
const withdrawalPath = `/${readSampleTexts('de').pages.withdrawal!.urlSlug}/`;

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(() => browser?.close());

describe('a withdrawal', () => {
  it.each([
    ['in place with script, on a phone', { isScripted: true, width: 390 }],
    ['without script', { isScripted: false, width: 1440 }],
  ])('is typed, checked, confirmed and acknowledged %s', async (_how, { isScripted, width }) => {
    const { page, troubles, close } = await openPage(browser, { width, isScripted });
    const press = (key: string) =>
      page.getByRole('button', { name: germanMessages[key]!, exact: true }).click();
    await visit(page, getShopUrl(host, withdrawalPath));
    if (isScripted) await waitForHydration(page);
    await page.getByRole('heading', { name: 'Vertrag widerrufen' }).waitFor();
    const axe = async () => {
      if (isScripted) expect(await findViolations(page)).toEqual([]);
    };
    await axe();

    await page.getByLabel(germanMessages['withdrawal.name']!).fill('Anna <b>Stall</b>');
    await page.getByLabel(germanMessages['withdrawal.contract']!).fill('2026-000001');
    await page.getByLabel(germanMessages['withdrawal.email']!).fill('anna');
    await press('withdrawal.next');
    await page.getByText(germanMessages['form.emailFormat']!).last().waitFor();
    expect(await page.getByLabel(germanMessages['withdrawal.name']!).inputValue()).toBe('Anna <b>Stall</b>');
    await axe();

    await page.getByLabel(germanMessages['withdrawal.email']!).fill(`widerruf-${width}@stall.example`);
    await press('withdrawal.next');
    await page.getByText('Anna <b>Stall</b>').waitFor();
    await axe();
    await press('withdrawal.change');
    expect(await page.getByLabel(germanMessages['withdrawal.contract']!).inputValue()).toBe('2026-000001');
    await press('withdrawal.next');
    await press('withdrawal.confirm');
    const link = page.getByRole('link', { name: germanMessages['withdrawal.receipt']! });
    await link.waitFor();
    await axe();
    const receipt = await fetchFromShop(host, (await link.getAttribute('href')) ?? '');
    expect(receipt.status).toBe(200);
    expect(receipt.headers).toMatchObject({
      'content-type': 'application/pdf',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
    expect(receipt.headers['cache-control']).toContain('no-store');
    expect(receipt.body.slice(0, 5)).toBe('%PDF-');
    // Without script, an incomplete form is returned with status 422, which browsers log.
    if (isScripted) expect(troubles).toEqual(noTroubles);
    else expect(troubles.errors).toEqual([]);
    await close();
  });
});
