import type { ReactNode } from 'react';
import { MIN_STAFF_PASSWORD_LENGTH } from '../staff-accounts.ts';
import type { AdminTranslate } from '../texts.ts';
import { QrCode } from './QrCode.tsx';

interface SignInFormProps {
  readonly t: AdminTranslate;
  /** Why the last attempt was refused; null if there was none. */
  readonly message: string | null;
}

const SignedOutForm = ({
  path,
  message,
  children,
}: Pick<SignInFormProps, 'message'> & { readonly path: string; readonly children: ReactNode }) => (
  <form method="post" action={path} className="operation">
    {message !== null && (
      <p className="fault" role="alert">
        {message}
      </p>
    )}
    {children}
  </form>
);

/** Field of the one-time code of an authenticator app. */
const OneTimeCodeField = ({ t }: Pick<SignInFormProps, 't'>) => (
  <p>
    <label htmlFor="figures">{t('admin.signIn.figures')}</label>
    <input
      id="figures"
      name="figures"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={10}
      required
    />
  </p>
);

/** Form to sign in. */
export const SignInForm = ({ t, message }: SignInFormProps) => (
  <>
    <SignedOutForm path="/admin/sign-in" message={message}>
      <p>
        <label htmlFor="name">{t('admin.signIn.name')}</label>
        <input id="name" name="name" autoComplete="username" maxLength={40} required autoFocus />
      </p>
      <p>
        <label htmlFor="password">{t('admin.signIn.password')}</label>
        <input id="password" name="password" type="password" autoComplete="current-password" required />
      </p>
      <OneTimeCodeField t={t} />
      <p>
        <button type="submit">{t('admin.signIn.submit')}</button>
      </p>
    </SignedOutForm>
    <p>
      <a href="/admin/enrol">{t('admin.enrol.link')}</a>
    </p>
  </>
);

/** First step of an enrolment: the code that the staff member has received. */
export const EnrolmentCodeForm = ({ t, message }: SignInFormProps) => (
  <SignedOutForm path="/admin/enrol" message={message}>
    <p>
      <label htmlFor="code">{t('admin.enrol.code')}</label>
      <input id="code" name="code" autoComplete="off" maxLength={100} required autoFocus />
    </p>
    <p>
      <button type="submit">{t('admin.enrol.next')}</button>
    </p>
  </SignedOutForm>
);

/** Second step of an enrolment: the authenticator app and the password. */
export const EnrolmentForm = ({
  t,
  message,
  code,
  name,
  secret,
  url,
}: SignInFormProps & {
  readonly code: string;
  readonly name: string;
  readonly secret: string;
  /** `otpauth:` URL of the secret. */
  readonly url: string;
}) => (
  <SignedOutForm path="/admin/enrol" message={message}>
    <p>{t('admin.enrol.hello', { name })}</p>
    <p>{t('admin.enrol.scan')}</p>
    <QrCode text={url} />
    <p>
      {t('admin.enrol.secret')} <code>{secret}</code>
    </p>
    <input type="hidden" name="code" defaultValue={code} />
    <p>
      <label htmlFor="password">{t('admin.enrol.password', { minimum: MIN_STAFF_PASSWORD_LENGTH })}</label>
      <input id="password" name="password" type="password" autoComplete="new-password" required autoFocus />
    </p>
    <OneTimeCodeField t={t} />
    <p>
      <button type="submit">{t('admin.enrol.submit')}</button>
    </p>
  </SignedOutForm>
);
