import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { ApiError } from '../../../shared/api/api-error.ts';
import type { Api } from '../../../shared/api/client.ts';
import { createLoadContext, createVisitorCart } from '../../../test/fixtures/client-shop.tsx';
import { renderInShop } from '../../../test/fixtures/render-in-shop.tsx';
import type { PrivateLoadContext } from '../../load-context.ts';
import { AccountResetPage } from '../account-reset/AccountResetPage.tsx';
import { loadAccountReset } from '../account-reset/load-account-reset.ts';
import { loadCheckoutPasswordReset } from '../checkout-password-reset/load-checkout-password-reset.ts';
import { AccountConfirmPage } from './AccountConfirmPage.tsx';
import { loadAccountConfirm } from './load-account-confirm.ts';

const userId = '3e6c86a3-6ad6-426f-9bbf-1814fa7757c2';
const token = 'A'.repeat(43);
const link = { userId, token };
const LINK_QUERY = `?token=${token}&userId=${userId}`;

beforeEach(() => window.history.replaceState(null, '', `/account/reset/${LINK_QUERY}`));
afterEach(cleanup);

const createRefusingCall = (code: string, status: number) => async () => {
  throw new ApiError('status', { status, body: { code } });
};
const typeInto = (label: string, value: string) =>
  fireEvent.input(screen.getByLabelText(label), { target: { value } });
const pressButton = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

function visitWithApi(
  page: React.ReactElement,
  name: keyof Api,
  answer: () => Promise<unknown> = async () => undefined,
) {
  const asked: unknown[] = [];
  const api = {
    [name]: (input: unknown) => {
      asked.push(input);
      return answer();
    },
  };
  return { asked, ...renderInShop(page, { api: api as Partial<Api> }) };
}

describe('password reset page', () => {
  const visitReset = (answer?: () => Promise<unknown>) =>
    visitWithApi(<AccountResetPage data={{ kind: 'accountReset', link }} />, 'resetPassword', answer);

  it('removes the token from the URL', () => {
    visitReset();
    expect(window.location.search).toBe('');
  });

  it('requires the same password twice', async () => {
    const { asked } = visitReset();
    typeInto('New password', 'Haverstro 12');
    typeInto('Confirm password', 'Haverstro 13');
    pressButton('Save password');
    expect(await screen.findAllByText(/The passwords do not match/)).not.toHaveLength(0);
    expect(asked).toEqual([]);
  });

  it('sets the password and leads to the sign-in page', async () => {
    const { asked, getByTestId } = visitReset();
    typeInto('New password', ' Haverstro 12');
    typeInto('Confirm password', ' Haverstro 12');
    pressButton('Save password');
    await waitFor(() => expect(getByTestId('location').textContent).toBe('/account/login/?r=1'));
    expect(asked).toEqual([{ params: { userId }, query: { token, newPassword: ' Haverstro 12' } }]);
  });

  it.each([
    ['token_expired', 410],
    ['token_invalid', 404],
  ])('offers a new link if the backend returns %s', async (code, status) => {
    visitReset(createRefusingCall(code, status));
    typeInto('New password', 'Haverstro 12');
    typeInto('Confirm password', 'Haverstro 12');
    pressButton('Save password');
    const heading = await screen.findByRole('heading', { name: 'This link is no longer valid' });
    expect(document.activeElement?.contains(heading)).toBe(true);
    expect(screen.getByRole('link', { name: 'Request a new link' }).getAttribute('href')).toBe(
      '/account/forgot/',
    );
  });

  it('shows no password field for a malformed link', () => {
    renderInShop(<AccountResetPage data={{ kind: 'accountReset', link: null }} />);
    expect(screen.queryByLabelText('New password')).toBeNull();
  });
});

describe('account activation page', () => {
  const visitConfirm = (answer?: () => Promise<unknown>) =>
    visitWithApi(
      <AccountConfirmPage
        data={{ kind: 'accountConfirm', purpose: 'activate', link, asksPassword: false }}
      />,
      'confirmAccount',
      answer,
    );

  it('does nothing when it is opened', () => {
    expect(visitConfirm().asked).toEqual([]);
    expect(window.location.search).toBe('');
  });

  it('activates with the password of the registration', async () => {
    const { asked, getByTestId } = visitConfirm();
    typeInto('Password', 'Haverstro 12');
    pressButton('Activate account');
    await waitFor(() => expect(getByTestId('location').textContent).toBe('/account/login/?a=1'));
    expect(asked).toEqual([{ params: { userId }, query: { token, password: 'Haverstro 12' } }]);
  });

  it('activates with a new password that replaces it', async () => {
    const { asked, getByTestId } = visitConfirm();
    typeInto('Password', 'perhaps 1');
    typeInto('New password', 'Haverstro 12');
    pressButton('Activate account');
    await waitFor(() => expect(getByTestId('location').textContent).toBe('/account/login/?a=1'));
    expect(asked).toEqual([{ params: { userId }, query: { token, newPassword: 'Haverstro 12' } }]);
  });

  it('requires one of the two passwords', async () => {
    const { asked } = visitConfirm();
    pressButton('Activate account');
    expect(await screen.findAllByText('Enter your password')).not.toHaveLength(0);
    expect(asked).toEqual([]);
  });

  it('reports a wrong password at its field', async () => {
    visitConfirm(createRefusingCall('invalid_credentials', 401));
    typeInto('Password', 'perhaps 1');
    pressButton('Activate account');
    const field = screen.getByLabelText('Password');
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
    const described = document.getElementById(`${field.id}-error`);
    expect(described?.textContent).toContain('not the password that was chosen');
  });

  it('offers another mail if the link has expired', async () => {
    visitConfirm(createRefusingCall('token_expired', 410));
    typeInto('Password', 'Haverstro 12');
    pressButton('Activate account');
    await screen.findByRole('heading', { name: 'This link is no longer valid' });
    expect(screen.getByRole('link', { name: 'Send activation email' }).getAttribute('href')).toBe(
      '/account/resend-confirmation/',
    );
  });
});

describe.each([
  ['change', 'Confirm email address', 'Your email address has been changed'],
  ['undo', 'Undo the change', 'The change has been undone'],
] as const)('page to %s an e-mail address', (purpose, button, done) => {
  const visitLink = (answer?: () => Promise<unknown>, asksPassword = false) =>
    visitWithApi(
      <AccountConfirmPage data={{ kind: 'accountConfirm', purpose, link, asksPassword }} />,
      'confirmAccount',
      answer,
    );

  it('takes effect when its button is pressed, and confirms it', async () => {
    const { asked } = visitLink();
    expect(asked).toEqual([]);
    expect(document.querySelectorAll('input:not([type="hidden"])')).toHaveLength(0);
    pressButton(button);
    const heading = await screen.findByRole('heading', { name: done });
    expect(document.activeElement?.contains(heading)).toBe(true);
    expect(asked).toEqual([{ params: { userId }, query: { token } }]);
  });

  it("sends the account's password if it is required", async () => {
    const { asked } = visitLink(undefined, true);
    typeInto('Password', 'Haverstro 12');
    pressButton(button);
    await screen.findByRole('heading', { name: done });
    expect(asked).toEqual([{ params: { userId }, query: { token, password: 'Haverstro 12' } }]);
  });

  it('requires the password if another user is signed in', async () => {
    visitLink(createRefusingCall('invalid_credentials', 401));
    pressButton(button);
    await waitFor(() => expect(screen.getByLabelText('Password').getAttribute('aria-invalid')).toBe('true'));
  });

  it('reports that another account uses the address', async () => {
    visitLink(createRefusingCall('email_address_taken', 409));
    pressButton(button);
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Another account is now using this email address',
    );
  });
});

describe('loading a mailed link', () => {
  const load = async <T,>(
    loadPage: (context: PrivateLoadContext) => Promise<T>,
    query: string,
    checkAccountLink: (input: unknown) => Promise<unknown> = async () => {
      throw new Error('A malformed link must not be checked');
    },
  ): Promise<T> => {
    const { context } = createLoadContext({}, { query });
    return loadPage({
      ...context,
      visitor: { checkAccountLink } as unknown as Api,
      cart: createVisitorCart(),
      mayBeSignedIn: true,
    });
  };
  const leadTo = (url: string) => ({ redirect: { status: 303, url } });

  it.each(['', `token=${token}`, `userId=${userId}`, `token=&userId=${userId}`])(
    'redirects if the query is %j (specification §2)',
    async (query) => {
      expect(await load(loadAccountReset, query)).toEqual(leadTo('/account/'));
      expect(await load(loadAccountConfirm, query)).toEqual(leadTo('/'));
      expect(await load(loadCheckoutPasswordReset, query)).toEqual(leadTo('/checkout/login/'));
    },
  );

  it.each([
    `token=${'a'.repeat(201)}&userId=${userId}`,
    `token=${token}&userId=1`,
    `token=a.b&userId=${userId}`,
  ])('loads no form if the query is %j', async (query) => {
    expect(await load(loadAccountReset, query)).toMatchObject({ status: 200, data: { link: null } });
    expect(await load(loadAccountConfirm, query)).toMatchObject({ status: 200, data: { link: null } });
  });

  it.each([
    ['', 'activate'],
    ['&change=1', 'change'],
    ['&undo=1', 'undo'],
    ['&change=2', 'activate'],
  ])('reads the purpose from %j', async (flags, purpose) => {
    const query = `token=${token}&userId=${userId}${flags}`;
    expect(await load(loadAccountConfirm, query, async () => ({ isOpen: true }))).toMatchObject({
      status: 200,
      head: { isIndexable: false, canonicalPath: null },
      data: { purpose, link },
    });
  });

  it.each([
    ['confirm', loadAccountConfirm],
    ['reset', loadAccountReset],
    ['reset', loadCheckoutPasswordReset],
  ] as const)('checks the link to %s and loads no form if it has expired', async (purpose, loadPage) => {
    const inputs: unknown[] = [];
    const query = `token=${token}&userId=${userId}`;
    const loadWith = async (isOpen: boolean) =>
      load<unknown>(loadPage, query, async (input) => {
        inputs.push(input);
        return { isOpen };
      });
    expect(await loadWith(false)).toMatchObject({ status: 200, data: { link: null } });
    expect(await loadWith(true)).toMatchObject({ status: 200, data: { link } });
    const input = { params: { userId }, query: { token, purpose } };
    expect(inputs).toEqual([input, input]);
  });

  it('loads the form if the check fails', async () => {
    const query = `token=${token}&userId=${userId}`;
    for (const status of [429, 500]) {
      expect(await load(loadAccountReset, query, createRefusingCall('any', status))).toMatchObject({
        data: { link },
      });
    }
  });
});
