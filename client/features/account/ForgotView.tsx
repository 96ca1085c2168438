import { FormName } from '../../forms/FormName.tsx';
import { useAppState, useShop } from '../../store/shop.tsx';
import { Button } from '../../ui/Button.tsx';
import { SiteLink } from '../../ui/SiteLink.tsx';
import styles from './AccessView.module.css';
import { AccessTicket } from './AccessView.tsx';
import { AccessAddress, AccessProblems, FieldsProvider } from './access-fields.tsx';
import { type AccessArea, getAccessPaths } from './access-paths.ts';
import { SendAgain } from './SendAgain.tsx';
import { useSentAddress } from './use-sent-address.ts';

/**
 * Renders the form that requests a password reset link, and the confirmation. The confirmation is the same
 * whether or not the address has an account.
 */
export function ForgotView({ place }: { place: AccessArea }) {
  const { t } = useShop();
  const locale = useAppState((state) => state.scope.language.code);
  const paths = getAccessPaths(place, locale);
  const { form, isSent, emailAddress } = useSentAddress('account-forgot');
  const back = (
    <p>
      <SiteLink href={paths.login} className="tap">
        {t('forgot.back')}
      </SiteLink>
    </p>
  );
  if (isSent) {
    return (
      <AccessTicket
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
        <SendAgain
          name="account-forgot"
          form={form}
          emailAddress={emailAddress}
          path={paths.forgot}
          place={place}
        />
        {back}
      </AccessTicket>
    );
  }
  return (
    <AccessTicket title={t('forgot.title')} lead={<p className="small soft">{t('forgot.lead')}</p>}>
      <FieldsProvider value={{ form, saved: {}, rules: null }}>
        <form ref={form.ref} className={styles.form} method="post" onSubmit={form.onSubmit} noValidate>
          <FormName name="account-forgot" />
          <input type="hidden" name="place" value={place} />
          <AccessProblems fields={['emailAddress']} />
          <AccessAddress />
          <Button type="submit" size="large" full busy={form.isBusy}>
            {t('forgot.button')}
          </Button>
        </form>
      </FieldsProvider>
      {back}
    </AccessTicket>
  );
}
