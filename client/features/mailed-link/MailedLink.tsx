import type { ReactNode } from 'react';
import type { MessageKey } from '../../../shared/i18n/translate.ts';
import { getPhoneUrl } from '../../../shared/rules/phone-url.ts';
import type { FormSubject } from '../../forms/action-result.ts';
import { FormName } from '../../forms/FormName.tsx';
import { FormNotice } from '../../forms/FormNotice.tsx';
import { useForm } from '../../forms/use-form.ts';
import { useAppState, useShop } from '../../store/shop.tsx';
import { Button } from '../../ui/Button.tsx';
import styles from './MailedLink.module.css';

interface MailedLinkProps {
  /** Name of the form in `formActions`. The form sends the field `token`. */
  form: string;
  /** Token of the link; null if the link has no valid one. */
  token: string | null;
  texts: {
    readonly title: MessageKey;
    readonly lead: MessageKey;
    readonly button: MessageKey;
    readonly expired: MessageKey;
  };
  /**
   * Renders the next links if the button is no longer shown. The subject of the form is passed if it is
   * known.
   */
  renderNextLinks: (subject: FormSubject | undefined) => ReactNode;
  /** Content after success. */
  children: ReactNode;
}

/**
 * Renders the page of a mailed link. The link takes effect only when the button is pressed, because mail
 * scanners follow links but do not press buttons.
 */
export function MailedLink({ form: name, token, texts, renderNextLinks, children }: MailedLinkProps) {
  const { t } = useShop();
  const phone = useAppState((state) => state.scope.site.customerServicePhone);
  const form = useForm(name);
  const { result } = form;
  const [problem] = result?.problems ?? [];
  const failures: Readonly<Record<string, MessageKey>> = {
    token_invalid: 'reviewConfirm.broken',
    validation_failed: 'reviewConfirm.broken',
    token_expired: texts.expired,
  };
  const failure: MessageKey | null =
    token === null ? 'reviewConfirm.broken' : problem ? (failures[problem.code] ?? 'error.tryLater') : null;
  // An invalid link stays invalid, so the button is hidden.
  const canTry = failure === null || failure === 'error.tryLater';
  const isDone = result?.status === 'done';
  return (
    <div className={`wrap section ${styles.page}`}>
      <h1>{t(texts.title)}</h1>
      {isDone && (
        <FormNotice tone="ok">
          {result.subject && (
            <p>
              <strong>{result.subject.title}</strong>
            </p>
          )}
          {children}
        </FormNotice>
      )}
      {failure !== null && (
        <FormNotice tone="error" shouldAnnounce={result !== null}>
          <p>{t(failure)}</p>
        </FormNotice>
      )}
      {token !== null && canTry && !isDone && (
        <form ref={form.ref} className={styles.form} method="post" onSubmit={form.onSubmit}>
          <FormName name={name} />
          <input type="hidden" name="token" value={token} />
          <p>{t(texts.lead)}</p>
          <Button type="submit" size="large" busy={form.isBusy}>
            {t(texts.button)}
          </Button>
        </form>
      )}
      {(isDone || !canTry) && (
        <>
          {renderNextLinks(result?.subject)}
          <p>
            {t('notFound.call')}{' '}
            <a className="tap" href={getPhoneUrl(phone)}>
              {phone}
            </a>
          </p>
        </>
      )}
    </div>
  );
}
