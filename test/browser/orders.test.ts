import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, noTroubles, openPage, waitForAddress } from './browser.ts';
import { createCustomerActions, marit } from './customer-actions.ts';
import { expectAccessible, expectAccessibleAtWidths } from './expect-accessible.ts';
import { createGiftCard } from './shop-command.ts';

const dutch = createCustomerActions('havero-nl.localhost', 'nl');
const austrian = createCustomerActions('hafero-at.localhost', 'de');
const { say, press, field, type } = dutch;
const IDEAL = 'iDEAL | Wero';

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(() => browser?.close());

const openPayment = (page: Page, isScripted: boolean) => dutch.openPayment(page, marit, isScripted);

describe('a guest who orders', () => {
  it('tries again after the bank has declined, and pays', async () => {
    const { page, troubles, close } = await openPage(browser, { width: 390 });
    await openPayment(page, true);
    await dutch.order(page, IDEAL);
    await dutch.decideAtBank(page, 'fail');
    await dutch.waitForTitle(page, say('order.failed'));
    await waitForAddress(page, dutch.getStepUrl('complete'));
    await expectAccessibleAtWidths(page);
    await page.getByRole('button', { name: say('order.payAgain', { amount: '' }) }).click();
    await dutch.decideAtBank(page, 'approve');
    await dutch.waitForThanks(page, marit.firstName);
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
    await dutch.order(page);
    await dutch.waitForThanks(page, marit.firstName);
    await expectAccessibleAtWidths(page);
    expect(troubles).toEqual(noTroubles);
    await close();
  });

  it('leaves the bank, sees that the order waits, and pays although the bank does not notify the shop', async () => {
    const { page, troubles, close } = await openPage(browser, { width: 390 });
    await openPayment(page, true);
    await dutch.order(page, IDEAL);
    await dutch.leaveBank(page);
    await dutch.waitForTitle(page, say('order.waiting'));
    await waitForAddress(page, dutch.getStepUrl('complete'));
    await expectAccessibleAtWidths(page);
    await page.getByRole('button', { name: say('order.payAgain', { amount: '' }) }).click();
    await dutch.decideAtBank(page, 'approve', 'never');
    await dutch.waitForThanks(page, marit.firstName);
    expect(troubles).toEqual(noTroubles);
    await close();
  });

  it('sees the reference for a bank transfer, and changes the order instead', async () => {
    const { page, troubles, close } = await openPage(browser, { width: 390 });
    await openPayment(page, true);
    await dutch.order(page, say('payment.sepaTransfer'));
    await dutch.decideAtBank(page, 'later');
    await dutch.waitForTitle(page, say('order.waitingForTransfer'));
    await waitForAddress(page, dutch.getStepUrl('complete'));
    await page.getByText('Test Bank (no real account)').waitFor();
    await expectAccessibleAtWidths(page);
    await press(page, 'order.change');
    await waitForAddress(page, dutch.cartUrl);
    await page
      .getByRole('main')
      .getByRole('heading', { name: dutch.texts.products['prado-balance']!.name })
      .first()
      .waitFor();
    await page.goBack({ waitUntil: 'domcontentloaded' });
    await dutch.waitForTitle(page, say('order.cancelled'));
    await expectAccessibleAtWidths(page);
    await page.reload({ waitUntil: 'domcontentloaded' });
    await dutch.waitForTitle(page, say('order.cancelled'));
    await expectAccessibleAtWidths(page);
    expect(troubles).toEqual(noTroubles);
    await close();
  });

  it('chooses a bank before the order, and another one after it has declined', async () => {
    const { page, troubles, close } = await openPage(browser, { width: 390 });
    await austrian.putIntoCart(page, 'prado-balance', true);
    await austrian.goToCheckout(page);
    await austrian.type(page, {
      emailAddress: 'lena@stall.example',
      zipcode: '1010',
      street: 'Haferweg',
      streetNumber: '3',
      city: 'Wien',
      firstName: 'Lena',
      lastName: 'Huber',
      phoneNumber: '+43 660 1234567',
    });
    await austrian.press(page, 'checkout.toDelivery');
    await austrian.waitForStep(page, 'delivery');
    await austrian.press(page, 'checkout.toPayment');
    await austrian.waitForStep(page, 'payment');
    const method = austrian.say('payment.eps');
    await page.getByRole('radio', { name: method }).check();
    await expectAccessibleAtWidths(page);
    await page.getByLabel(austrian.say('checkout.bank')).selectOption('Alpengold Bank');
    await austrian.order(page, method);
    await page.getByText('Alpengold Bank').waitFor();
    await austrian.decideAtBank(page, 'cancel');
    await austrian.waitForTitle(page, austrian.say('order.failed'));
    await expectAccessibleAtWidths(page);
    await page
      .getByLabel(austrian.say('order.otherMethod'))
      .selectOption({ label: `${method}, Sparkassa Heuberg` });
    await austrian.press(page, 'order.payOther');
    await page.getByText('Sparkassa Heuberg').waitFor();
    await austrian.decideAtBank(page, 'approve');
    await austrian.waitForThanks(page, 'Lena');
    expect(troubles).toEqual(noTroubles);
    await close();
  });
});

it('a declined order is paid with another method without script', async () => {
  const { page, troubles, close } = await openPage(browser, { isScripted: false });
  await openPayment(page, false);
  await dutch.order(page, IDEAL);
  await dutch.decideAtBank(page, 'fail');
  await dutch.waitForTitle(page, say('order.failed'));
  await page.getByLabel(say('order.otherMethod')).selectOption('Klarna');
  await press(page, 'order.payOther');
  await dutch.decideAtBank(page, 'authorise', 'twice');
  await dutch.waitForThanks(page, marit.firstName);
  expect(troubles).toEqual(noTroubles);
  await close();
});

it('an order is paid partly with a gift card and the rest at the bank, without script', async () => {
  const card = await createGiftCard(5);
  const { page, troubles, close } = await openPage(browser, { isScripted: false });
  await openPayment(page, false);
  await type(page, { giftCardNumber: card.number, giftCardPin: card.pin });
  // The order button applies the typed card, and shows the remaining amount before the payment.
  await dutch.order(page, IDEAL);
  const left = page.getByText(/€\s?5,00.+€\s?0,00/);
  await left.waitFor();
  expect(await page.getByRole('radio', { name: IDEAL }).isChecked()).toBe(true);
  // The card is removed and applied again.
  await page.getByRole('button', { name: `${say('cart.codeRemove')} ${say('payment.giftCard')}` }).click();
  await left.waitFor({ state: 'detached' });
  await type(page, { giftCardNumber: card.number, giftCardPin: card.pin });
  await page.getByRole('button', { name: `${say('cart.codeApply')} ${say('payment.giftCard')}` }).click();
  await left.waitFor();
  await dutch.order(page, IDEAL);
  await dutch.decideAtBank(page, 'approve');
  await dutch.waitForThanks(page, marit.firstName);
  const paid = page.locator('dl > div').filter({ hasText: say('checkout.byGiftCard') });
  expect(await paid.locator('dd').innerText()).toContain('5,00');
  expect(troubles).toEqual(noTroubles);
  await close();
});

it('an unknown gift card is refused at its field, and the other choices remain', async () => {
  const { page, close } = await openPage(browser);
  await openPayment(page, true);
  await type(page, { giftCardNumber: '4111 1111 1111 1111', giftCardPin: '1234' });
  await dutch.order(page, IDEAL);
  await page.locator('[data-form-summary]').waitFor();
  expect(await field(page, 'giftCardNumber').getAttribute('aria-invalid')).toBe('true');
  expect(await page.getByRole('radio', { name: IDEAL }).isChecked()).toBe(true);
  await expectAccessible(page);
  await close();
});

it('a roughage test is sent by post, without a delivery choice', async () => {
  const { page, troubles, close } = await openPage(browser);
  await dutch.putIntoCart(page, 'rqs-basic', true);
  await page.getByRole('textbox', { name: say('cart.sampleName') }).fill('Achterweide');
  await press(page, 'cart.sampleSave');
  await page
    .getByRole('status')
    .filter({ hasText: say('cart.samplesSaved') })
    .waitFor({ state: 'attached' });
  await dutch.goToCheckout(page);
  await type(page, { ...marit, phoneNumber: '' });
  await press(page, 'checkout.toPayment');
  await dutch.waitForStep(page, 'payment');
  await dutch.order(page, IDEAL);
  await dutch.decideAtBank(page, 'approve');
  await dutch.waitForThanks(page, marit.firstName);
  await page.getByText('Achterweide').waitFor();
  await expectAccessible(page);
  expect(troubles).toEqual(noTroubles);
  await close();
});

it('a digital product has no delivery step', async () => {
  const { page, troubles, close } = await openPage(browser);
  await dutch.putIntoCart(page, 'gift-card', true);
  await dutch.goToCheckout(page);
  await type(page, { ...marit, phoneNumber: '' });
  await press(page, 'checkout.toPayment');
  await dutch.waitForStep(page, 'payment');
  await dutch.order(page, IDEAL);
  await dutch.decideAtBank(page, 'approve');
  await dutch.waitForThanks(page, marit.firstName);
  await expectAccessible(page);
  expect(troubles).toEqual(noTroubles);
  await close();
});

it.each([
  ['a parcel point', 'parcelShop', 'nearParcelShop', 'parcelShopId'],
  ['a dealer', 'dealer', 'nearDealer', 'dealerId'],
] as const)('an order is collected at %s', async (_place, way, near, id) => {
  const { page, troubles, close } = await openPage(browser);
  await dutch.putIntoCart(page, 'prado-balance', true);
  await dutch.goToCheckout(page);
  await type(page, marit);
  await press(page, 'checkout.toDelivery');
  await dutch.waitForStep(page, 'delivery');
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
  await dutch.waitForStep(page, 'payment');
  await dutch.order(page, IDEAL);
  await dutch.decideAtBank(page, 'approve');
  await dutch.waitForThanks(page, marit.firstName);
  await page.getByText(place).waitFor();
  expect(troubles).toEqual(noTroubles);
  await close();
});
