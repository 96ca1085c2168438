import { ACCOUNT_LOGIN_PATH, ACCOUNT_RESEND_PATH } from '../../../shared/rules/account/account-paths.ts';
import styles from '../../features/account/AccessView.module.css';
import { AccessTicket } from '../../features/account/AccessView.tsx';
import { AccessAddress, AccessProblems, FieldsProvider } from '../../features/account/access-fields.tsx';
import { BotCheckStatus } from '../../features/account/BotCheckStatus.tsx';
import { ResendSent } from '../../features/account/ResendSent.tsx';
import { SendAgain } from '../../features/account/SendAgain.tsx';
import { useSentAddress } from '../../features/account/use-sent-address.ts';
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
  const { form, isSent, emailAddress } = useSentAddress('account-resend');
  if (isSent) {
    return (
      <ResendSent emailAddress={emailAddress}>
        <SendAgain
          name="account-resend"
          form={form}
          emailAddress={emailAddress}
          path={ACCOUNT_RESEND_PATH}
          place="account"
        />
      </ResendSent>
    );
  }
  return (
    <AccessTicket title={t('resend.title')} lead={<p className="small soft">{t('resend.lead')}</p>}>
      <FieldsProvider value={{ form, saved: {}, rules: null }}>
        <form ref={form.ref} className={styles.form} method="post" onSubmit={form.onSubmit} noValidate>
          <FormName name="account-resend" />
          <AccessProblems fields={['emailAddress']} />
          <AccessAddress />
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
    </AccessTicket>
  );
}
