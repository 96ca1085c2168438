import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { ApiError } from '../../../shared/api/api-error.ts';
import type { Api } from '../../../shared/api/client.ts';
import type { SavedAddress } from '../../../shared/contract/accounts.ts';
import { getAddressKey } from '../../../shared/rules/people/address-key.ts';
import { CART_ID, createCart, createCartCalculation, createLine } from '../../../test/fixtures/carts.ts';
import { createOrder } from '../../../test/fixtures/client-orders.ts';
import { fakeCountries } from '../../../test/fixtures/fake-shop.ts';
import { renderInShop } from '../../../test/fixtures/render-in-shop.tsx';
import { type ActionContext, readSentForm } from '../../forms/form-action.ts';
import { toListedProduct } from '../../store/listed-product.ts';
import type { PageState } from '../../store/page-state.ts';
import { submitDelivery } from './actions.ts';
import { CheckoutDeliveryPage } from './CheckoutDeliveryPage.tsx';
import type { CheckoutDeliveryData } from './page.ts';

afterEach(cleanup);

const { billing } = createOrder();
const cart = createCart({ billing });
const calculated = createCartCalculation([createLine()]);
const typed = {
  firstName: 'Anna',
  lastName: 'Bos',
  countryId: '1',
  zipcode: '7311 KZ',
  streetNumber: '3',
  streetNumberAddition: '',
  street: 'Dorpsstraat',
  city: 'Apeldoorn',
};
const storedRecipient = {
  firstName: 'Anna',
  lastName: 'Bos',
  address: {
    zipcode: '7311 KZ',
    street: 'Dorpsstraat',
    streetNumber: '3',
    streetNumberAddition: null,
    city: 'Apeldoorn',
    countryId: 1,
  },
};
const stableAddress: SavedAddress = {
  addressId: '5b6a1f0c-9a3d-4c55-8a58-6f1f2f0f7c21',
  addressName: 'Stable',
  ...storedRecipient,
};

function visitDelivery(
  addresses: CheckoutDeliveryData['addresses'],
  {
    changes = {},
    sums = {},
    steps = ['billing', 'delivery', 'payment'],
  }: {
    steps?: CheckoutDeliveryData['frame']['steps'];
    changes?: Partial<typeof cart>;
    sums?: Partial<CheckoutDeliveryData['frame']['calculated']>;
  } = {},
) {
  const data: CheckoutDeliveryData = {
    kind: 'checkoutDelivery',
    frame: {
      cart: { ...cart, ...changes },
      calculated: {
        ...calculated,
        ...sums,
        products: calculated.products.map((line) => ({
          ...line,
          product: toListedProduct(line.product),
          freeProducts: [],
        })),
      },
      steps,
      orderButton: null,
      guaranteeNotice: null,
      idempotencyKey: 'a'.repeat(32),
    },
    methods: [
      { shippingMethod: 0, price: 695, priceExVat: 574 },
      { shippingMethod: 1, price: 495, priceExVat: 409 },
    ],
    countries: fakeCountries,
    addresses,
    places: { near: '', parcelShops: [], dealers: [] },
  };
  const page: PageState = {
    virtualPath: '/checkout/delivery/',
    head: { title: '', description: null, canonicalPath: null, alternates: [], isIndexable: false },
    data,
  };
  return renderInShop(<CheckoutDeliveryPage data={data} />, { page, path: '/checkout/delivery/' });
}
const getField = (name: string) => {
  const control = document.querySelector<HTMLInputElement>(`form [name="${name}"]`);
  if (!control) throw new Error(`No field ${name}`);
  return control;
};

describe('address book of the delivery step', () => {
  it('is hidden for guests', () => {
    visitDelivery(null);
    expect(document.querySelector('[name="savedAddressId"], [name="saveInBook"]')).toBeNull();
  });

  it('offers to save the address of a customer without saved addresses', () => {
    visitDelivery([]);
    expect(document.querySelector('[name="savedAddressId"]')).toBeNull();
    expect(getField('saveInBook').checked).toBe(false);
  });

  it('fills the fields with the chosen address, without offering to save it', () => {
    visitDelivery([stableAddress]);
    const choice = screen.getByLabelText('Saved address');
    fireEvent.change(choice, { target: { value: stableAddress.addressId } });
    for (const [name, value] of Object.entries(typed))
      expect([name, getField(name).value]).toEqual([name, value]);
    expect(getField('savedAddressId').value).toBe(stableAddress.addressId);
    expect(document.querySelector('[name="saveInBook"]')).toBeNull();
  });

  it('treats an edited address as a new one', () => {
    visitDelivery([stableAddress]);
    fireEvent.change(screen.getByLabelText('Saved address'), { target: { value: stableAddress.addressId } });
    fireEvent.input(getField('streetNumber'), { target: { value: '5' } });
    expect(getField('savedAddressId').value).toBe('');
    expect(getField('street').value).toBe('Dorpsstraat');
    expect(getField('saveInBook').checked).toBe(false);
  });
});

describe('total of the delivery step', () => {
  const sums = {
    needsDelivery: true,
    subTotalAmount: 2000,
    originalShippingCosts: 695,
    shippingCosts: 695,
    totalAmount: 2695,
  };
  const choose = (way: string) => fireEvent.click(document.querySelector(`[name="way"][value="${way}"]`)!);
  const getTotals = () => {
    const amounts = screen
      .getAllByText('Total incl. VAT', { selector: 'dt' })
      .map((title) => title.nextElementSibling?.textContent);
    return [...new Set(amounts)];
  };
  const getCosts = () =>
    screen.getAllByText('Delivery', { selector: 'dt' }).map((title) => title.nextElementSibling?.textContent);

  it('changes as soon as a delivery option is chosen', () => {
    visitDelivery(null, { sums });
    expect(getTotals()).toEqual(['€26.95']);
    choose('parcelShop');
    expect(getTotals()).toEqual(['€24.95']);
    choose('dealer');
    expect(getTotals()).toEqual(['€20.00']);
    expect(new Set(getCosts())).toEqual(new Set(['Free']));
    choose('address');
    expect(getTotals()).toEqual(['€26.95']);
  });

  it('shows the price of each delivery option, and Free for options without costs', () => {
    visitDelivery(null, { sums });
    const prices = [...document.querySelectorAll('input[name="way"]')].map(
      (input) => input.parentElement?.querySelector('strong')?.textContent,
    );
    expect(prices).toEqual(['€6.95', '€6.95', '€4.95', 'Free']);
    expect(document.body.textContent).not.toContain('€0.00');
  });
});

describe('free order', () => {
  const sums = { needsDelivery: true, originalShippingCosts: 0, shippingCosts: 0, totalAmount: 0 };
  const steps = ['billing', 'delivery'] as const;

  it('is placed in the delivery step, unless a delivery option with costs is chosen', () => {
    visitDelivery(null, { sums, steps, changes: { dealerId: 7 } });
    expect(document.querySelector('[name="acceptsTerms"]')).not.toBeNull();
    fireEvent.click(document.querySelector('[name="way"][value="home"]')!);
    expect(document.querySelector('[name="acceptsTerms"], [name="expectedTotalAmount"]')).toBeNull();
    expect(screen.getByRole('button', { name: 'Continue to payment' })).toBeTruthy();
  });

  it.each([
    ['is placed if the form has the order fields', { expectedTotalAmount: '0' }, 'refused'],
    ['continues to the payment step if it has not', {}, 'done'],
  ])('%s', async (_rule, fields, expected) => {
    const free = { ...calculated, ...sums, totalAmount: 0 };
    const api = { calculateCart2: async () => free };
    const { outcome } = await sendDelivery({ way: 'home', ...fields }, { api });
    expect(outcome.status).toBe(expected);
    if (outcome.status === 'refused')
      expect(outcome.problems).toEqual([{ field: 'acceptsTerms', code: 'required' }]);
    else expect(outcome).toMatchObject({ path: '/checkout/payment/' });
  });
});

describe('delivery time to the billing address', () => {
  const days = /Delivered in 2-\u20603 working days/;
  const sums = { deliveryTimeDays: '2-3' };

  it('is shown if the order goes to that country', () => {
    visitDelivery(null, { sums });
    expect(document.body.textContent).toMatch(days);
  });

  it('is hidden if the order goes to another country, where it differs', () => {
    const address = { ...storedRecipient.address, countryId: 2 };
    visitDelivery(null, { sums, changes: { alternativeShippingAddress: { ...storedRecipient, address } } });
    expect(document.body.textContent).not.toMatch(days);
  });

  it.each([{ dealerId: 7 }, { parcelShopId: 'P1' }])(
    'states no delivery time for the billing address if the order goes to a pick-up location: %j',
    (changes) => {
      visitDelivery(null, { sums, changes });
      expect(document.body.textContent).not.toMatch(days);
    },
  );
});

/** Sends the form of the step to an API with the given responses. */
async function sendDelivery(
  fields: Readonly<Record<string, string>>,
  { api = {}, hasScript = false }: { api?: Partial<Record<keyof Api, unknown>>; hasScript?: boolean } = {},
) {
  const done = () => jest.fn(async (_input: unknown) => undefined);
  const calls = {
    setAlternativeShipping: done(),
    setShipping: done(),
    saveAddress: jest.fn(async (_input: unknown) => stableAddress),
    fetchSavedAddresses: jest.fn(async () => [stableAddress]),
  };
  const { store } = visitDelivery([stableAddress]);
  const context = {
    api: {
      fetchCart: async () => cart,
      calculateCart2: async () => calculated,
      fetchCountries: async () => fakeCountries,
      fetchCountriesLocalizedName: async () =>
        fakeCountries.map(({ countryId, name }) => ({ countryId, localizedName: name })),
      ...calls,
      ...api,
    } as unknown as Api,
    cart: { id: CART_ID } as ActionContext['cart'],
    fields: readSentForm(Object.entries({ way: 'address', ...fields })),
    scope: store.getState().scope,
    ...(hasScript && { hasScript: true as const }),
    options: {},
  };
  return { outcome: await submitDelivery(context), ...calls };
}
const createRefusingCall = (status: number, code: string) => async () => {
  throw new ApiError('status', { status, body: { code } });
};
const getSentRecipient = ({ setAlternativeShipping }: Awaited<ReturnType<typeof sendDelivery>>) =>
  setAlternativeShipping.mock.calls.map(([input]) =>
    JSON.parse((input as { query: { alternativeShippingAddress: string } }).query.alternativeShippingAddress),
  );

describe('submitDelivery', () => {
  it('uses the chosen saved address without script, whatever the fields contain', async () => {
    const sent = await sendDelivery({
      savedAddressId: stableAddress.addressId,
      ...typed,
      street: 'Klaverweg',
    });
    expect(sent.outcome.status).toBe('done');
    expect(getSentRecipient(sent)).toEqual([storedRecipient]);
    expect(sent.saveAddress).not.toHaveBeenCalled();
  });

  it('uses the typed address with script', async () => {
    const sent = await sendDelivery(
      { savedAddressId: stableAddress.addressId, ...typed, street: 'Klaverweg' },
      { hasScript: true },
    );
    expect(getSentRecipient(sent)).toMatchObject([{ address: { street: 'Klaverweg' } }]);
  });

  it('refuses a saved address that was deleted in the meantime', async () => {
    const { outcome } = await sendDelivery(
      { savedAddressId: stableAddress.addressId },
      { api: { fetchSavedAddresses: async () => [] } },
    );
    expect(outcome).toEqual({
      status: 'refused',
      problems: [{ field: 'savedAddressId', code: 'required' }],
    });
  });

  it('saves the address under its name', async () => {
    const { outcome, saveAddress } = await sendDelivery({
      ...typed,
      saveInBook: 'yes',
      addressName: 'Meadow',
    });
    expect(outcome.status).toBe('done');
    expect(saveAddress.mock.calls[0]?.[0]).toEqual({ body: { addressName: 'Meadow', ...storedRecipient } });
  });

  it('confirms an invalid address in the cart and in the address book', async () => {
    const confirmedAddress = getAddressKey(storedRecipient.address);
    const book = { saveInBook: 'yes', addressName: 'Meadow' };
    const { setAlternativeShipping, saveAddress } = await sendDelivery({
      ...typed,
      ...book,
      confirmedAddress,
    });
    expect(setAlternativeShipping.mock.calls[0]?.[0]).toMatchObject({ query: { isAddressConfirmed: true } });
    expect(saveAddress.mock.calls[0]?.[0]).toMatchObject({ body: { isAddressConfirmed: true } });
    const other = await sendDelivery({ ...typed, ...book, street: 'Klaverweg', confirmedAddress });
    expect(other.setAlternativeShipping.mock.calls[0]?.[0]).not.toHaveProperty('query.isAddressConfirmed');
    expect(other.saveAddress.mock.calls[0]?.[0]).not.toHaveProperty('body.isAddressConfirmed');
  });

  it('requires the name before anything is stored', async () => {
    const { outcome, setAlternativeShipping } = await sendDelivery({
      ...typed,
      saveInBook: 'yes',
      addressName: ' ',
    });
    expect(outcome).toEqual({
      status: 'refused',
      problems: [{ field: 'addressName', code: 'required' }],
    });
    expect(setAlternativeShipping).not.toHaveBeenCalled();
  });

  it('reports a duplicate name at its field', async () => {
    const { outcome } = await sendDelivery(
      { ...typed, saveInBook: 'yes', addressName: 'Stable' },
      { api: { saveAddress: createRefusingCall(409, 'address_name_taken') } },
    );
    expect(outcome).toMatchObject({
      status: 'refused',
      problems: [{ field: 'addressName', code: 'address_name_taken' }],
    });
  });

  it('continues if the session has expired', async () => {
    const { outcome } = await sendDelivery(
      { ...typed, saveInBook: 'yes', addressName: 'Stable' },
      { api: { saveAddress: createRefusingCall(401, 'not_authenticated') } },
    );
    expect(outcome.status).toBe('done');
  });
});
