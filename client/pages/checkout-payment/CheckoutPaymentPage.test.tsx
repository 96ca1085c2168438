import { afterEach, expect, it } from '@jest/globals';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import type { Cart } from '../../../shared/contract/carts.ts';
import { createCart, createCartCalculation, createLine } from '../../../test/fixtures/carts.ts';
import { createOrder } from '../../../test/fixtures/client-orders.ts';
import { renderInShop } from '../../../test/fixtures/render-in-shop.tsx';
import { toListedProduct } from '../../store/listed-product.ts';
import type { PageState } from '../../store/page-state.ts';
import { CheckoutPaymentPage } from './CheckoutPaymentPage.tsx';
import type { CheckoutPaymentData } from './page.ts';

afterEach(cleanup);

const createPaymentMethod = (paymentMethodId: number, name: string, cost: number) => ({
  paymentMethodId,
  key: name.toLowerCase(),
  name,
  cost,
  needsGiftCard: false,
  issuers: [],
});

/**
 * @param giftCardAmount euro cents that a gift card pays
 * @param cart delivery details of the cart
 */
function renderPage(giftCardAmount = 0, cart: Partial<Cart> = {}): number {
  const calculated = {
    ...createCartCalculation([createLine()]),
    needsDelivery: true,
    deliveryTimeDays: '2-3',
  };
  const data: CheckoutPaymentData = {
    kind: 'checkoutPayment',
    frame: {
      cart: createCart(cart),
      calculated: {
        ...calculated,
        giftCardAmount,
        products: calculated.products.map((line) => ({
          ...line,
          product: toListedProduct(line.product),
          freeProducts: [],
        })),
      },
      steps: ['billing', 'delivery', 'payment'],
      orderButton: null,
      guaranteeNotice: { path: '/api/legal/notices/0.pdf', picture: null },
      idempotencyKey: 'a'.repeat(32),
    },
    methods: [createPaymentMethod(3, 'PayPal', 0), createPaymentMethod(4, 'Klarna', 195)],
  };
  const page: PageState = {
    virtualPath: '/checkout/',
    head: { title: '', description: null, canonicalPath: null, alternates: [], isIndexable: false },
    data,
  };
  renderInShop(<CheckoutPaymentPage data={data} />, { page, path: '/checkout/' });
  return calculated.totalAmount;
}

const { billing } = createOrder();
const address = {
  zipcode: '6811 DG',
  street: 'Stationsplein',
  streetNumber: '4',
  streetNumberAddition: null,
  city: 'Arnhem',
  countryId: 1,
};
/** Returns the text about the chosen delivery option. */
const getDeliveryText = () =>
  screen.getByRole('link', { name: 'Change Delivery' }).closest('div')?.querySelector('dd')?.textContent;

const formatEuro = (cents: number) => `€${(cents / 100).toFixed(2)}`;
const getExpectedTotal = () =>
  document.querySelector<HTMLInputElement>('[name="expectedTotalAmount"]')?.value;
const getSummaryText = () => document.querySelector<HTMLElement>('form section:has(dl)')?.textContent;

it('shows the costs of a payment method before it is chosen, and adds them to the totals afterwards', () => {
  const total = renderPage();
  expect(screen.getByText('+ €1.95')).toBeTruthy();
  expect(getSummaryText()).not.toContain('Payment fee');
  expect(getSummaryText()).toContain('Excl. VAT');
  fireEvent.click(screen.getByRole('radio', { name: /Klarna/ }));
  expect(getSummaryText()).toContain('Payment fee€1.95');
  expect(getSummaryText()).toContain(formatEuro(total + 195));
  // The known VAT is that of the previous total.
  expect(getSummaryText()).not.toContain('Excl. VAT');
  expect(getExpectedTotal()).toBe(String(total + 195));
  fireEvent.click(screen.getByRole('radio', { name: /PayPal/ }));
  expect(getSummaryText()).not.toContain('Payment fee');
  expect(getExpectedTotal()).toBe(String(total));
});

it('adds no costs if a gift card pays the whole order', () => {
  const total = createCartCalculation([createLine()]).totalAmount;
  renderPage(total);
  fireEvent.click(screen.getByRole('radio', { name: /Klarna/ }));
  expect(getExpectedTotal()).toBe(String(total));
  expect(getSummaryText()).not.toContain('Payment fee');
});

it.each([
  [
    'the parcel shop with its name and address',
    { parcelShopId: 'NL1', parcelShopZipcodeOrCity: '6811', pickupPlace: { name: 'Kiosk Arnhem', address } },
    'Pick-up point, Kiosk Arnhem, Stationsplein 4, 6811 DG Arnhem',
  ],
  [
    'the dealer with name and address',
    { dealerId: 7, pickupPlace: { name: 'Ruitershop', address } },
    'Collect from a dealer, Ruitershop, Stationsplein 4, 6811 DG Arnhem',
  ],
  ['a dealer that is no longer listed', { dealerId: 7 }, 'Collect from a dealer'],
  [
    'the other address with its recipient',
    { alternativeShippingAddress: { firstName: 'Anna', lastName: 'Bos', address } },
    'Anna Bos, Stationsplein 4, 6811 DG Arnhem',
  ],
])('shows %s and the delivery time', (_place, cart, expected) => {
  renderPage(0, { billing, ...cart });
  expect(getDeliveryText()).toBe(`${expected}Delivered in 2-\u20603 working days`);
});

it('shows once where the payment takes place, for any number of methods', () => {
  renderPage();
  expect(screen.getAllByText('You pay on the payment service’s secure page')).toHaveLength(1);
});
