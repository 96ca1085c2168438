import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { ApiError } from '../../../shared/api/api-error.ts';
import type { Api } from '../../../shared/api/client.ts';
import { createLoadContext, createVisitorCart } from '../../../test/fixtures/client-shop.tsx';
import { renderInShop } from '../../../test/fixtures/render-in-shop.tsx';
import { parseLoginQuery } from '../../features/account/login-query.ts';
import { AccountLoginPage } from './AccountLoginPage.tsx';
import { loadAccountLogin } from './load-account-login.ts';

afterEach(cleanup);

function visitLogin(query = '', api: Partial<Record<keyof Api, unknown>> = {}) {
  const data = { kind: 'accountLogin', ...parseLoginQuery(new URLSearchParams(query)) } as const;
  return renderInShop(<AccountLoginPage data={data} />, {
    path: '/account/login/',
    api: api as Partial<Api>,
  });
}
const getFieldByLabel = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const typeInto = (label: string, value: string) =>
  fireEvent.input(getFieldByLabel(label), { target: { value } });
const pressButton = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const createRefusingCall =
  (code: string, status = 401, headers = {}) =>
  async () => {
    throw new ApiError('status', { status, body: { code }, headers });
  };

describe('sign-in form', () => {
  it('has labelled fields that browsers can autofill', () => {
    visitLogin();
    expect([getFieldByLabel('Email address').autocomplete, getFieldByLabel('Password').autocomplete]).toEqual(
      ['username', 'current-password'],
    );
    expect(getFieldByLabel('Password').type).toBe('password');
    expect(getFieldByLabel('Keep me signed in on this device').checked).toBe(false);
  });

  it('shows the password on request and hides it again', () => {
    visitLogin();
    typeInto('Password', 'Haverstro 12');
    const button = screen.getByRole('button', { name: 'Show password' });
    expect(button.getAttribute('aria-pressed')).toBe('false');
    fireEvent.click(button);
    expect([getFieldByLabel('Password').type, button.getAttribute('aria-pressed')]).toEqual(['text', 'true']);
    expect(getFieldByLabel('Password').value).toBe('Haverstro 12');
    fireEvent.click(button);
    expect(getFieldByLabel('Password').type).toBe('password');
  });

  it('reports missing fields without a call', async () => {
    visitLogin('', {
      signIn: () => {
        throw new Error('Unexpected call');
      },
    });
    pressButton('Sign in');
    const summary = (await screen.findByText('2 things need your attention')).closest('section');
    await waitFor(() => expect(document.activeElement).toBe(summary));
    const links = within(summary!).getAllByRole('link');
    expect(links.map(({ textContent }) => textContent)).toEqual([
      'Enter your email address',
      'Enter your password',
    ]);
    const described = getFieldByLabel('Password').getAttribute('aria-describedby');
    expect(document.getElementById(String(described))?.textContent).toBe('Enter your password');
  });

  it.each(['invalid_credentials', 'account_not_activated'])(
    'shows the same message for %s, with links to reset the password and to resend the mail',
    async (code) => {
      const asked: unknown[] = [];
      visitLogin('', {
        signIn: createRefusingCall(code),
        resendConfirmation: async (input: unknown) => {
          asked.push(input);
        },
      });
      typeInto('Email address', 'marit@stal.example');
      typeInto('Password', ' wrong 1 ');
      pressButton('Sign in');
      const notice = await screen.findByRole('alert');
      expect(notice.textContent).toBe(
        'We do not recognise this combination of email and password. Try again or use “Forgot password?”. A new account must be activated first; we can send the activation email again.',
      );
      expect(document.activeElement?.contains(notice)).toBe(true);
      expect(getFieldByLabel('Password').value).toBe(' wrong 1 ');
      expect(screen.getAllByRole('link', { name: 'Forgot password?' })[0]?.getAttribute('href')).toBe(
        '/account/forgot/',
      );
      pressButton('Send activation email');
      await screen.findByRole('heading', { name: 'Activation email sent' });
      expect(asked).toEqual([{ query: { userId: 'marit@stal.example', callbackUrl: '/account/confirm/' } }]);
    },
  );

  it('sends the password as typed', async () => {
    const bodies: unknown[] = [];
    visitLogin('', {
      signIn: async ({ body }: { body: unknown }) => {
        bodies.push(body);
        throw new ApiError('status', { status: 429, body: { code: 'too_many_attempts' }, headers: {} });
      },
    });
    typeInto('Email address', ' marit@stal.example ');
    typeInto('Password', ' Haverstro 12 ');
    fireEvent.click(getFieldByLabel('Keep me signed in on this device'));
    pressButton('Sign in');
    await screen.findByText(/Too many attempts/);
    expect(bodies).toEqual([
      { emailAddress: 'marit@stal.example', password: ' Haverstro 12 ', keepSignedIn: true },
    ]);
  });

  it.each([
    ['900', 'Wait 15 minutes, then try again.'],
    ['61', 'Wait 2 minutes, then try again.'],
    ['1', 'Wait one minute, then try again.'],
  ])('rounds a waiting time of %s seconds up to minutes', async (seconds, words) => {
    visitLogin('', { signIn: createRefusingCall('too_many_attempts', 429, { 'retry-after': seconds }) });
    typeInto('Email address', 'marit@stal.example');
    typeInto('Password', 'Haverstro 12');
    pressButton('Sign in');
    expect((await screen.findByRole('alert')).textContent).toContain(words);
  });
});

describe('notices of the URL', () => {
  it.each([
    ['s=1', 'Your account has been created. We have emailed you a link to activate it.'],
    ['a=1', 'Your account is active. You can sign in now.'],
    ['r=1', 'Your password has been changed. Sign in with the new one.'],
    ['i=1', 'Please sign in.'],
  ])('shows the notice of %s', (query, words) => {
    const { container } = visitLogin(query);
    expect(container.textContent).toContain(words);
  });

  it('shows a free text of the URL as plain text of a third party', () => {
    const { container } = visitLogin(
      `e=${encodeURIComponent('<a href="//evil.example">Call 0900</a> https://evil.example')}`,
    );
    const quote = container.querySelector('blockquote');
    expect(quote?.textContent).toBe('<a href="//evil.example">Call 0900</a> https://evil.example');
    expect(quote?.querySelector('a')).toBeNull();
    expect(quote?.previousElementSibling?.textContent).toContain('not written by us');
  });
});

describe('loadAccountLogin', () => {
  const load = (isAuthenticated: unknown, mayBeSignedIn: boolean) => {
    const { context, asked } = createLoadContext({ '/api/authentication/isauthenticated': isAuthenticated });
    const result = loadAccountLogin({
      ...context,
      visitor: context.api,
      cart: createVisitorCart(),
      mayBeSignedIn,
    });
    return { result, asked };
  };

  it('makes no call for an anonymous visitor', async () => {
    const { result, asked } = load(true, false);
    expect(await result).toMatchObject({ status: 200, head: { isIndexable: false } });
    expect(asked).toEqual([]);
  });

  it('redirects a signed-in visitor to the account', async () => {
    expect(await load(true, true).result).toEqual({ redirect: { status: 303, url: '/account/' } });
    expect(await load(false, true).result).toMatchObject({ status: 200 });
    expect(await load(503, true).result).toMatchObject({ status: 200 });
  });
});
