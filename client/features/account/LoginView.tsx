import type { MessageKey } from '../../../shared/i18n/translate.ts';
import { ACCOUNT_REGISTER_PATH, ACCOUNT_RESEND_PATH } from '../../../shared/rules/account/account-paths.ts';
import { getCheckoutPath } from '../../../shared/rules/checkout/checkout-paths.ts';
import { FormName } from '../../forms/FormName.tsx';
import { FormNotice } from '../../forms/FormNotice.tsx';
import { type FormState, useForm } from '../../forms/use-form.ts';
import { useAppState, useShop } from '../../store/shop.tsx';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { joinClasses } from '../../ui/join-classes.ts';
import { Notice } from '../../ui/Notice.tsx';
import { SiteLink } from '../../ui/SiteLink.tsx';
import { ActivationMailSent } from './ActivationMailSent.tsx';
import {
  AuthenticationEmailField,
  AuthenticationFormProblems,
  AuthenticationPasswordField,
  FieldsProvider,
} from './authentication-fields.tsx';
import styles from './authentication-layouts.module.css';
import { AuthenticationFormWithAside } from './authentication-layouts.tsx';
import { describeAuthenticationFormFailure } from './authentication-messages.ts';
import { type AuthenticationArea, getAuthenticationPaths } from './authentication-paths.ts';
import { BotCheckStatus } from './BotCheckStatus.tsx';
import { listLoginProblems } from './list-credential-problems.ts';
import type { LoginNotice, LoginQuery } from './login-query.ts';

/**
 * Codes with one common message, so that it does not reveal which addresses have an account (specification
 * §8).
 */
const refusedCodes: readonly string[] = ['invalid_credentials', 'account_not_activated'];

const notices = {
  info: { tone: 'info', title: 'login.info', text: 'login.infoText' },
  created: { tone: 'ok', title: 'login.created', text: 'login.createdText' },
  activated: { tone: 'ok', title: 'login.activated', text: 'login.activatedText' },
  reset: { tone: 'ok', title: 'login.reset', text: 'login.resetText' },
} as const satisfies Record<LoginNotice, { tone: 'info' | 'ok'; title: MessageKey; text: MessageKey }>;

interface LoginViewProps {
  query: LoginQuery;
  place: AuthenticationArea;
}

/** Renders the sign-in page, in the account or in the checkout. */
export function LoginView({ query, place }: LoginViewProps) {
  const { t } = useShop();
  const locale = useAppState((state) => state.scope.language.code);
  const paths = getAuthenticationPaths(place, locale);
  const form = useForm('account-login', '', listLoginProblems);
  const resend = useForm('account-resend');
  const isRefused = form.result?.problems.some(({ code }) => refusedCodes.includes(code)) === true;
  // A resend request replaces the result of the sign-in form, so its form then holds the address.
  const address = (form.result ? form : resend).getValue('emailAddress');
  if (resend.result?.status === 'done') return <ActivationMailSent emailAddress={null} />;
  return (
    <AuthenticationFormWithAside
      title={t('login.title')}
      scene="stable-row"
      side={
        <>
          <h2>{t('login.newHere')}</h2>
          <p>{t('login.newHereText')}</p>
          <p className={styles.row}>
            <ButtonLink href={ACCOUNT_REGISTER_PATH} variant="brand">
              {t('register.title')}
            </ButtonLink>
            <SiteLink href={getCheckoutPath(locale, 'billing')} className="tap">
              {t('login.asGuest')}
            </SiteLink>
          </p>
        </>
      }
    >
      {form.result === null && resend.result === null && <LoginNotices {...query} />}
      {(isRefused || resend.result !== null) && (
        <RefusedLogin form={resend} emailAddress={address} forgotPath={paths.forgot} />
      )}
      <FieldsProvider value={{ form, saved: {}, rules: null }}>
        <form ref={form.ref} className={styles.form} method="post" onSubmit={form.onSubmit} noValidate>
          <FormName name="account-login" />
          <input type="hidden" name="returnPath" value={query.returnPath ?? paths.afterLogin} />
          <AuthenticationFormProblems
            fields={['emailAddress', 'password']}
            codesWithOwnMessage={refusedCodes}
          />
          <AuthenticationEmailField autoComplete="username" />
          <AuthenticationPasswordField field="password" autoComplete="current-password" />
          <div className={joinClasses(styles.row, styles.apart)}>
            <Checkbox name="keepSignedIn" defaultChecked={form.getValue('keepSignedIn') !== ''}>
              {t('login.keep')}
            </Checkbox>
            <SiteLink href={paths.forgot} className="tap">
              {t('login.forgot')}
            </SiteLink>
          </div>
          <Button type="submit" size="large" full busy={form.isBusy}>
            {t('login.button')}
          </Button>
          <BotCheckStatus />
        </form>
      </FieldsProvider>
      <p className="small soft">
        {t('login.noMail')} <SiteLink href={ACCOUNT_RESEND_PATH}>{t('login.resend')}</SiteLink>
      </p>
    </AuthenticationFormWithAside>
  );
}

/** Renders the notices that explain why the visitor is on the sign-in page. */
function LoginNotices({ notices: visibleNotices, message }: Pick<LoginQuery, 'notices' | 'message'>) {
  const { t } = useShop();
  return (
    <>
      {visibleNotices.map((notice) => (
        <Notice key={notice} tone={notices[notice].tone}>
          <p>
            <strong>{t(notices[notice].title)}</strong> {t(notices[notice].text)}
          </p>
        </Notice>
      ))}
      {message !== null && (
        <div className={styles.foreign}>
          <p className="small">{t('login.messageLead')}</p>
          <blockquote className={styles.quote}>{message}</blockquote>
        </div>
      )}
    </>
  );
}

interface RefusedProps {
  /** Form of the button that sends the activation mail again. */
  form: FormState;
  /** The address as the visitor typed it. */
  emailAddress: string;
  forgotPath: string;
}

/**
 * Renders the refusal. The message does not reveal whether the credentials are wrong or the account is not
 * activated.
 */
function RefusedLogin({ form, emailAddress, forgotPath }: RefusedProps) {
  const shop = useShop();
  const { t } = shop;
  const [problem] = form.result?.problems ?? [];
  return (
    <>
      <FormNotice tone="error">
        {problem ? (
          <p>{describeAuthenticationFormFailure(shop, problem)}</p>
        ) : (
          <p>
            <strong>{t('login.refused')}</strong> {t('login.refusedText')}
          </p>
        )}
      </FormNotice>
      <form ref={form.ref} className={styles.row} method="post" onSubmit={form.onSubmit}>
        <FormName name="account-resend" />
        <input type="hidden" name="emailAddress" value={emailAddress} />
        <Button type="submit" variant="brand" busy={form.isBusy}>
          {t('login.sendActivation')}
        </Button>
        <SiteLink href={forgotPath} className="tap">
          {t('login.forgot')}
        </SiteLink>
      </form>
    </>
  );
}
