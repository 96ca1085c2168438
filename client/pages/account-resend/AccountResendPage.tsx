import { ACCOUNT_LOGIN_PATH, ACCOUNT_RESEND_PATH } from '../../../shared/rules/account/account-paths.ts';
import { ActivationMailSent } from '../../features/account/ActivationMailSent.tsx';
import {
  AuthenticationEmailField,
  AuthenticationFormProblems,
  FieldsProvider,
} from '../../features/account/authentication-fields.tsx';
import styles from '../../features/account/authentication-layouts.module.css';
import { AuthenticationPanel } from '../../features/account/authentication-layouts.tsx';
import { BotCheckStatus } from '../../features/account/BotCheckStatus.tsx';
import { ResendMailButton } from '../../features/account/ResendMailButton.tsx';
import { useMailRequestForm } from '../../features/account/use-mail-request-form.ts';
import { FormName } from '../../forms/FormName.tsx';
import { useShop } from '../../store/shop.tsx';
import { Button } from '../../ui/Button.tsx';
import { SiteLink } from '../../ui/SiteLink.tsx';

/**
 * Renders the form that requests another activation mail, and the confirmation. The confirmation is the same
 * whether or not the address has an account.
 */
export function AccountResendPage() {
  const { t } = useShop();
  const { form, isSent, emailAddress } = useMailRequestForm('account-resend');
  if (isSent) {
    return (
      <ActivationMailSent emailAddress={emailAddress}>
        <ResendMailButton
          name="account-resend"
          form={form}
          emailAddress={emailAddress}
          path={ACCOUNT_RESEND_PATH}
          place="account"
        />
      </ActivationMailSent>
    );
  }
  return (
    <AuthenticationPanel title={t('resend.title')} lead={<p className="small soft">{t('resend.lead')}</p>}>
      <FieldsProvider value={{ form, saved: {}, rules: null }}>
        <form ref={form.ref} className={styles.form} method="post" onSubmit={form.onSubmit} noValidate>
          <FormName name="account-resend" />
          <AuthenticationFormProblems fields={['emailAddress']} />
          <AuthenticationEmailField />
          <Button type="submit" size="large" full busy={form.isBusy}>
            {t('login.sendActivation')}
          </Button>
          <BotCheckStatus />
        </form>
      </FieldsProvider>
      <p>
        <SiteLink href={ACCOUNT_LOGIN_PATH} className="tap">
          {t('forgot.back')}
        </SiteLink>
      </p>
    </AuthenticationPanel>
  );
}
