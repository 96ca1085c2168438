import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, noTroubles, openPage, waitForAddress } from './browser.ts';
import { createCustomerActions, marit } from './customer-actions.ts';
import { expectAccessible, expectAccessibleAtWidths } from './expect-accessible.ts';
import { createGiftCard } from './shop-command.ts';

const dutchCustomerActions = createCustomerActions('havero-nl.localhost', 'nl');
const austrianCustomerActions = createCustomerActions('hafero-at.localhost', 'de');
const { say, press, field, type } = dutchCustomerActions;
const IDEAL_LABEL = 'iDEAL | Wero';

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(() => browser?.close());

const openPayment = (page: Page, isScripted: boolean) =>
  dutchCustomerActions.openPayment(page, marit, isScripted);

describe('a guest who orders', () => {
  it('tries again after the bank has declined, and pays', async () => {
    const { page, troubles, close } = await openPage(browser, { width: 390 });
    await openPayment(page, true);
    await dutchCustomerActions.order(page, IDEAL_LABEL);
    await dutchCustomerActions.decideAtBank(page, 'fail');
    await dutchCustomerActions.waitForTitle(page, say('order.failed'));
    await waitForAddress(page, dutchCustomerActions.getStepUrl('complete'));
    await expectAccessibleAtWidths(page);
    await page.getByRole('button', { name: say('order.payAgain', { amount: '' }) }).click();
    await dutchCustomerActions.decideAtBank(page, 'approve');
    await dutchCustomerActions.waitForThanks(page, marit.firstName);
    expect(troubles).toEqual(noTroubles);
    await close();
  });

  it('pays the whole amount with a gift card, without a bank', async () => {
    const card = await createGiftCard(500);
    const { page, troubles, close } = await openPage(browser, { width: 390 });
    await openPayment(page, true);
    await type(page, { giftCardNumber: card.number, giftCardPin: card.pin });
    await page.getByRole('button', { name: `${say('cart.codeApply')} ${say('payment.giftCard')}` }).click();
    await page.getByText(say('payment.giftCardPaysAll')).waitFor();
    await expectAccessibleAtWidths(page);
    await dutchCustomerActions.order(page);
    await dutchCustomerActions.waitForThanks(page, marit.firstName);
    await expectAccessibleAtWidths(page);
    expect(troubles).toEqual(noTroubles);
    await close();
  });

  it('leaves the bank, sees that the order waits, and pays although the bank does not notify the shop', async () => {
    const { page, troubles, close } = await openPage(browser, { width: 390 });
    await openPayment(page, true);
    await dutchCustomerActions.order(page, IDEAL_LABEL);
    await dutchCustomerActions.leaveBank(page);
    await dutchCustomerActions.waitForTitle(page, say('order.waiting'));
    await waitForAddress(page, dutchCustomerActions.getStepUrl('complete'));
    await expectAccessibleAtWidths(page);
    await page.getByRole('button', { name: say('order.payAgain', { amount: '' }) }).click();
    await dutchCustomerActions.decideAtBank(page, 'approve', 'never');
    await dutchCustomerActions.waitForThanks(page, marit.firstName);
    expect(troubles).toEqual(noTroubles);
    await close();
  });

  it('sees the reference for a bank transfer, and changes the order instead', async () => {
    const { page, troubles, close } = await openPage(browser, { width: 390 });
    await openPayment(page, true);
    await dutchCustomerActions.order(page, say('payment.sepaTransfer'));
    await dutchCustomerActions.decideAtBank(page, 'later');
    await dutchCustomerActions.waitForTitle(page, say('order.waitingForTransfer'));
    await waitForAddress(page, dutchCustomerActions.getStepUrl('complete'));
    await page.getByText('Test Bank (no real account)').waitFor();
    await expectAccessibleAtWidths(page);
    await press(page, 'order.change');
    await waitForAddress(page, dutchCustomerActions.cartUrl);
    await page
      .getByRole('main')
      .getByRole('heading', { name: dutchCustomerActions.texts.products['prado-balance']!.name })
      .first()
      .waitFor();
    await page.goBack({ waitUntil: 'domcontentloaded' });
    await dutchCustomerActions.waitForTitle(page, say('order.cancelled'));
    await expectAccessibleAtWidths(page);
    await page.reload({ waitUntil: 'domcontentloaded' });
    await dutchCustomerActions.waitForTitle(page, say('order.cancelled'));
    await expectAccessibleAtWidths(page);
    expect(troubles).toEqual(noTroubles);
    await close();
  });

  it('chooses a bank before the order, and another one after it has declined', async () => {
    const { page, troubles, close } = await openPage(browser, { width: 390 });
    await austrianCustomerActions.putIntoCart(page, 'prado-balance', true);
    await austrianCustomerActions.goToCheckout(page);
    await austrianCustomerActions.type(page, {
      emailAddress: 'lena@stall.example',
      zipcode: '1010',
      street: 'Haferweg',
      streetNumber: '3',
      city: 'Wien',
      firstName: 'Lena',
      lastName: 'Huber',
      phoneNumber: '+43 660 1234567',
    });
    await austrianCustomerActions.press(page, 'checkout.toDelivery');
    await austrianCustomerActions.waitForStep(page, 'delivery');
    await austrianCustomerActions.press(page, 'checkout.toPayment');
    await austrianCustomerActions.waitForStep(page, 'payment');
    const method = austrianCustomerActions.say('payment.eps');
    await page.getByRole('radio', { name: method }).check();
    await expectAccessibleAtWidths(page);
    await page.getByLabel(austrianCustomerActions.say('checkout.bank')).selectOption('Alpengold Bank');
    await austrianCustomerActions.order(page, method);
    await page.getByText('Alpengold Bank').waitFor();
    await austrianCustomerActions.decideAtBank(page, 'cancel');
    await austrianCustomerActions.waitForTitle(page, austrianCustomerActions.say('order.failed'));
    await expectAccessibleAtWidths(page);
    await page
      .getByLabel(austrianCustomerActions.say('order.otherMethod'))
      .selectOption({ label: `${method}, Sparkassa Heuberg` });
    await austrianCustomerActions.press(page, 'order.payOther');
    await page.getByText('Sparkassa Heuberg').waitFor();
    await austrianCustomerActions.decideAtBank(page, 'approve');
    await austrianCustomerActions.waitForThanks(page, 'Lena');
    expect(troubles).toEqual(noTroubles);
    await close();
  });
});

it('a declined order is paid with another method without script', async () => {
  const { page, troubles, close } = await openPage(browser, { isScripted: false });
  await openPayment(page, false);
  await dutchCustomerActions.order(page, IDEAL_LABEL);
  await dutchCustomerActions.decideAtBank(page, 'fail');
  await dutchCustomerActions.waitForTitle(page, say('order.failed'));
  await page.getByLabel(say('order.otherMethod')).selectOption('Klarna');
  await press(page, 'order.payOther');
  await dutchCustomerActions.decideAtBank(page, 'authorise', 'twice');
  await dutchCustomerActions.waitForThanks(page, marit.firstName);
  expect(troubles).toEqual(noTroubles);
  await close();
});

it('an order is paid partly with a gift card and the rest at the bank, without script', async () => {
  const card = await createGiftCard(5);
  const { page, troubles, close } = await openPage(browser, { isScripted: false });
  await openPayment(page, false);
  await type(page, { giftCardNumber: card.number, giftCardPin: card.pin });
  // The order button applies the typed card, and shows the remaining amount before the payment.
  await dutchCustomerActions.order(page, IDEAL_LABEL);
  const left = page.getByText(/€\s?5,00.+€\s?0,00/);
  await left.waitFor();
  expect(await page.getByRole('radio', { name: IDEAL_LABEL }).isChecked()).toBe(true);
  // The card is removed and applied again.
  await page.getByRole('button', { name: `${say('cart.codeRemove')} ${say('payment.giftCard')}` }).click();
  await left.waitFor({ state: 'detached' });
  await type(page, { giftCardNumber: card.number, giftCardPin: card.pin });
  await page.getByRole('button', { name: `${say('cart.codeApply')} ${say('payment.giftCard')}` }).click();
  await left.waitFor();
  await dutchCustomerActions.order(page, IDEAL_LABEL);
  await dutchCustomerActions.decideAtBank(page, 'approve');
  await dutchCustomerActions.waitForThanks(page, marit.firstName);
  const paid = page.locator('dl > div').filter({ hasText: say('checkout.byGiftCard') });
  expect(await paid.locator('dd').innerText()).toContain('5,00');
  expect(troubles).toEqual(noTroubles);
  await close();
});

it('an unknown gift card is refused at its field, and the other choices remain', async () => {
  const { page, close } = await openPage(browser);
  await openPayment(page, true);
  await type(page, { giftCardNumber: '4111 1111 1111 1111', giftCardPin: '1234' });
  await dutchCustomerActions.order(page, IDEAL_LABEL);
  await page.locator('[data-form-summary]').waitFor();
  expect(await field(page, 'giftCardNumber').getAttribute('aria-invalid')).toBe('true');
  expect(await page.getByRole('radio', { name: IDEAL_LABEL }).isChecked()).toBe(true);
  await expectAccessible(page);
  await close();
});

it('a roughage test is sent by post, without a delivery choice', async () => {
  const { page, troubles, close } = await openPage(browser);
  await dutchCustomerActions.putIntoCart(page, 'rqs-basic', true);
  await page.getByRole('textbox', { name: say('cart.sampleName') }).fill('Achterweide');
  await press(page, 'cart.sampleSave');
  await page
    .getByRole('status')
    .filter({ hasText: say('cart.samplesSaved') })
    .waitFor({ state: 'attached' });
  await dutchCustomerActions.goToCheckout(page);
  await type(page, { ...marit, phoneNumber: '' });
  await press(page, 'checkout.toPayment');
  await dutchCustomerActions.waitForStep(page, 'payment');
  await dutchCustomerActions.order(page, IDEAL_LABEL);
  await dutchCustomerActions.decideAtBank(page, 'approve');
  await dutchCustomerActions.waitForThanks(page, marit.firstName);
  await page.getByText('Achterweide').waitFor();
  await expectAccessible(page);
  expect(troubles).toEqual(noTroubles);
  await close();
});

it('a digital product has no delivery step', async () => {
  const { page, troubles, close } = await openPage(browser);
  await dutchCustomerActions.putIntoCart(page, 'gift-card', true);
  await dutchCustomerActions.goToCheckout(page);
  await type(page, { ...marit, phoneNumber: '' });
  await press(page, 'checkout.toPayment');
  await dutchCustomerActions.waitForStep(page, 'payment');
  await dutchCustomerActions.order(page, IDEAL_LABEL);
  await dutchCustomerActions.decideAtBank(page, 'approve');
  await dutchCustomerActions.waitForThanks(page, marit.firstName);
  await expectAccessible(page);
  expect(troubles).toEqual(noTroubles);
  await close();
});

it.each([
  ['a parcel point', 'parcelShop', 'nearParcelShop', 'parcelShopId'],
  ['a dealer', 'dealer', 'nearDealer', 'dealerId'],
] as const)('an order is collected at %s', async (_place, way, near, id) => {
  const { page, troubles, close } = await openPage(browser);
  await dutchCustomerActions.putIntoCart(page, 'prado-balance', true);
  await dutchCustomerActions.goToCheckout(page);
  await type(page, marit);
  await press(page, 'checkout.toDelivery');
  await dutchCustomerActions.waitForStep(page, 'delivery');
  await page.locator(`input[name="way"][value="${way}"]`).check();
  await field(page, near).fill('Arnhem');
  await page.locator(`button[name="search"][value="${way}"]`).click();
  await page
    .getByText(/Arnhem’$/)
    .filter({ visible: true })
    .waitFor();
  const first = page.locator(`input[name="${id}"]`).first();
  const [, place = ''] = /^1\. (.+)$/m.exec(await first.locator('xpath=..').innerText()) ?? [];
  expect(place).not.toBe('');
  await first.check();
  await press(page, 'checkout.toPayment');
  await dutchCustomerActions.waitForStep(page, 'payment');
  await dutchCustomerActions.order(page, IDEAL_LABEL);
  await dutchCustomerActions.decideAtBank(page, 'approve');
  await dutchCustomerActions.waitForThanks(page, marit.firstName);
  await page.getByText(place).waitFor();
  expect(troubles).toEqual(noTroubles);
  await close();
});
