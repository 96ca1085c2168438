import { afterEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import type { Api } from '../../../shared/api/client.ts';
import { createCart, createCartCalculation, createLine } from '../../../test/fixtures/carts.ts';
import { createOrder } from '../../../test/fixtures/client-orders.ts';
import { fakeCountries } from '../../../test/fixtures/fake-shop.ts';
import { renderInShop } from '../../../test/fixtures/render-in-shop.tsx';
import { readAddressConfirmation } from '../../features/checkout/read-address.ts';
import type { FormProblem } from '../../forms/action-result.ts';
import { type ActionContext, readSentForm } from '../../forms/form-action.ts';
import { toListedProduct } from '../../store/listed-product.ts';
import type { PageState } from '../../store/page-state.ts';
import { submitBilling } from './actions.ts';
import { CheckoutBillingPage } from './CheckoutBillingPage.tsx';
import type { CheckoutBillingData } from './page.ts';

afterEach(cleanup);

const { billing } = createOrder();

function createData(changes: Partial<CheckoutBillingData['frame']> = {}): CheckoutBillingData {
  const calculated = createCartCalculation([createLine()]);
  return {
    kind: 'checkoutBilling',
    frame: {
      cart: createCart(),
      calculated: {
        ...calculated,
        products: calculated.products.map((line) => ({
          ...line,
          product: toListedProduct(line.product),
          freeProducts: [],
        })),
      },
      steps: ['billing', 'delivery', 'payment'],
      orderButton: null,
      guaranteeNotice: null,
      idempotencyKey: 'a'.repeat(32),
      ...changes,
    },
    countries: fakeCountries,
    owner: null,
  };
}

function visitBilling(data: CheckoutBillingData, api: Partial<Record<keyof Api, unknown>> = {}) {
  const page: PageState = {
    virtualPath: '/checkout/billing/',
    head: { title: '', description: null, canonicalPath: null, alternates: [], isIndexable: false },
    data,
  };
  return renderInShop(<CheckoutBillingPage data={data} />, {
    page,
    path: '/checkout/billing/',
    api: api as Partial<Api>,
  });
}
const getField = (name: string) => {
  const control = document.querySelector<HTMLInputElement>(`form [name="${name}"]`);
  if (!control) throw new Error(`No field ${name}`);
  return control;
};
const typeInto = (name: string, value: string) => {
  const control = getField(name);
  fireEvent.input(control, { target: { value } });
  fireEvent.change(control, { target: { value } });
  fireEvent.blur(control);
};

const [dutch] = fakeCountries;
const britishCountry = {
  ...dutch!,
  regionCode: 'GB',
  name: 'United Kingdom',
  formRules: { ...dutch!.formRules, regionCode: 'GB' },
};

describe('billing form', () => {
  it('accepts a house number or a house name in a country with house names', () => {
    visitBilling({ ...createData(), countries: [britishCountry] });
    expect(document.querySelector('label[for="checkout-streetNumber"]')?.textContent).toBe(
      'House number or name (optional)',
    );
  });

  it('has fields that browsers can autofill, starting with the e-mail address, in the order of the country', () => {
    visitBilling(createData());
    const names = [...document.querySelectorAll('form input:not([type="hidden"]), form select')].map(
      (control) => control.getAttribute('name'),
    );
    expect(names).toEqual([
      'emailAddress',
      'countryId',
      'zipcode',
      'streetNumber',
      'streetNumberAddition',
      'street',
      'city',
      'firstName',
      'lastName',
      'phoneNumber',
      'companyName',
      'vatNumber',
      'password',
      'newsletter',
    ]);
    expect(getField('zipcode').autocomplete).toBe('billing postal-code');
    expect(getField('street').autocomplete).toBe('billing address-line1');
    fireEvent.change(getField('countryId'), { target: { value: '2' } });
    const german = [...document.querySelectorAll('form input:not([type="hidden"])')].map((control) =>
      control.getAttribute('name'),
    );
    expect(german.slice(1, 6)).toEqual(['street', 'streetNumber', 'streetNumberAddition', 'zipcode', 'city']);
  });

  it('shows the stored details', () => {
    visitBilling(createData({ cart: createCart({ billing }) }));
    expect(getField('emailAddress').value).toBe('marit@stal.example');
    expect(getField('street').value).toBe('Klaverweg');
  });

  describe('for a signed-in customer', () => {
    const owner = {
      emailAddress: 'marit@stal.example',
      firstName: 'Marit',
      lastName: 'de Vries',
      phoneNumber: '+31612345678',
      billing: null,
      lacksAddress: true,
      newsletterSubscribe: true,
    };

    it('shows name, e-mail address and phone number at once, and offers to save the address', () => {
      visitBilling({ ...createData(), owner });
      const names = ['emailAddress', 'firstName', 'lastName', 'phoneNumber', 'street'];
      expect(names.map((name) => getField(name).value)).toEqual([
        'marit@stal.example',
        'Marit',
        'de Vries',
        '+31612345678',
        '',
      ]);
      expect(getField('saveAddress').checked).toBe(true);
      expect(document.querySelector('[name="password"]')).toBeNull();
    });

    it('suggests the address of the latest order', () => {
      visitBilling({ ...createData(), owner: { ...owner, billing } });
      expect([getField('street').value, getField('zipcode').value]).toEqual([
        'Klaverweg',
        billing.address.zipcode,
      ]);
      expect(getField('saveAddress').checked).toBe(true);
    });

    it("keeps the cart's details and offers no saving to an account with an address", () => {
      const inCart = { ...billing, emailAddress: 'other@stal.example' };
      visitBilling({
        ...createData({ cart: createCart({ billing: inCart }) }),
        owner: { ...owner, billing, lacksAddress: false },
      });
      expect(getField('emailAddress').value).toBe('other@stal.example');
      expect(document.querySelector('[name="saveAddress"]')).toBeNull();
    });
  });

  it('looks up street and town of a Dutch postcode and house number without overwriting typed values', async () => {
    const asked: unknown[] = [];
    visitBilling(createData(), {
      lookUpAddress: async ({ body }: { body: unknown }) => {
        asked.push(body);
        return { address: { street: 'Klaverweg', city: 'Apeldoorn' } };
      },
    });
    typeInto('zipcode', '7311 KZ');
    expect(asked).toEqual([]);
    typeInto('streetNumber', '12');
    await waitFor(() => expect(getField('street').value).toBe('Klaverweg'));
    expect(getField('city').value).toBe('Apeldoorn');
    expect(asked).toEqual([{ countryId: 1, zipcode: '7311 KZ', streetNumber: '12' }]);
    // A typed value stays, whatever the look-up returns.
    typeInto('street', 'Achterweg');
    typeInto('streetNumber', '14');
    await waitFor(() => expect(asked).toHaveLength(2));
    expect(getField('street').value).toBe('Achterweg');
  });

  it('offers to use an invalid address, for that address only', () => {
    const typed = { zipcode: '7311 kz', streetNumber: '9999', street: 'Klaverweg', city: 'Apeldoorn' };
    const { store } = visitBilling(createData());
    expect(document.querySelector('[name="confirmedAddress"]')).toBeNull();
    const refuse = (values: Record<string, string>, problems: readonly FormProblem[]) =>
      act(() =>
        store.setState(({ request }) => ({
          request: {
            ...request,
            form: {
              form: 'checkout-billing',
              of: '',
              status: 'refused',
              values: { ...typed, countryId: '1', ...values },
              problems,
            },
          },
        })),
      );
    const invalid = [{ field: 'streetNumber', code: 'invalidAddress' }];
    refuse({}, invalid);
    expect(
      screen.getByRole('link', { name: /find this address at this postcode/ }).getAttribute('href'),
    ).toBe('#checkout-streetNumber');
    const tick = screen.getByRole<HTMLInputElement>('checkbox', { name: /use it anyway/ });
    expect([tick.name, tick.checked]).toEqual(['confirmedAddress', false]);
    fireEvent.click(tick);
    const readFields = () => readSentForm(new FormData(document.querySelector('form') ?? undefined));
    expect(readAddressConfirmation(readFields(), fakeCountries)).toEqual({ isAddressConfirmed: true });
    // The confirmation does not apply to another address.
    typeInto('streetNumber', '9998');
    expect(readAddressConfirmation(readFields(), fakeCountries)).toEqual({});
    refuse({ streetNumber: '9998', confirmedAddress: tick.value }, invalid);
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /use it anyway/ }).checked).toBe(false);
    // A refusal for another reason does not require a new confirmation.
    fireEvent.click(getField('confirmedAddress'));
    refuse({ streetNumber: '9998', confirmedAddress: getField('confirmedAddress').value }, [
      { field: 'firstName', code: 'required' },
    ]);
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /use it anyway/ }).checked).toBe(true);
  });

  it('keeps the layout during a press and shows errors after it', async () => {
    visitBilling(createData());
    const button = screen.getByRole('button', { name: 'Continue to delivery' });
    fireEvent.pointerDown(button);
    typeInto('emailAddress', 'nope');
    expect(getField('emailAddress').getAttribute('aria-invalid')).not.toBe('true');
    fireEvent.pointerUp(button);
    await waitFor(() => expect(getField('emailAddress').getAttribute('aria-invalid')).toBe('true'));
  });

  it('moves a house number out of the street line and can undo it', () => {
    visitBilling(createData());
    typeInto('street', 'Klaverweg 12b');
    expect([getField('street').value, getField('streetNumber').value]).toEqual(['Klaverweg', '12']);
    expect(getField('streetNumberAddition').value).toBe('b');
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect([getField('street').value, getField('streetNumber').value]).toEqual(['Klaverweg 12b', '']);
    fireEvent.blur(getField('street'));
    expect(getField('street').value).toBe('Klaverweg 12b');
  });

  it('shows summary, terms, amount and idempotency key if it is the last step', () => {
    visitBilling(createData({ steps: ['billing'] }));
    expect(getField('acceptsTerms').type).toBe('checkbox');
    expect(getField('idempotencyKey').value).toBe('a'.repeat(32));
    expect(getField('expectedTotalAmount').value).toBe(
      String(createCartCalculation([createLine()]).totalAmount),
    );
    const button = screen.getByRole('button', { name: /Order with obligation to pay/ });
    // Only the terms are between the order summary and the button.
    const summary = button.closest('form')?.querySelector('section:has(dl)');
    expect(summary?.textContent).toContain('2 × Sopra Classic Mash');
    expect(summary?.textContent).toMatch(/VAT/);
    const after = [
      ...document.querySelectorAll('form :is(input:not([type="hidden"]), select, button)'),
    ].filter(
      (control) => (summary?.compareDocumentPosition(control) ?? 0) & Node.DOCUMENT_POSITION_FOLLOWING,
    );
    expect(after.map((control) => control.getAttribute('name'))).toEqual(['acceptsTerms', null]);
    expect(after.at(-1)).toBe(button);
  });

  const path = `/api/legal/notices/${'0'.repeat(64)}`;
  const name = 'Harmonised notice on the legal guarantee';

  it('shows the official notice on the legal guarantee above the button on the last step only', () => {
    const guaranteeNotice = { path: `${path}.svg`, picture: { width: 210, height: 297 } };
    visitBilling(createData({ guaranteeNotice }));
    expect(screen.queryByRole('img', { name })).toBeNull();
    cleanup();
    visitBilling(createData({ steps: ['billing'], guaranteeNotice }));
    const picture = screen.getByRole<HTMLImageElement>('img', { name });
    expect(picture.getAttribute('src')).toBe(`${path}.svg`);
    expect(picture.height / picture.width).toBeCloseTo(297 / 210, 2);
    const button = screen.getByRole('button', { name: /Order with obligation to pay/ });
    expect(picture.compareDocumentPosition(button)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it('links to a notice that is a PDF, and shows nothing without a notice', () => {
    visitBilling(createData({ steps: ['billing'], guaranteeNotice: { path: `${path}.pdf`, picture: null } }));
    expect(screen.getByRole('link', { name: `${name} (PDF)` }).getAttribute('href')).toBe(`${path}.pdf`);
    cleanup();
    visitBilling(createData({ steps: ['billing'] }));
    expect(screen.queryByText(new RegExp(name))).toBeNull();
    expect(screen.queryByRole('img', { name })).toBeNull();
  });
});

describe('submitting the billing step', () => {
  const send = async (fields: Record<string, string>) => {
    const { store } = visitBilling(createData());
    const { address, ...person } = billing;
    const typed = { ...person, ...address, countryId: String(address.countryId), streetNumberAddition: '' };
    return submitBilling({
      api: {
        fetchCart: async () => createCart(),
        calculateCart2: async () => ({
          ...createCartCalculation([createLine()]),
          needsDelivery: false,
          totalAmount: 0,
        }),
        fetchCountries: async () => fakeCountries,
        fetchCountriesLocalizedName: async () =>
          fakeCountries.map(({ countryId, name }) => ({ countryId, localizedName: name })),
        setBilling: async () => undefined,
      } as unknown as Api,
      cart: { id: 'cart' } as ActionContext['cart'],
      fields: readSentForm(Object.entries({ ...typed, ...fields })),
      scope: store.getState().scope,
      options: {},
    });
  };

  it('requires the terms if it is the last step', async () => {
    expect(await send({ expectedTotalAmount: '0' })).toMatchObject({
      problems: [{ field: 'acceptsTerms', code: 'required' }],
    });
  });

  it('is shown again if the cart needed more steps when the page was opened', async () => {
    expect(await send({})).toEqual({ status: 'done', path: '/checkout/billing/', changed: ['cart'] });
  });
});
