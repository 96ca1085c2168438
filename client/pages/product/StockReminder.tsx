import type { MessageKey } from '../../../shared/i18n/translate.ts';
import { MAX_EMAIL_ADDRESS_LENGTH } from '../../../shared/rules/email-address.ts';
import { FormName } from '../../forms/FormName.tsx';
import { FormNotice } from '../../forms/FormNotice.tsx';
import { useForm } from '../../forms/use-form.ts';
import { useShop } from '../../store/shop.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { listReminderProblems } from './list-reminder-problems.ts';
import styles from './StockReminder.module.css';

/** Anchor of the form, to which the page returns without script. */
const FORM_ID = 'stock-reminder';

const emailErrorTexts: Readonly<Record<string, MessageKey>> = {
  required: 'form.required.emailAddress',
  format: 'form.emailFormat',
};
const failureTexts: Readonly<Record<string, MessageKey>> = {
  in_stock: 'stockReminder.inStock',
  too_many_attempts: 'stockReminder.tooMany',
};

/**
 * Renders the form that requests a mail when a sold-out variant is available again. It is a plain form that
 * works without script.
 */
export function StockReminder({ productVariantId }: { productVariantId: number }) {
  const { t } = useShop();
  const id = String(productVariantId);
  const form = useForm('stock-reminder', id, listReminderProblems);
  const { result } = form;
  const fieldProblem = form.getProblem('emailAddress');
  const error =
    fieldProblem === null ? {} : { error: t(emailErrorTexts[fieldProblem] ?? 'form.emailFormat') };
  const problem = result?.problems.find(({ field }) => field !== 'emailAddress');
  return (
    <section className={styles.reminder} aria-labelledby={FORM_ID}>
      <h2 id={FORM_ID} className={styles.title}>
        {t('stockReminder.title')}
      </h2>
      {result?.status === 'done' ? (
        <FormNotice tone="ok">
          <p>{t('stockReminder.done')}</p>
        </FormNotice>
      ) : (
        <>
          {problem && (
            <FormNotice tone="error">
              <p>{t(failureTexts[problem.code] ?? 'error.tryLater')}</p>
            </FormNotice>
          )}
          <form
            ref={form.ref}
            className={styles.form}
            method="post"
            action={`#${FORM_ID}`}
            noValidate
            onSubmit={form.onSubmit}
          >
            <FormName name="stock-reminder" of={id} />
            <input type="hidden" name="productVariantId" value={id} />
            <Field label={t('service.email')} hint={t('stockReminder.hint')} {...error}>
              {(control) => (
                <Input
                  control={control}
                  name="emailAddress"
                  type="email"
                  autoComplete="email"
                  maxLength={MAX_EMAIL_ADDRESS_LENGTH}
                  required
                  defaultValue={form.getValue('emailAddress')}
                />
              )}
            </Field>
            <Button type="submit" variant="brand" busy={form.isBusy}>
              {t('stockReminder.button')}
            </Button>
          </form>
        </>
      )}
    </section>
  );
}
