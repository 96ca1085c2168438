import type { MessageKey } from '../../../shared/i18n/translate.ts';
import { FormName } from '../../forms/FormName.tsx';
import { useForm } from '../../forms/use-form.ts';
import type { PageDataOf } from '../../store/page-state.ts';
import { useShop } from '../../store/shop.tsx';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import styles from './ReviewConfirmPage.module.css';

const failures: Readonly<Record<string, MessageKey>> = {
  token_invalid: 'reviewConfirm.broken',
  validation_failed: 'reviewConfirm.broken',
  token_expired: 'reviewConfirm.expired',
};

/** Asks to confirm a review: programs that look through mails follow links, but press no buttons. */
export function ReviewConfirmPage({ data }: { data: PageDataOf<'reviewConfirm'> }) {
  const { t } = useShop();
  const form = useForm('review-confirm');
  const { report } = form;
  const [problem] = report?.problems ?? [];
  const failure: MessageKey | null =
    data.token === null
      ? 'reviewConfirm.broken'
      : problem
        ? (failures[problem.code] ?? 'error.tryLater')
        : null;
  // A link that does not work will not work at the next press either.
  const canTry = failure === null || failure === 'error.tryLater';
  const isDone = report?.status === 'done';
  return (
    <div className={`wrap section ${styles.page}`}>
      <h1>{t('reviewConfirm.title')}</h1>
      {isDone && (
        <div data-form-notice="" tabIndex={-1}>
          <Notice tone="ok" role="status">
            <p>
              <strong>{t('review.thanks')}</strong>
            </p>
            <p>{t('reviewConfirm.done')}</p>
          </Notice>
        </div>
      )}
      {failure !== null && (
        <div data-form-notice="" tabIndex={-1}>
          <Notice tone="error" {...(report && { role: 'alert' })}>
            <p>{t(failure)}</p>
          </Notice>
        </div>
      )}
      {data.token !== null && canTry && !isDone && (
        <form ref={form.ref} className={styles.form} method="post" onSubmit={form.onSubmit}>
          <FormName name="review-confirm" />
          <input type="hidden" name="token" value={data.token} />
          <p>{t('reviewConfirm.lead')}</p>
          <Button type="submit" size="large" busy={form.isBusy}>
            {t('reviewConfirm.button')}
          </Button>
        </form>
      )}
    </div>
  );
}
