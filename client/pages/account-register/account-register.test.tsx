import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { ApiError } from '../../../shared/api/api-error.ts';
import type { Api } from '../../../shared/api/client.ts';
import { fakeCountries } from '../../../test/fixtures/fake-shop.ts';
import { renderInShop } from '../../../test/fixtures/render-in-shop.tsx';
import { AccountRegisterPage } from './AccountRegisterPage.tsx';

afterEach(cleanup);

const rules = fakeCountries[0]?.formRules ?? null;
const visitRegistration = (api: Partial<Record<keyof Api, unknown>> = {}) =>
  renderInShop(<AccountRegisterPage data={{ kind: 'accountRegister', rules }} />, {
    path: '/account/register/',
    api: api as Partial<Api>,
  });
const getFieldByLabel = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const typeInto = (label: string, value: string) => {
  fireEvent.input(getFieldByLabel(label), { target: { value } });
  fireEvent.change(getFieldByLabel(label), { target: { value } });
};
const pressCreateAccount = () => fireEvent.click(screen.getByRole('button', { name: 'Create account' }));
const fillInForm = (password = 'Haverstro 12') => {
  typeInto('First name', 'Marit');
  typeInto('Last name', 'de Vries');
  typeInto('Email address', 'marit@stal.example');
  typeInto('Password', password);
};
const readPasswordRules = () =>
  [...screen.getByRole('list', { name: 'Your password needs' }).children].map(
    ({ textContent }) => textContent,
  );

describe('registration form', () => {
  it('has fields that browsers can autofill, and a link to the privacy statement', () => {
    visitRegistration();
    expect(
      ['First name', 'Last name', 'Email address', 'Password'].map(
        (label) => getFieldByLabel(label).autocomplete,
      ),
    ).toEqual(['given-name', 'family-name', 'email', 'new-password']);
    expect(getFieldByLabel('Email language').value).toBe('4');
  });

  it('ticks fulfilled password rules while typing and announces them to screen readers', () => {
    visitRegistration();
    const before = ['At least 7 characters', 'A letter', 'A number'];
    expect(readPasswordRules()).toEqual(before);
    const described = getFieldByLabel('Password').getAttribute('aria-describedby')?.split(' ') ?? [];
    expect(described.map((id) => document.getElementById(id)?.getAttribute('aria-label'))).toEqual([
      'Your password needs',
    ]);
    fireEvent.input(getFieldByLabel('Password'), { target: { value: 'haver1' } });
    expect(readPasswordRules()).toEqual([
      'At least 7 characters',
      'A letter (present)',
      'A number (present)',
    ]);
    fireEvent.input(getFieldByLabel('Password'), { target: { value: 'havers1' } });
    expect(readPasswordRules()).toEqual(before.map((rule) => `${rule} (present)`));
  });

  it.each(['haver1', '12345678', 'haverstro', `${'a'.repeat(128)}1`])(
    'does not send the password %j and describes the rule',
    async (password) => {
      visitRegistration({
        fetchCountries: async () => fakeCountries,
        registerAccount: () => {
          throw new Error('Unexpected call');
        },
      });
      fillInForm(password);
      pressCreateAccount();
      await waitFor(() => expect(getFieldByLabel('Password').getAttribute('aria-invalid')).toBe('true'));
      expect(screen.getAllByText(/at least 7 characters with both numbers and letters/)).not.toHaveLength(0);
    },
  );

  it('sends the typed values and opens the page with the next step', async () => {
    const sent: unknown[] = [];
    const { getByTestId } = visitRegistration({
      registerAccount: async (input: unknown) => {
        sent.push(input);
      },
    });
    fillInForm();
    // Company fields are ignored unless the box is checked.
    typeInto('Company name (optional)', 'Stal Klaver');
    fireEvent.click(
      getFieldByLabel('Send me the Havero newsletter by email, once a month. I can unsubscribe at any time.'),
    );
    pressCreateAccount();
    await waitFor(() => expect(getByTestId('location').textContent).toBe('/account/login/?s=1'));
    expect(sent).toEqual([
      {
        query: { callbackUrl: '/account/confirm/' },
        body: {
          firstName: 'Marit',
          lastName: 'de Vries',
          emailAddress: 'marit@stal.example',
          password: 'Haverstro 12',
          languageId: 4,
          companyName: '',
          vatNumber: '',
          newsletterSubscribe: true,
        },
      },
    ]);
  });

  it('shows the errors of the fields that the backend refuses', async () => {
    const errors = [
      { field: 'body.password', code: 'password' },
      { field: 'body.emailAddress', code: 'format' },
      { field: 'body.vatNumber', code: 'format' },
      { field: 'body.firstName', code: 'maxLength' },
    ];
    visitRegistration({
      registerAccount: async () => {
        throw new ApiError('status', { status: 400, body: { code: 'validation_failed', errors } });
      },
    });
    fillInForm();
    fireEvent.click(getFieldByLabel('I’m ordering for a company'));
    typeInto('VAT number (optional)', '');
    pressCreateAccount();
    await screen.findByText('4 things need your attention');
    expect(screen.getAllByText(/Enter an email address like/)).not.toHaveLength(0);
    expect(screen.getAllByText(/At most 50 characters/)).not.toHaveLength(0);
    expect(screen.getAllByText(/Check the VAT number.*NL000000000B00/)).not.toHaveLength(0);
  });
});
