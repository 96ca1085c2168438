import { afterAll, beforeAll, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, openPage } from '../browser/browser.ts';
import { createCustomerActions, marit } from '../browser/customer-actions.ts';
import { type RunningShop, startShop } from '../browser/start-shop.ts';

// Prints the cost of a guest's journey from the product to the paid order, without assertions: a browser with
// an empty cache (a second journey on the same host uses the memory cache), including pictures. The time is
// the sum of all steps from a click to the next heading; bytes are those of the network.

let shop: RunningShop;
let browser: Browser;

beforeAll(async () => {
  shop = await startShop();
  process.env.SHOP_TEST_PORT = String(shop.port);
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await shop?.stop();
});

interface CheckoutCost {
  ms: number;
  bytes: number;
  requests: number;
}

/** Adds up the network traffic of a page. */
async function measureNetwork(page: Page): Promise<CheckoutCost> {
  const cost: CheckoutCost = { ms: 0, bytes: 0, requests: 0 };
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    cost.bytes += encodedDataLength;
    cost.requests += 1;
  });
  return cost;
}

const austrianCustomer = {
  emailAddress: 'lena@stall.example',
  zipcode: '1010',
  street: 'Haferweg',
  streetNumber: '3',
  city: 'Wien',
  firstName: 'Lena',
  lastName: 'Huber',
  phoneNumber: '+43 660 1234567',
};
const estonianCustomer = {
  ...austrianCustomer,
  zipcode: '10111',
  street: 'Kaera',
  city: 'Tallinn',
  phoneNumber: '+372 5123 4567',
};

it.each([
  { name: 'home delivery, iDEAL, phone viewport', width: 390 },
  { name: 'home, iDEAL, desk', width: 1440 },
  { name: 'home delivery, iDEAL, phone viewport, no script', width: 390, isScripted: false },
  { name: 'parcel shop, iDEAL, phone viewport', width: 390, way: 'parcelShop' },
  {
    name: 'Austria, eps, phone viewport',
    width: 390,
    host: 'hafero-at.localhost',
    language: 'de',
    person: austrianCustomer,
  },
  {
    name: 'Estonia, bank link, phone viewport',
    width: 390,
    host: 'havero-ee.localhost',
    language: 'et',
    person: estonianCustomer,
  },
])('$name', async (journey) => {
  const {
    name,
    width,
    isScripted = true,
    way = 'home',
    host = 'havero-nl.localhost',
    language = 'nl',
  } = journey;
  const { person = marit } = journey;
  const customer = createCustomerActions(host, language);
  const { page, close } = await openPage(browser, { width, isScripted });
  const cost = await measureNetwork(page);
  const steps: string[] = [];
  const take = async (step: string, run: () => Promise<unknown>) => {
    const [beginning, bytes, requests] = [performance.now(), cost.bytes, cost.requests];
    await run();
    const ms = performance.now() - beginning;
    cost.ms += ms;
    steps.push(
      `${step} ${Math.round(ms)} ms ${Math.round((cost.bytes - bytes) / 1024)} KB ${cost.requests - requests} requests`,
    );
  };
  await take('product and cart', () => customer.putIntoCart(page, 'prado-balance', isScripted));
  await take('billing', () => customer.goToCheckout(page));
  await customer.type(page, person);
  await take('delivery', async () => {
    await customer.press(page, 'checkout.toDelivery');
    await customer.waitForStep(page, 'delivery');
  });
  if (way !== 'home') {
    await page.locator(`input[name="way"][value="${way}"]`).check();
    await page.locator('input[name="parcelShopId"]').first().check();
  }
  await take('payment', async () => {
    await customer.press(page, 'checkout.toPayment');
    await customer.waitForStep(page, 'payment');
  });
  await page.locator('input[name="paymentMethodId"]').first().check();
  const bank = page.locator('select[name^="issuer-"]').first();
  if (await bank.isVisible()) await bank.selectOption({ index: 1 });
  await customer.field(page, 'acceptsTerms').check();
  await take('order', async () => {
    await customer.pressOrderButton(page);
    await customer.waitForBank(page);
  });
  await take('bank and complete', async () => {
    await customer.decideAtBank(page, 'approve');
    await customer.waitForThanks(page, person.firstName);
  });
  const total = `${Math.round(cost.ms)} ms, ${Math.round(cost.bytes / 1024)} KB, ${cost.requests} requests`;
  process.stdout.write(`${name}: ${total}\n  ${steps.join('\n  ')}\n`);
  await close();
});
