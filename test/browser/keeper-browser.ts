import { TOTP } from 'otpauth';
import type { Browser } from 'playwright-core';
import { type OpenedPage, openPage } from './browser.ts';
import { runShopCommand } from './shop-command.ts';

const PASSWORD = 'a long word for stables';

/** Where the keeper's pages of the shop under test are: 'http://127.0.0.1:1234/keeper'. */
export const getKeeperUrl = (path = '/'): string =>
  `http://127.0.0.1:${process.env.SHOP_TEST_BACKEND_ADMIN_PORT}/keeper${path}`;

/** The figures that an app of a person shows `ms` from now. */
const showFigures = (secret: string, ms: number): string =>
  new TOTP({ secret, digits: 6, period: 30 }).generate({ timestamp: Date.now() + ms });

/**
 * Takes somebody in by command, has them choose a password and sign in by the pages, as a person does.
 *
 * @param name of letters that no other test takes
 */
export async function openKeeperPage(
  browser: Browser,
  name: string,
  options: Parameters<typeof openPage>[1] = {},
): Promise<OpenedPage> {
  const opened = await openPage(browser, { isScripted: false, ...options });
  const { page } = opened;
  // The tests name what they press in English.
  await page.setExtraHTTPHeaders({ 'accept-language': 'en' });
  const said = await runShopCommand('keeper', ['add', name]);
  await page.goto(getKeeperUrl('/enrol'));
  await page.fill('#code', said.trim().split('\n').at(-1) ?? '');
  await page.click('main button');
  const secret = (await page.locator('main code').textContent()) ?? '';
  await page.fill('#password', PASSWORD);
  // A code can be used once, half a minute early or late: that of now, then that of half a minute later.
  // So neither is too old where the half minute ends between the reading and the sending.
  await page.fill('#figures', showFigures(secret, 0));
  await page.click('main button');
  const refusal = page.locator('main [role=alert]');
  await page.locator('#name').or(refusal).first().waitFor();
  if ((await refusal.count()) > 0)
    throw new Error(`${name} could not choose a password: ${await page.textContent('main')}`);
  await page.fill('#name', name);
  await page.fill('#password', PASSWORD);
  await page.fill('#figures', showFigures(secret, 30_000));
  await page.click('main button');
  const signOut = page.locator('form[action="/keeper/sign-out"]');
  await signOut.or(refusal).first().waitFor({ state: 'attached' });
  if ((await signOut.count()) === 0)
    throw new Error(`${name} could not sign in: ${await page.textContent('main')}`);
  // A profile may have languages of its own that come first, whatever the headers say.
  if ((await page.getAttribute('html', 'lang')) !== 'en') {
    await page.selectOption('#language', 'en');
    await page.click('form[action="/keeper/language"] button');
    await page.locator('html[lang=en]').waitFor({ state: 'attached' });
  }
  return opened;
}
