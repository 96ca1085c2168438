import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import type { Api } from '../../../shared/api/client.ts';
import { renderInShop } from '../../../test/fixtures/render-in-shop.tsx';
import { AccountResendPage } from '../account-resend/AccountResendPage.tsx';
import { CheckoutPasswordForgotPage } from '../checkout-password-forgot/CheckoutPasswordForgotPage.tsx';
import { AccountForgotPage } from './AccountForgotPage.tsx';

const EMAIL_ADDRESS = 'marit@stal.example';
const mailRequestPages = [
  {
    name: 'forgot',
    page: <AccountForgotPage />,
    button: 'Send link',
    sent: 'Check your inbox',
    input: { query: { callbackUrl: '/account/reset/' }, body: { emailAddress: EMAIL_ADDRESS } },
    form: 'account-forgot',
  },
  {
    name: 'forgotten password in the checkout',
    page: <CheckoutPasswordForgotPage />,
    button: 'Send link',
    sent: 'Check your inbox',
    input: { query: { callbackUrl: '/checkout/password-reset/' }, body: { emailAddress: EMAIL_ADDRESS } },
    form: 'account-forgot',
  },
  {
    name: 'resend',
    page: <AccountResendPage />,
    button: 'Send activation email',
    sent: 'Activation email sent',
    input: { query: { userId: EMAIL_ADDRESS, callbackUrl: '/account/confirm/' } },
    form: 'account-resend',
  },
];

function visitPage(page: React.ReactElement) {
  const asked: unknown[] = [];
  const ask = async (input: unknown) => {
    asked.push(input);
  };
  const api = { forgotPassword: ask, resendConfirmation: ask };
  return { asked, ...renderInShop(page, { api: api as Partial<Api> }) };
}
const type = (value: string) =>
  fireEvent.input(screen.getByLabelText('Email address'), { target: { value } });
const passTime = (ms: number) => act(() => jest.advanceTimersByTime(ms));

beforeEach(() => {
  // Fakes only the countdown, because the code of the form is loaded in real time.
  jest.useFakeTimers({
    doNotFake: [
      'setTimeout',
      'clearTimeout',
      'setImmediate',
      'clearImmediate',
      'nextTick',
      'queueMicrotask',
      'Date',
    ],
  });
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

describe.each(mailRequestPages)('page $name', ({ page, button, sent, input, form }) => {
  it('makes no call with an invalid address', async () => {
    const { asked } = visitPage(page);
    type('marit@');
    fireEvent.click(screen.getByRole('button', { name: button }));
    expect(await screen.findAllByText(/Enter an email address like/)).not.toHaveLength(0);
    expect(asked).toEqual([]);
  });

  it('confirms the mail without revealing whether there is an account, and sends it again after 45 seconds', async () => {
    const { asked } = visitPage(page);
    type(` ${EMAIL_ADDRESS} `);
    fireEvent.click(screen.getByRole('button', { name: button }));
    await screen.findByRole('heading', { name: sent });
    expect(asked).toEqual([input]);
    expect(screen.getByText(new RegExp(`If ${EMAIL_ADDRESS} has an account`))).toBeTruthy();
    expect(document.activeElement?.contains(screen.getByRole('heading', { name: sent }))).toBe(true);
    const again = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Send again/ });
    expect(again().disabled).toBe(true);
    passTime(44_000);
    expect(again().disabled).toBe(true);
    expect(again().textContent).toBe('Send again in 1 s');
    passTime(1000);
    expect(again().disabled).toBe(false);
    fireEvent.click(again());
    await waitFor(() => expect(again().disabled).toBe(true));
    expect(asked).toEqual([input, input]);
  });

  it('confirms a form sent without script and links back to it', async () => {
    const { store } = visitPage(page);
    act(() => store.setState(({ request }) => ({ request: { ...request, notice: { form, back: null } } })));
    expect(screen.getByRole('heading', { name: sent })).toBeTruthy();
    expect(screen.getByText(/If this address has an account/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Send again' })).toBeTruthy();
  });
});
