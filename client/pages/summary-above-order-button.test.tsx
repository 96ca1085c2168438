import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { createCart, createCartCalculation, createLine } from '../../test/fixtures/carts.ts';
import { fakeCountries } from '../../test/fixtures/fake-shop.ts';
import { renderInShop } from '../../test/fixtures/render-in-shop.tsx';
import type { SharedCheckoutData } from '../features/checkout/load-checkout.ts';
import { toListedProduct } from '../store/listed-product.ts';
import type { PageData, PageState } from '../store/page-state.ts';
import { CheckoutBillingPage } from './checkout-billing/CheckoutBillingPage.tsx';
import type { CheckoutBillingData } from './checkout-billing/page.ts';
import { CheckoutDeliveryPage } from './checkout-delivery/CheckoutDeliveryPage.tsx';
import type { CheckoutDeliveryData } from './checkout-delivery/page.ts';
import { CheckoutPaymentPage } from './checkout-payment/CheckoutPaymentPage.tsx';
import type { CheckoutPaymentData } from './checkout-payment/page.ts';

afterEach(cleanup);

/** @param changes changes of the calculation */
function createFrame(
  steps: SharedCheckoutData['steps'],
  changes: Partial<SharedCheckoutData['calculated']> = {},
): SharedCheckoutData {
  const calculated = createCartCalculation([createLine()]);
  return {
    cart: createCart(),
    calculated: {
      ...calculated,
      ...changes,
      products: calculated.products.map((line) => ({
        ...line,
        product: toListedProduct(line.product),
        freeProducts: [],
      })),
    },
    steps,
    orderButton: 'Order with obligation to pay',
    guaranteeNotice: { path: `/api/legal/notices/${'0'.repeat(64)}.pdf`, picture: null },
    idempotencyKey: 'a'.repeat(32),
  };
}

const billing: CheckoutBillingData = {
  kind: 'checkoutBilling',
  frame: createFrame(['billing']),
  countries: fakeCountries,
  owner: null,
};
const delivery: CheckoutDeliveryData = {
  kind: 'checkoutDelivery',
  frame: createFrame(['billing', 'delivery'], { totalAmount: 0, shippingCosts: 0 }),
  methods: [{ shippingMethod: 1, price: 0, priceExVat: 0 }],
  countries: fakeCountries,
  addresses: null,
  places: { near: '', parcelShops: [], dealers: [] },
};
const payment: CheckoutPaymentData = {
  kind: 'checkoutPayment',
  frame: createFrame(['billing', 'delivery', 'payment']),
  methods: [],
};

const lastCheckoutSteps: [step: string, data: PageData, page: ReactElement][] = [
  ['billing, if nothing is sent or paid', billing, <CheckoutBillingPage key="billing" data={billing} />],
  ['delivery, if nothing is paid', delivery, <CheckoutDeliveryPage key="delivery" data={delivery} />],
  ['payment', payment, <CheckoutPaymentPage key="payment" data={payment} />],
];

// Directive 2011/83/EU, art. 8(2): products and price are shown directly above the order button.
describe('order summary', () => {
  it.each(lastCheckoutSteps)('is above the order button on the last step: %s', (_step, data, element) => {
    const page: PageState = {
      virtualPath: '/checkout/',
      head: { title: '', description: null, canonicalPath: null, alternates: [], isIndexable: false },
      data,
    };
    renderInShop(element, { page, path: '/checkout/' });
    const button = screen.getByRole('button', { name: /^Order with obligation to pay/ });
    const summary = button.closest('form')?.querySelector('section:has(dl)');
    expect(summary?.textContent).toContain('2 × Sopra Classic Mash');
    expect(summary?.textContent).toMatch(/VAT/);
    const controls = [
      ...document.querySelectorAll(
        'form:has([name="acceptsTerms"]) :is(input:not([type="hidden"]), select, button)',
      ),
    ];
    const after = controls.filter(
      (control) => (summary?.compareDocumentPosition(control) ?? 0) & Node.DOCUMENT_POSITION_FOLLOWING,
    );
    // Only the consent to the terms is between the two.
    expect(after.map((control) => control.getAttribute('name'))).toEqual(['acceptsTerms', null]);
    expect(after.at(-1)).toBe(button);
  });
});
