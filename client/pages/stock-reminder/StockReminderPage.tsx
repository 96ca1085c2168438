import type { MessageKey } from '../../../shared/i18n/translate.ts';
import { FormName } from '../../forms/FormName.tsx';
import { useForm } from '../../forms/use-form.ts';
import type { PageDataOf } from '../../store/page-state.ts';
import { useShop } from '../../store/shop.tsx';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import styles from './StockReminderPage.module.css';

const failures: Readonly<Record<string, MessageKey>> = {
  token_invalid: 'reviewConfirm.broken',
  validation_failed: 'reviewConfirm.broken',
  token_expired: 'stockReminder.expired',
};

const texts = {
  confirm: {
    title: 'stockReminder.title',
    lead: 'stockReminder.confirmLead',
    button: 'stockReminder.confirmButton',
    done: 'stockReminder.confirmDone',
  },
  unsubscribe: {
    title: 'stockReminder.endTitle',
    lead: 'stockReminder.endLead',
    button: 'stockReminder.endButton',
    done: 'stockReminder.endDone',
  },
} as const satisfies Record<string, Record<string, MessageKey>>;

/**
 * Where the links of the mails about a sold-out product lead. Nothing happens before the button is pressed: programs that look
 * through mails follow links, but press no buttons.
 */
export function StockReminderPage({ data }: { data: PageDataOf<'stockReminder'> }) {
  const { t } = useShop();
  const name = `stock-reminder-${data.step}`;
  const form = useForm(name);
  const { report } = form;
  const text = texts[data.step];
  const [problem] = report?.problems ?? [];
  const failure: MessageKey | null =
    data.token === null
      ? 'reviewConfirm.broken'
      : problem
        ? (failures[problem.code] ?? 'error.tryLater')
        : null;
  const isDone = report?.status === 'done';
  return (
    <div className={`wrap section ${styles.page}`}>
      <h1>{t(text.title)}</h1>
      {isDone && (
        <div data-form-notice="" tabIndex={-1}>
          <Notice tone="ok" role="status">
            <p>{t(text.done)}</p>
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
      {data.token !== null && !isDone && (
        <form ref={form.ref} className={styles.form} method="post" onSubmit={form.onSubmit}>
          <FormName name={name} />
          <input type="hidden" name="token" value={data.token} />
          <p>{t(text.lead)}</p>
          <Button type="submit" size="large" busy={form.isBusy}>
            {t(text.button)}
          </Button>
        </form>
      )}
    </div>
  );
}
