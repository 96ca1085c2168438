import { getAccountInformationPath } from '../../../shared/rules/account/account-paths.ts';
import { AccountForm, AccountFormOutcome } from '../../features/account/AccountForm.tsx';
import { useResultFocus } from '../../features/account/use-result-focus.ts';
import { useTimeFormats } from '../../features/account/use-time-formats.ts';
import { PasswordField } from '../../forms/password/PasswordField.tsx';
import { useForm } from '../../forms/use-form.ts';
import { useAppState, useShop } from '../../store/shop.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { Part, useHasFormNotice } from './Part.tsx';
import type { AccountInformationData } from './page.ts';
import styles from './SessionsPart.module.css';

type ActiveSession = NonNullable<AccountInformationData['sessions']>[number];

/** Renders the active sessions with the buttons that end them. */
export function SessionsPart({ data }: { data: AccountInformationData }) {
  const { t } = useShop();
  const result = useAppState(({ request }) => request.form);
  const hasNotice = useHasFormNotice('session-end');
  const isEnded = result?.form === 'session-end' && result.status === 'done';
  const place = useResultFocus(isEnded ? result : null);
  return (
    <Part action="sessions" title={t('sessions.title')}>
      {(isEnded || (hasNotice && result === null)) && (
        <div ref={place} tabIndex={-1}>
          <Notice tone="ok" {...(isEnded && { role: 'status' as const })}>
            <p>{t('sessions.ended')}</p>
          </Notice>
        </div>
      )}
      {data.sessions === null ? (
        <Notice tone="error">
          <p>{t('error.tryLater')}</p>
        </Notice>
      ) : (
        <ul>
          {data.sessions.map((session) => (
            <SessionRow key={session.sessionId} session={session} formToken={data.owner.formToken} />
          ))}
        </ul>
      )}
    </Part>
  );
}

function SessionRow({ session, formToken }: { session: ActiveSession; formToken: string }) {
  const { t } = useShop();
  const { formatInstant } = useTimeFormats();
  const { sessionId, browser, system, network, lastSeen, isCurrent, isKept } = session;
  const form = useForm('session-end', sessionId);
  const passwordProblem = form.getProblem('currentPassword');
  const named = browser ?? t('sessions.unknown');
  const name = system === null ? named : t('sessions.onSystem', { browser: named, system });
  const facts = [
    t('sessions.lastSeen', { moment: formatInstant(lastSeen) }),
    ...(network === null ? [] : [t('sessions.network', { network })]),
    ...(isKept ? [t('sessions.kept')] : []),
  ];
  return (
    <li className={styles.session}>
      <div className={styles.words}>
        <p>
          <strong>{name}</strong> {isCurrent && <Badge>{t('sessions.current')}</Badge>}
        </p>
        <p className="small soft">{facts.join(', ')}</p>
        <AccountFormOutcome form={form} fields={['currentPassword']} />
      </div>
      {!isCurrent && (
        <AccountForm
          name="session-end"
          of={sessionId}
          form={form}
          formToken={formToken}
          action={getAccountInformationPath('sessions')}
        >
          <input type="hidden" name="sessionId" value={sessionId} />
          {passwordProblem !== null && (
            <PasswordField
              id={`session-end-${sessionId}`}
              name="currentPassword"
              label={t('information.currentPassword')}
              autoComplete="current-password"
              {...(passwordProblem === 'reauthentication_required'
                ? { hint: t('sessions.passwordNeeded') }
                : { error: t('information.passwordWrong') })}
            />
          )}
          <Button type="submit" variant="line" busy={form.isBusy}>
            {t('sessions.end')}
            <VisuallyHidden> {name}</VisuallyHidden>
          </Button>
        </AccountForm>
      )}
    </li>
  );
}
