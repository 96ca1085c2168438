import { FormName } from '../../forms/FormName.tsx';
import { useForm } from '../../forms/use-form.ts';
import { useAppState, useShop } from '../../store/shop.tsx';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import {
  AuthenticationFormProblems,
  AuthenticationPasswordField,
  FieldsProvider,
} from './authentication-fields.tsx';
import styles from './authentication-layouts.module.css';
import { AuthenticationPanel } from './authentication-layouts.tsx';
import { type AuthenticationArea, getAuthenticationPaths } from './authentication-paths.ts';
import { BotCheckStatus } from './BotCheckStatus.tsx';
import { listResetProblems } from './list-credential-problems.ts';
import type { MailedAccountLink } from './mailed-account-link.ts';
import { useUrlWithoutSecrets } from './use-url-without-secrets.ts';

/** Error codes of an invalid link. */
export const invalidLinkCodes: readonly string[] = ['token_invalid', 'token_expired'];

interface ResetViewProps {
  /** Null if the link is malformed. */
  link: MailedAccountLink | null;
  place: AuthenticationArea;
}

/** Renders the page of a mailed password reset link, where the owner chooses a new password. */
export function ResetView({ link, place }: ResetViewProps) {
  const { t } = useShop();
  const locale = useAppState((state) => state.scope.language.code);
  const form = useForm('account-reset', '', listResetProblems);
  useUrlWithoutSecrets();
  const isBroken =
    link === null || form.result?.problems.some(({ code }) => invalidLinkCodes.includes(code)) === true;
  if (isBroken) {
    return (
      <AuthenticationPanel
        title={t('password.linkOver')}
        sign={{ icon: 'clock', tone: 'warn' }}
        shouldFocus={form.result !== null}
        lead={<p>{t('password.linkOverText')}</p>}
      >
        <ButtonLink href={getAuthenticationPaths(place, locale).forgot} size="large" full>
          {t('password.newLink')}
        </ButtonLink>
      </AuthenticationPanel>
    );
  }
  return (
    <AuthenticationPanel title={t('password.title')}>
      <FieldsProvider value={{ form, saved: {}, rules: null }}>
        <form ref={form.ref} className={styles.form} method="post" onSubmit={form.onSubmit} noValidate>
          <FormName name="account-reset" />
          <input type="hidden" name="userId" value={link.userId} />
          <input type="hidden" name="token" value={link.token} />
          <input type="hidden" name="place" value={place} />
          <AuthenticationFormProblems fields={['newPassword', 'repeatedPassword']} />
          <AuthenticationPasswordField field="newPassword" autoComplete="new-password" showsRule />
          <AuthenticationPasswordField field="repeatedPassword" autoComplete="new-password" />
          <Button type="submit" size="large" full busy={form.isBusy}>
            {t('password.button')}
          </Button>
          <BotCheckStatus />
        </form>
      </FieldsProvider>
    </AuthenticationPanel>
  );
}
