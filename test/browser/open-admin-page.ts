import { TOTP } from 'otpauth';
import type { Browser } from 'playwright-core';
import { type OpenedPage, openPage } from './browser.ts';
import { runShopCommand } from './shop-command.ts';

const STAFF_PASSWORD = 'a long word for stables';

/** Address of the back office of the shop under test: 'http://127.0.0.1:1234/admin'. */
export const getAdminUrl = (path = '/'): string =>
  `http://127.0.0.1:${process.env.SHOP_TEST_BACKEND_ADMIN_PORT}/admin${path}`;

/** Returns the code that an authenticator app shows `ms` from now. */
const createAuthenticatorCode = (secret: string, ms: number): string =>
  new TOTP({ secret, digits: 6, period: 30 }).generate({ timestamp: Date.now() + ms });

/**
 * Adds a staff member by command, chooses a password and signs in on the pages, as a person does.
 *
 * @param name in letters; no other test may use it
 */
export async function openAdminPage(
  browser: Browser,
  name: string,
  options: Parameters<typeof openPage>[1] = {},
): Promise<OpenedPage> {
  const opened = await openPage(browser, { isScripted: false, ...options });
  const { page } = opened;
  // The tests refer to buttons by their English labels.
  await page.setExtraHTTPHeaders({ 'accept-language': 'en' });
  const said = await runShopCommand('admin', ['add', name]);
  await page.goto(getAdminUrl('/enrol'));
  await page.fill('#code', said.trim().split('\n').at(-1) ?? '');
  await page.click('main button');
  const secret = (await page.locator('main code').textContent()) ?? '';
  await page.fill('#password', STAFF_PASSWORD);
  // A code is accepted once, up to half a minute early or late. Uses the current code first, then the next
  // one. So neither is too old if the half minute ends between reading and sending.
  await page.fill('#figures', createAuthenticatorCode(secret, 0));
  await page.click('main button');
  const refusal = page.locator('main [role=alert]');
  await page.locator('#name').or(refusal).first().waitFor();
  if ((await refusal.count()) > 0)
    throw new Error(`${name} could not choose a password: ${await page.textContent('main')}`);
  await page.fill('#name', name);
  await page.fill('#password', STAFF_PASSWORD);
  await page.fill('#figures', createAuthenticatorCode(secret, 30_000));
  await page.click('main button');
  const signOut = page.locator('form[action="/admin/sign-out"]');
  await signOut.or(refusal).first().waitFor({ state: 'attached' });
  if ((await signOut.count()) === 0)
    throw new Error(`${name} could not sign in: ${await page.textContent('main')}`);
  // A browser profile may have its own preferred languages, which override the header.
  if ((await page.getAttribute('html', 'lang')) !== 'en') {
    await page.selectOption('#language', 'en');
    await page.click('form[action="/admin/language"] button');
    await page.locator('html[lang=en]').waitFor({ state: 'attached' });
  }
  return opened;
}
