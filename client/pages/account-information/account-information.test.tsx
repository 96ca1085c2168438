import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { ApiError } from '../../../shared/api/api-error.ts';
import type { Api } from '../../../shared/api/client.ts';
import type { AccountSession } from '../../../shared/contract/accounts.ts';
import { createAccount, owner } from '../../../test/fixtures/client-accounts.ts';
import { fakeCountries } from '../../../test/fixtures/fake-shop.ts';
import { renderInShop } from '../../../test/fixtures/render-in-shop.tsx';
import { account as accountStore } from '../../store/account.ts';
import { AccountInformationPage } from './AccountInformationPage.tsx';
import type { AccountInformationData } from './page.ts';

afterEach(() => {
  cleanup();
  accountStore.clear();
  localStorage.clear();
});

const sessions: AccountSession[] = [
  {
    sessionId: '11111111-1111-4111-8111-111111111111',
    created: '2026-11-20T10:00:00.000Z',
    lastSeen: '2026-11-24T19:00:00.000Z',
    isCurrent: true,
    isKept: true,
    browser: 'Firefox',
    system: 'Android',
    network: '192.0.2.0/24',
  },
  {
    sessionId: '22222222-2222-4222-8222-222222222222',
    created: '2026-11-20T10:00:00.000Z',
    lastSeen: '2026-11-22T19:00:00.000Z',
    isCurrent: false,
    isKept: false,
    browser: null,
    system: null,
    network: null,
  },
];

function visitInformation(
  changes: Partial<AccountInformationData> = {},
  api: Partial<Record<keyof Api, unknown>> = {},
) {
  const { formToken: _formToken, ...account } = createAccount();
  const data: AccountInformationData = {
    kind: 'accountInformation',
    owner,
    action: null,
    account,
    countries: fakeCountries,
    addresses: [],
    sessions,
    ...changes,
  };
  return renderInShop(<AccountInformationPage data={data} />, {
    page: {
      virtualPath: '/account/information/',
      head: { title: '', description: null, canonicalPath: null, alternates: [], isIndexable: false },
      data,
    },
    path: '/account/information/',
    api: {
      fetchCountries: async () => fakeCountries,
      fetchCountriesLocalizedName: async () =>
        fakeCountries.map(({ countryId, name }) => ({ countryId, localizedName: name })),
      ...api,
    } as Partial<Api>,
  });
}

function getForm(name: string): HTMLFormElement {
  const form = [...document.querySelectorAll('form')].find(
    (candidate) => candidate.querySelector<HTMLInputElement>('[name="form"]')?.value === name,
  );
  if (!form) throw new Error(`No form ${name}`);
  return form;
}
function type(form: string, values: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(values)) {
    const control = getForm(form).querySelector(`[name="${name}"]`);
    if (!control) throw new Error(`No field ${name}`);
    fireEvent.change(control, { target: { value } });
  }
}
const submitForm = (form: string) => fireEvent.submit(getForm(form));
/** Waits for the message of a form. */
const findSuccessMessage = () =>
  waitFor(() => {
    const told = document.querySelector('[data-form-notice] [role="status"]');
    if (!told) throw new Error('No message is shown');
    return told;
  });
const createRefusingCall = (status: number, body: unknown) => async (_input: unknown) =>
  Promise.reject(new ApiError('status', { status, body }));

describe('AccountInformationPage', () => {
  it('renders all parts on one page, each under a heading', () => {
    visitInformation();
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'Name and contact',
      'Address',
      'Address book',
      'Company',
      'Email address',
      'Password',
      'Where you are signed in',
      'Your data',
    ]);
  });

  it('renders only the part that the URL names, with a link to all parts', () => {
    visitInformation({ action: 'password' });
    expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(1);
    expect(screen.getByRole('link', { name: 'All my details' }).getAttribute('href')).toBe(
      '/account/information/',
    );
  });

  it('renders plain forms that are sent to their own part with the session token', () => {
    visitInformation();
    const own = [...document.querySelectorAll('form')].filter(
      (form) => form.querySelector<HTMLInputElement>('[name="form"]')?.value !== 'sign-out',
    );
    expect(own.map((form) => form.getAttribute('action'))).toEqual([
      '/account/information/personal/',
      '/account/information/address/',
      '/account/information/address/',
      '/account/information/addresses/',
      '/account/information/company/',
      '/account/information/email/',
      '/account/information/password/',
      '/account/information/sessions/',
      '/account/information/privacy/',
      '/account/information/privacy/',
    ]);
    for (const form of own) {
      expect(form.method).toBe('post');
      expect(form.querySelector<HTMLInputElement>('[name="formToken"]')?.value).toBe('form-token');
    }
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('confirms that the details are saved and moves the focus there', async () => {
    const updateAccount = jest.fn(async (_input: unknown) => undefined);
    visitInformation({}, { updateAccount });
    type('account-personal', { firstName: 'Maria', mobilePhoneNumber: '06 87654321' });
    submitForm('account-personal');
    const told = await findSuccessMessage();
    expect(told.textContent).toBe('Your details have been saved.');
    expect(updateAccount.mock.calls[0]?.[0]).toEqual({
      query: { callbackUrl: '/account/information/' },
      body: {
        firstName: 'Maria',
        lastName: 'de Vries',
        phoneNumber: '',
        mobilePhoneNumber: '06 87654321',
        languageId: 4,
      },
    });
    await waitFor(() => expect(document.activeElement?.contains(told)).toBe(true));
  });

  it('links to the invalid field and moves the focus to the error summary', async () => {
    const body = { code: 'validation_failed', errors: [{ field: 'body.mobilePhoneNumber', code: 'format' }] };
    visitInformation({}, { updateAccount: createRefusingCall(400, body) });
    submitForm('account-personal');
    const fault = await screen.findByRole('link', { name: /Mobile number: Enter a phone number/ });
    expect(fault.getAttribute('href')).toBe('#personal-mobilePhoneNumber');
    expect(document.getElementById('personal-mobilePhoneNumber')?.getAttribute('aria-invalid')).toBe('true');
    await waitFor(() => expect(document.activeElement?.contains(fault)).toBe(true));
  });

  it('stores an address in the format of its country', async () => {
    const updateAccount = jest.fn(async (_input: unknown) => undefined);
    visitInformation({}, { updateAccount });
    type('account-address', { zipcode: 'x' });
    submitForm('account-address');
    expect(await screen.findByRole('link', { name: /Enter a postcode such as 7311 KZ/ })).toBeTruthy();
    expect(updateAccount).not.toHaveBeenCalled();
    type('account-address', { zipcode: '7311kz' });
    submitForm('account-address');
    await findSuccessMessage();
    expect(updateAccount.mock.calls[0]?.[0]).toMatchObject({
      body: { address: { zipcode: '7311 KZ', countryId: 1 } },
    });
  });

  it('links to the sign-in page if the session has expired', async () => {
    visitInformation({}, { updateAccount: createRefusingCall(401, { code: 'not_authenticated' }) });
    submitForm('account-company');
    const alert = within(await screen.findByRole('alert'));
    expect(alert.getByRole('link', { name: 'Sign in again' }).getAttribute('href')).toBe(
      `/account/login/?returnPath=${encodeURIComponent('/account/information/')}`,
    );
  });

  it('confirms a form that was sent without script', () => {
    const { store } = visitInformation({ action: 'personal' });
    act(() =>
      store.setState(({ request }) => ({
        request: { ...request, notice: { form: 'account-personal', back: null } },
      })),
    );
    expect(screen.getByText('Your details have been saved.')).toBeTruthy();
  });
});

describe('address book', () => {
  const stable = {
    addressId: '33333333-3333-4333-8333-333333333333',
    addressName: 'Stable',
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
  const { addressId, ...entry } = stable;
  const typed = {
    addressName: 'Stable',
    firstName: 'Anna',
    lastName: 'Bos',
    zipcode: '7311kz',
    streetNumber: '3',
    street: 'Dorpsstraat',
    city: 'Apeldoorn',
  };

  it('lists the saved addresses by name, each with a form to change and to delete it', () => {
    visitInformation({ action: 'addresses', addresses: [stable] });
    const item = within(screen.getByText('Stable', { selector: 'strong' }).closest('li') as HTMLElement);
    expect(item.getByText('Anna Bos, Dorpsstraat 3, 7311 KZ Apeldoorn, Netherlands')).toBeTruthy();
    expect(item.getByText('Edit').closest('summary')?.textContent).toBe('Edit Stable');
    expect(item.getByRole('button', { name: 'Delete Stable' })).toBeTruthy();
  });

  it('adds an address, confirms it and moves the focus to the message', async () => {
    const saveAddress = jest.fn(async (_input: unknown) => stable);
    visitInformation({ action: 'addresses' }, { saveAddress });
    type('account-book', typed);
    submitForm('account-book');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Your details have been saved.'));
    expect(saveAddress.mock.calls[0]?.[0]).toEqual({ body: entry });
  });

  it('saves an invalid address after it was confirmed', async () => {
    const problem = { field: 'address.streetNumber', code: 'invalidAddress' };
    const saveAddress = jest
      .fn(async (_input: unknown): Promise<unknown> => stable)
      .mockImplementationOnce(createRefusingCall(400, { code: 'validation_failed', errors: [problem] }));
    visitInformation({ action: 'addresses' }, { saveAddress });
    type('account-book', typed);
    expect(screen.queryByRole('checkbox')).toBeNull();
    submitForm('account-book');
    const fault = await screen.findByRole('link', { name: /find this address at this postcode/ });
    expect(fault.getAttribute('href')).toBe('#book-streetNumber');
    fireEvent.click(screen.getByRole('checkbox', { name: /use it anyway/ }));
    submitForm('account-book');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Your details have been saved.'));
    expect(saveAddress.mock.calls.map(([input]) => input)).toEqual([
      { body: entry },
      { body: { ...entry, isAddressConfirmed: true } },
    ]);
  });

  it.each([
    ['account-address', (address: object) => ({ address })],
    [
      'account-delivery',
      (address: object) => ({
        alternativeShippingAddress: { firstName: 'Anna', lastName: 'Bos', address },
      }),
    ],
  ])('confirms an invalid address in the form %s', async (form, toBody) => {
    const updateAccount = jest
      .fn(async (_input: unknown): Promise<unknown> => undefined)
      .mockImplementationOnce(
        createRefusingCall(400, {
          code: 'validation_failed',
          errors: [{ field: 'address.street', code: 'invalidAddress' }],
        }),
      );
    visitInformation({ action: 'address' }, { updateAccount });
    const { addressName: _name, firstName, lastName, ...address } = typed;
    type(form, form === 'account-delivery' ? { firstName, lastName, ...address } : address);
    submitForm(form);
    fireEvent.click(await screen.findByRole('checkbox', { name: /use it anyway/ }));
    submitForm(form);
    await waitFor(() => expect(updateAccount).toHaveBeenCalledTimes(2));
    expect(updateAccount.mock.calls[1]?.[0]).toMatchObject({
      body: { ...toBody({ street: 'Dorpsstraat', streetNumber: '3' }), isAddressConfirmed: true },
    });
  });

  it('changes the address of the form', async () => {
    const changeSavedAddress = jest.fn(async (_input: unknown) => stable);
    visitInformation({ action: 'addresses', addresses: [stable] }, { changeSavedAddress });
    type('account-book', { addressName: 'Meadow' });
    submitForm('account-book');
    await waitFor(() => expect(changeSavedAddress).toHaveBeenCalled());
    expect(changeSavedAddress.mock.calls[0]?.[0]).toEqual({
      params: { addressId },
      body: { ...entry, addressName: 'Meadow' },
    });
  });

  it('deletes an address, also one that is already deleted', async () => {
    const deleteSavedAddress = jest.fn(createRefusingCall(404, { code: 'not_found' }));
    visitInformation({ action: 'addresses', addresses: [stable] }, { deleteSavedAddress });
    submitForm('account-book-delete');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Your details have been saved.'));
    expect(deleteSavedAddress.mock.calls[0]?.[0]).toEqual({ params: { addressId } });
  });

  it('reports a duplicate name at its field and keeps the form open', async () => {
    visitInformation(
      { action: 'addresses' },
      { saveAddress: createRefusingCall(409, { code: 'address_name_taken' }) },
    );
    type('account-book', typed);
    submitForm('account-book');
    const fault = await screen.findByRole('link', { name: /already have an address with this name/ });
    expect(fault.getAttribute('href')).toBe('#book-addressName');
    expect(document.getElementById('book-addressName')?.getAttribute('aria-invalid')).toBe('true');
    expect(getForm('account-book').closest('details')?.open).toBe(true);
    await waitFor(() => expect(document.activeElement?.contains(fault)).toBe(true));
  });

  it('reports missing fields before anything is sent', async () => {
    const saveAddress = jest.fn(async (_input: unknown) => stable);
    visitInformation({ action: 'addresses' }, { saveAddress });
    type('account-book', { ...typed, addressName: '' });
    submitForm('account-book');
    expect(await screen.findByRole('link', { name: 'Enter a name for this address' })).toBeTruthy();
    expect(saveAddress).not.toHaveBeenCalled();
  });

  it('shows no form for a new address if the address book is full', () => {
    const addresses = Array.from({ length: 20 }, (_, index) => ({
      ...stable,
      addressId: `33333333-3333-4333-8333-${String(index).padStart(12, '0')}`,
      addressName: `Stable ${index}`,
    }));
    visitInformation({ action: 'addresses', addresses });
    expect(screen.getByText(/You have saved 20 addresses/)).toBeTruthy();
    expect(screen.queryByText('Add an address')).toBeNull();
  });
});

describe('change of the e-mail address', () => {
  it('requires the password and reports a wrong one at its field', async () => {
    const changeEmailAddress = jest.fn(createRefusingCall(401, { code: 'invalid_credentials' }));
    visitInformation({}, { changeEmailAddress });
    submitForm('account-email');
    expect(await screen.findAllByText('Enter your new email address')).toHaveLength(2);
    expect(screen.getAllByText('Enter your current password')).toHaveLength(2);
    expect(changeEmailAddress).not.toHaveBeenCalled();
    type('account-email', { emailAddress: 'new@stal.example', currentPassword: ' with spaces 1 ' });
    submitForm('account-email');
    expect(await screen.findByRole('link', { name: 'This is not your current password.' })).toBeTruthy();
    expect(changeEmailAddress.mock.calls[0]?.[0]).toEqual({
      query: { callbackUrl: '/account/confirm/' },
      body: { emailAddress: 'new@stal.example', password: ' with spaces 1 ' },
    });
  });

  it('confirms the mail and shows the pending address', async () => {
    visitInformation({}, { changeEmailAddress: async () => undefined });
    type('account-email', { emailAddress: 'new@stal.example', currentPassword: 'Haverstro 12' });
    submitForm('account-email');
    expect((await findSuccessMessage()).textContent).toMatch(/We have emailed a link to the new/);
    cleanup();
    const { formToken: _formToken, ...account } = createAccount({ newEmailAddress: 'new@stal.example' });
    visitInformation({ account });
    expect(screen.getByText(/We have sent a link to new@stal\.example/)).toBeTruthy();
  });
});

describe('change of the password', () => {
  it('validates the new password before anything is sent', async () => {
    const changePassword = jest.fn(async (_input: unknown) => undefined);
    visitInformation({}, { changePassword });
    type('account-password', { currentPassword: 'Haverstro 12', newPassword: 'short1' });
    submitForm('account-password');
    expect(
      await screen.findByRole('link', { name: /does not meet the requirements: at least 7/ }),
    ).toBeTruthy();
    expect(changePassword).not.toHaveBeenCalled();
  });

  it('confirms the change and empties the fields', async () => {
    visitInformation({}, { changePassword: async () => undefined });
    type('account-password', { currentPassword: 'Haverstro 12', newPassword: 'Haverstro 13' });
    submitForm('account-password');
    expect((await findSuccessMessage()).textContent).toMatch(/Your password has been changed/);
    const fields = getForm('account-password').querySelectorAll<HTMLInputElement>('[name$="assword"]');
    expect([...fields].map(({ value }) => value)).toEqual(['', '']);
  });
});

describe('sessions', () => {
  it('are listed, the current one marked and without a button', () => {
    visitInformation({ action: 'sessions' });
    const rows = screen.getAllByText(/Firefox on Android|Unknown browser/, { selector: 'strong' });
    const [current, other] = rows.map((name) => name.closest('li') as HTMLElement);
    expect(current?.textContent).toContain('This device');
    expect(current?.textContent).toContain(
      'Last seen 24 November 2026, 20:00, Network 192.0.2.0/24, stays signed in',
    );
    expect(within(current as HTMLElement).queryByRole('button')).toBeNull();
    expect(within(other as HTMLElement).getByRole('button').textContent).toBe(
      'Sign out device Unknown browser',
    );
  });

  it('can be ended on other devices', async () => {
    const endSession = jest.fn(async (_input: unknown) => undefined);
    visitInformation({ action: 'sessions' }, { endSession });
    submitForm('session-end');
    expect((await screen.findByRole('status')).textContent).toBe('That device has been signed out.');
    expect(endSession.mock.calls[0]?.[0]).toEqual({
      params: { sessionId: '22222222-2222-4222-8222-222222222222' },
    });
  });

  it('require the password if it was given long ago, then end the session', async () => {
    const refusals = ['reauthentication_required', 'invalid_credentials'];
    const confirmPassword = jest.fn(async (_input: unknown) => {
      const code = refusals.shift();
      if (code !== undefined) throw new ApiError('status', { status: 401, body: { code } });
    });
    let isFresh = false;
    const endSession = jest.fn(async (_input: unknown) => {
      if (!isFresh) {
        throw new ApiError('status', { status: 401, body: { code: refusals.shift() } });
      }
    });
    visitInformation({ action: 'sessions' }, { endSession, confirmPassword });
    expect(screen.queryByLabelText('Current password')).toBeNull();
    submitForm('session-end');
    const field = await screen.findByLabelText('Current password');
    expect(screen.getByText('Enter your password to sign out another device.')).toBeTruthy();
    expect(confirmPassword).not.toHaveBeenCalled();
    fireEvent.change(field, { target: { value: 'Haverstro 13' } });
    submitForm('session-end');
    expect(await screen.findByText('This is not your current password.')).toBeTruthy();
    expect(endSession).toHaveBeenCalledTimes(1);
    isFresh = true;
    fireEvent.change(screen.getByLabelText('Current password'), { target: { value: 'Haverstro 12' } });
    submitForm('session-end');
    expect((await screen.findByRole('status')).textContent).toBe('That device has been signed out.');
    expect(confirmPassword.mock.calls.map(([input]) => input)).toEqual([
      { body: { password: 'Haverstro 13' } },
      { body: { password: 'Haverstro 12' } },
    ]);
    expect(screen.queryByLabelText('Current password')).toBeNull();
  });
});

describe('data export', () => {
  it('can be downloaded after the password was given', async () => {
    const confirmPassword = jest.fn(async (_input: unknown) => undefined);
    visitInformation({}, { confirmPassword });
    type('account-export', { currentPassword: 'Haverstro 12' });
    submitForm('account-export');
    const link = await screen.findByRole('link', { name: 'Download my data (JSON)' });
    expect([link.getAttribute('href'), link.hasAttribute('download')]).toEqual(['/api/account/export', true]);
    expect(confirmPassword.mock.calls[0]?.[0]).toEqual({ body: { password: 'Haverstro 12' } });
  });
});

describe('closing the account', () => {
  it('requires a confirmation', async () => {
    const deleteAccount = jest.fn(async (_input: unknown) => undefined);
    visitInformation({}, { deleteAccount });
    type('account-close', { currentPassword: 'Haverstro 12' });
    submitForm('account-close');
    expect(await screen.findByRole('link', { name: /Tick this box to confirm/ })).toBeTruthy();
    expect(deleteAccount).not.toHaveBeenCalled();
  });

  it('removes all account data from the page and the tab, and notifies other tabs', async () => {
    const deleteAccount = jest.fn(async (_input: unknown) => undefined);
    visitInformation({}, { deleteAccount });
    expect(accountStore.get().isAuthenticated).toBe(true);
    type('account-close', { currentPassword: 'Haverstro 12' });
    const box = getForm('account-close').querySelector<HTMLInputElement>('[name="confirmed"]');
    if (box) fireEvent.click(box);
    submitForm('account-close');
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Your account has been closed.' }),
    ).toBeTruthy();
    expect(deleteAccount.mock.calls[0]?.[0]).toEqual({ body: { password: 'Haverstro 12' } });
    expect(document.body.textContent).not.toMatch(/marit|de Vries|Klaverweg/i);
    expect(document.querySelector('form')).toBeNull();
    expect(accountStore.get()).toMatchObject({ isAuthenticated: false, info: null });
    expect(localStorage.getItem('account-changed')).not.toBeNull();
  });
});
