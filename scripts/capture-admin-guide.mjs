// Takes the screenshots of docs/admin.md from the built shop with its sample content: `npm run build`, then
// `node scripts/capture-admin-guide.mjs`. Run by hand when the back office changes; the pictures are committed
// in docs/admin.
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { ACCOUNT_RETURNS_PATH } from '../shared/rules/account/account-paths.ts';
import { launchBrowser, openPage, pictureBrowserArguments, visit } from '../test/browser/browser.ts';
import { startShop } from '../test/browser/start-shop.ts';

const guideFolder = path.join(import.meta.dirname, '../docs/admin');
const VIEWPORT_WIDTH = 1280;
const CUSTOMER_CREDENTIALS = { emailAddress: 'marit@stal.example', password: 'Haverstro 12' };

/** Photo that a customer sends with a return: a torn bag. */
const TORN_BAG_SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="700">
<rect width="900" height="700" fill="#b9a88a"/><path d="M0 520h900v180H0z" fill="#8d7a5c"/>
<path d="M250 120q200-50 400 0l30 480q-230 50-460 0z" fill="#e9dfc3"/><path d="M262 230h376l8 140H254z" fill="#2f5d3a"/>
<path d="M400 330l40 60-30 50 50 70-20 60 70-80-30-50 40-60z" fill="#5a4326"/>
<path d="M430 600q60-70 150 10 60 10 70 50H380q10-40 50-60z" fill="#a8834a"/></svg>`;

/** Takes a screenshot of a page of the back office, limited to its content or the height of a picture. */
async function draw(page, name, mostHeight = 1000) {
  await page.mouse.move(0, 0);
  const height = await page.evaluate(() => {
    const last = document.querySelector('main')?.lastElementChild?.getBoundingClientRect();
    return Math.ceil(last?.bottom ?? 0) + window.scrollY + 16;
  });
  const clip = { x: 0, y: 0, width: VIEWPORT_WIDTH, height: Math.min(mostHeight, Math.max(420, height)) };
  const shot = await page.screenshot({ fullPage: true, clip });
  const { size } = await sharp(shot)
    .webp({ quality: 72 })
    .toFile(path.join(guideFolder, `${name}.webp`));
  console.log(`docs/admin/${name}.webp  ${Math.ceil(size / 1000)} kB`);
}

const press = (page, name) => page.getByRole('main').getByRole('button', { name }).first().click();

await mkdir(guideFolder, { recursive: true });
const uploadFolder = await mkdtemp(path.join(tmpdir(), 'admin-guide-'));
const shop = await startShop();
process.env.SHOP_TEST_PORT = String(shop.port);
process.env.SHOP_TEST_BACKEND_ADMIN_PORT = String(shop.backendAdminPort);
process.env.SHOP_TEST_DATA = shop.dataFolder;
const browser = await launchBrowser(pictureBrowserArguments);
try {
  // These modules read the URL of the shop when they are loaded.
  const { createAccountActions } = await import('../test/browser/account-actions.ts');
  const { getAdminUrl, openAdminPage } = await import('../test/browser/open-admin-page.ts');
  const customer = createAccountActions('havero-nl.localhost', 'nl');
  await customer.createActiveAccount(CUSTOMER_CREDENTIALS);
  const shopper = await openPage(browser, { isScripted: false, width: 390 });
  await customer.enter(shopper.page, CUSTOMER_CREDENTIALS, false);
  const numbers = [];
  for (let count = 0; count < 3; count += 1) {
    numbers.push(await customer.orderAndPay(shopper.page, CUSTOMER_CREDENTIALS.emailAddress, false));
  }
  const { page } = await openAdminPage(browser, 'anna', { isScripted: true, width: VIEWPORT_WIDTH });

  // The first order is sent and returned.
  await page.goto(getAdminUrl('/orders'));
  await page.getByRole('link', { name: numbers[0] }).click();
  await press(page, 'Mark as being packed');
  await page.getByLabel(/Tracking link/).fill('https://parcels.example/3SHAV0001');
  await press(page, 'Mark as dispatched');
  await page.getByRole('status').waitFor();
  const photo = path.join(uploadFolder, 'bag.jpg');
  await sharp(Buffer.from(TORN_BAG_SVG)).jpeg().toFile(photo);
  await visit(shopper.page, customer.getUrl(ACCOUNT_RETURNS_PATH));
  await shopper.page.locator('main input[name="goods"]').first().check();
  await shopper.page.getByRole('radio', { name: customer.say('returns.reasonDamaged') }).check();
  await shopper.page.locator('main input[type="file"]').first().setInputFiles(photo);
  await customer.press(shopper.page, 'returns.send');
  await shopper.page.getByText(customer.say('returns.done')).waitFor();

  await page.goto(getAdminUrl('/'));
  await draw(page, 'start');

  await page.goto(getAdminUrl('/orders'));
  await page.getByRole('link', { name: numbers[1] }).click();
  await press(page, 'Mark as being packed');
  await page.getByRole('status').waitFor();
  await page.getByLabel(/Tracking link/).fill('https://parcels.example/3SHAV0002');
  await draw(page, 'order');

  await page.goto(getAdminUrl('/prices/1370116'));
  const wanted = page.locator('form[action="/admin/do/price.preview"]');
  await wanted.locator('[name=amount]').fill('10.95');
  await wanted.getByRole('button').click();
  await page.locator('form[action="/admin/do/price.set"]').waitFor();
  await draw(page, 'price');

  await page.goto(getAdminUrl('/returns'));
  await page.locator('main td a').first().click();
  await page.getByRole('img', { name: 'Photo 1' }).waitFor();
  await page.locator('summary', { hasText: 'Accept and refund' }).first().click();
  const answer = page.locator('details[open] form');
  await answer.getByLabel('Quantity').fill('1');
  await answer.getByLabel('Text').fill('Het spijt ons. Gooi de zak maar weg, het geld komt terug.');
  await draw(page, 'return', 1240);

  await page.goto(getAdminUrl('/texts/article/reading-hygiene-scan/de'));
  await draw(page, 'text');
} finally {
  await browser.close();
  await shop.stop();
  await rm(uploadFolder, { recursive: true, force: true });
}
