import { FormName } from '../../forms/FormName.tsx';
import { useAppState, useShop } from '../../store/shop.tsx';
import { Button } from '../../ui/Button.tsx';
import { SiteLink } from '../../ui/SiteLink.tsx';
import {
  AuthenticationEmailField,
  AuthenticationFormProblems,
  FieldsProvider,
} from './authentication-fields.tsx';
import styles from './authentication-layouts.module.css';
import { AuthenticationPanel } from './authentication-layouts.tsx';
import { type AuthenticationArea, getAuthenticationPaths } from './authentication-paths.ts';
import { ResendMailButton } from './ResendMailButton.tsx';
import { useMailRequestForm } from './use-mail-request-form.ts';

/**
 * Renders the form that requests a password reset link, and the confirmation. The confirmation is the same
 * whether or not the address has an account.
 */
export function ForgotView({ place }: { place: AuthenticationArea }) {
  const { t } = useShop();
  const locale = useAppState((state) => state.scope.language.code);
  const paths = getAuthenticationPaths(place, locale);
  const { form, isSent, emailAddress } = useMailRequestForm('account-forgot');
  const back = (
    <p>
      <SiteLink href={paths.login} className="tap">
        {t('forgot.back')}
      </SiteLink>
    </p>
  );
  if (isSent) {
    return (
      <AuthenticationPanel
        title={t('forgot.sent')}
        sign={{ icon: 'mail', tone: 'ok' }}
        shouldFocus
        lead={
          <p>
            {emailAddress === null ? t('forgot.sentText') : t('forgot.sentTextTo', { email: emailAddress })}{' '}
            {t('forgot.sentNext')}
          </p>
        }
      >
        <ResendMailButton
          name="account-forgot"
          form={form}
          emailAddress={emailAddress}
          path={paths.forgot}
          place={place}
        />
        {back}
      </AuthenticationPanel>
    );
  }
  return (
    <AuthenticationPanel title={t('forgot.title')} lead={<p className="small soft">{t('forgot.lead')}</p>}>
      <FieldsProvider value={{ form, saved: {}, rules: null }}>
        <form ref={form.ref} className={styles.form} method="post" onSubmit={form.onSubmit} noValidate>
          <FormName name="account-forgot" />
          <input type="hidden" name="place" value={place} />
          <AuthenticationFormProblems fields={['emailAddress']} />
          <AuthenticationEmailField />
          <Button type="submit" size="large" full busy={form.isBusy}>
            {t('forgot.button')}
          </Button>
        </form>
      </FieldsProvider>
      {back}
    </AuthenticationPanel>
  );
}
