import { FormName } from '../../forms/FormName.tsx';
import { useForm } from '../../forms/use-form.ts';
import { useAppState, useShop } from '../../store/shop.tsx';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import styles from './AccessView.module.css';
import { AccessTicket } from './AccessView.tsx';
import { AccessPassword, AccessProblems, FieldsProvider } from './access-fields.tsx';
import { type AccessArea, getAccessPaths } from './access-paths.ts';
import type { AccountLink } from './account-link.ts';
import { BotCheckStatus } from './BotCheckStatus.tsx';
import { listResetProblems } from './problems.ts';
import { useSecretAddress } from './use-secret-address.ts';

/** Error codes of an invalid link. */
export const invalidLinkCodes: readonly string[] = ['token_invalid', 'token_expired'];

interface ResetViewProps {
  /** Null if the link is malformed. */
  link: AccountLink | null;
  place: AccessArea;
}

/** Renders the page of a mailed password reset link, where the owner chooses a new password. */
export function ResetView({ link, place }: ResetViewProps) {
  const { t } = useShop();
  const locale = useAppState((state) => state.scope.language.code);
  const form = useForm('account-reset', '', listResetProblems);
  useSecretAddress();
  const isBroken =
    link === null || form.result?.problems.some(({ code }) => invalidLinkCodes.includes(code)) === true;
  if (isBroken) {
    return (
      <AccessTicket
        title={t('password.linkOver')}
        sign={{ icon: 'clock', tone: 'warn' }}
        shouldFocus={form.result !== null}
        lead={<p>{t('password.linkOverText')}</p>}
      >
        <ButtonLink href={getAccessPaths(place, locale).forgot} size="large" full>
          {t('password.newLink')}
        </ButtonLink>
      </AccessTicket>
    );
  }
  return (
    <AccessTicket title={t('password.title')}>
      <FieldsProvider value={{ form, saved: {}, rules: null }}>
        <form ref={form.ref} className={styles.form} method="post" onSubmit={form.onSubmit} noValidate>
          <FormName name="account-reset" />
          <input type="hidden" name="userId" value={link.userId} />
          <input type="hidden" name="token" value={link.token} />
          <input type="hidden" name="place" value={place} />
          <AccessProblems fields={['newPassword', 'repeatedPassword']} />
          <AccessPassword field="newPassword" autoComplete="new-password" showsRule />
          <AccessPassword field="repeatedPassword" autoComplete="new-password" />
          <Button type="submit" size="large" full busy={form.isBusy}>
            {t('password.button')}
          </Button>
          <BotCheckStatus />
        </form>
      </FieldsProvider>
    </AccessTicket>
  );
}
