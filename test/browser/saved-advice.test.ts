import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { ACCOUNT_FEED_ADVICE_PATH } from '../../shared/rules/account/account-paths.ts';
import { createAccountActions } from './account-actions.ts';
import { isPageWithinWindow, launchBrowser, noTroubles, openPage, waitForAddress } from './browser.ts';
import { enlarge, findOverflows } from './customer-actions.ts';
import { expectAccessibleAtWidths } from './expect-accessible.ts';
import { itWithAndWithoutScript } from './it-with-and-without-script.ts';

const dutchAccountActions = createAccountActions('havero-nl.localhost', 'nl');
const { say, open } = dutchAccountActions;
const rationOwnerCredentials = { emailAddress: 'rantsoen@stal.example', password: 'Haverstro 12' };

/** Default variant ids: pellets, and a balancer. */
const [BASIS_VARIANT_ID, CORE_VARIANT_ID] = ['1011', '1026'];

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
  await dutchAccountActions.createActiveAccount(rationOwnerCredentials);
});

afterAll(() => browser?.close());

/** Sends the form of the calculator for a horse, as a page with the form does. */
async function save(page: Page, horseName: string, product: string): Promise<void> {
  // The page of the previous ration looks the same, so the test waits for the new document.
  const whenLoaded = page.waitForEvent('domcontentloaded');
  await page.evaluate(
    ({ path, fields }) => {
      const token = document.querySelector<HTMLInputElement>('input[name="formToken"]')?.value ?? '';
      const form = document.createElement('form');
      form.method = 'post';
      form.action = path;
      for (const [name, value] of Object.entries({ ...fields, formToken: token })) {
        const input = document.createElement('input');
        [input.type, input.name, input.value] = ['hidden', name, value];
        form.append(input);
      }
      document.body.append(form);
      form.submit();
    },
    {
      path: ACCOUNT_FEED_ADVICE_PATH,
      fields: {
        form: 'advice-save',
        horseName,
        type: 'horse',
        weight: '600',
        work: 'light',
        roughage: 'hay',
        product,
      },
    },
  );
  await whenLoaded;
  await page.getByText(say('savedAdvice.saved')).waitFor();
}

itWithAndWithoutScript(
  'plain',
  'saved rations of a horse are viewed, added to the cart and deleted',
  async ({ isScripted, width }) => {
    const { page, troubles, close } = await openPage(browser, { width, isScripted: true });
    await dutchAccountActions.giveSession(page.context(), rationOwnerCredentials);
    await open(page, ACCOUNT_FEED_ADVICE_PATH, true);
    const name = `Bella ${width}`;
    await save(page, name, BASIS_VARIANT_ID);
    await save(page, name.toUpperCase(), CORE_VARIANT_ID);
    expect(troubles).toEqual(noTroubles);
    const cookies = await page.context().cookies();
    await close();

    const other = await openPage(browser, { width, isScripted });
    await other.context.addCookies(cookies);
    const shown = other.page;
    await open(shown, ACCOUNT_FEED_ADVICE_PATH, isScripted);
    const horse = shown.getByRole('region', { name });
    await horse.getByRole('table').waitFor();
    // Both products together: 400 g and 300 g a meal, of at most 2400 g.
    await horse.getByText(/^700\sg van maximaal 2\.400\sg$/).waitFor();
    const ration = horse.getByRole('listitem').filter({ hasText: 'Terno Basis' });
    await ration.getByRole('button', { name: /^2 verpakkingen/ }).click();
    if (isScripted)
      await shown.locator('dialog#mini-cart[open]').getByText('Terno Basis Brok').first().waitFor();
    else await waitForAddress(shown, dutchAccountActions.getUrl('/winkelwagen/'));
    expect(await isPageWithinWindow(shown)).toBe(true);

    await open(shown, ACCOUNT_FEED_ADVICE_PATH, isScripted);
    await horse
      .getByRole('button', { name: new RegExp(`^${say('savedAdvice.delete')} Terno Basis`) })
      .click();
    await shown.getByText(say('savedAdvice.deleted')).waitFor();
    expect(await horse.getByRole('listitem').filter({ hasText: 'Terno Basis' }).count()).toBe(0);
    if (isScripted) expect(other.troubles).toEqual(noTroubles);
    await other.close();
  },
);

it('saved rations are accessible at every width, also with large text', async () => {
  const { page, troubles, close } = await openPage(browser, { width: 390 });
  await dutchAccountActions.giveSession(page.context(), rationOwnerCredentials);
  await open(page, ACCOUNT_FEED_ADVICE_PATH, true);
  await save(page, 'Een paard met een lange naam', BASIS_VARIANT_ID);
  await expectAccessibleAtWidths(page);
  expect(troubles).toEqual(noTroubles);
  await enlarge(page);
  expect(await findOverflows(page)).toEqual([]);
  await close();
});
