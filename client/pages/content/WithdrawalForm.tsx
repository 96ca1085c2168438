import type { ReactNode } from 'react';
import type { MessageKey } from '../../../shared/i18n/translate.ts';
import { maxWithdrawalFieldLengths, withdrawalFields } from '../../../shared/rules/withdrawal.ts';
import { createFormFields, findFormProblem } from '../../forms/create-form-fields.tsx';
import { describeEmptyField } from '../../forms/describe-empty-field.ts';
import { ErrorSummary } from '../../forms/ErrorSummary.tsx';
import { FormName } from '../../forms/FormName.tsx';
import { FormNotice } from '../../forms/FormNotice.tsx';
import { useForm } from '../../forms/use-form.ts';
import { WithdrawalReceipt } from '../../forms/WithdrawalReceipt.tsx';
import { type Shop, useAppState, useShop } from '../../store/shop.tsx';
import { Button } from '../../ui/Button.tsx';
import { Ticket } from '../../ui/Ticket.tsx';
import type { ContentData } from './page.ts';
import styles from './SiloForm.module.css';
import { readWithdrawal, WITHDRAWAL_CONFIRMED_STEP } from './withdraw.ts';

/** Anchor of the form, target of links and of the page after a submission without script. */
const FORM_ID = 'withdraw';

type FieldName = (typeof withdrawalFields)[number];

const labels = {
  name: 'withdrawal.name',
  contract: 'withdrawal.contract',
  emailAddress: 'withdrawal.email',
  lines: 'withdrawal.lines',
} as const satisfies Record<FieldName, MessageKey>;

/** Describes the error of a field and how to fix it. The codes are those of `shared/rules/withdrawal.ts`. */
function describe({ t }: Pick<Shop, 't'>, field: FieldName, code: string): string {
  if (code === 'required') return describeEmptyField(t, field);
  return code === 'maxLength'
    ? t('form.maxLength', { max: maxWithdrawalFieldLengths[field] })
    : t('form.emailFormat');
}

const { FieldsProvider, listFieldErrors, TextField, LongField } = createFormFields({
  idPrefix: FORM_ID,
  labels,
  describe,
});

interface WithdrawalFormProps {
  words: ContentData['withdrawalWords'];
  /** Initial values of customer and order, which can be edited. */
  known?: Readonly<Partial<Record<FieldName, string>>>;
  /** Hidden field with the session token, on a page of a signed-in customer. */
  formToken?: ReactNode;
}

/**
 * Renders the withdrawal from a contract, for signed-in customers and guests. The customer types the details,
 * reviews them and confirms. Plain forms that work without script.
 */
export function WithdrawalForm({ words, known = {}, formToken }: WithdrawalFormProps) {
  const shop = useShop();
  const { t } = shop;
  const phone = useAppState((state) => state.scope.site.customerServicePhone);
  const form = useForm('withdrawal', '', (fields) => readWithdrawal(fields).problems);
  const { result, getValue } = form;
  const failure = findFormProblem(form, withdrawalFields);
  const isChecking = result?.status === 'shown';
  const isDone = result?.status === 'done';
  const frame = {
    className: styles.form ?? '',
    method: 'post' as const,
    action: `#${FORM_ID}`,
    ref: form.ref,
    onSubmit: form.onSubmit,
    noValidate: true,
  };
  return (
    <section id={FORM_ID} className={styles.section} aria-labelledby="withdraw-title">
      <Ticket>
        <h2 id="withdraw-title" className={styles.title}>
          {isChecking ? t('withdrawal.checkTitle') : (words?.begin ?? t('withdrawal.title'))}
        </h2>
        {isDone && (
          <FormNotice tone="ok">
            {result.receipt && <WithdrawalReceipt receipt={result.receipt} />}
            <p>{t('withdrawal.receiptNext')}</p>
          </FormNotice>
        )}
        {failure && (
          <FormNotice tone="error">
            <p>
              {t(failure.code === 'too_many_attempts' ? 'withdrawal.tooMany' : 'error.tryLater', { phone })}
            </p>
          </FormNotice>
        )}
        {isChecking && (
          <form key="check" {...frame}>
            <FormName name="withdrawal" />
            {formToken}
            <div data-form-notice="" tabIndex={-1} className={styles.wide}>
              <p>{t('withdrawal.statement')}</p>
              <dl>
                {withdrawalFields
                  .filter((field) => getValue(field) !== '')
                  .map((field) => (
                    <div key={field}>
                      <dt>{t(labels[field])}</dt>
                      <dd>
                        <strong>{getValue(field)}</strong>
                      </dd>
                    </div>
                  ))}
              </dl>
            </div>
            <input type="hidden" name="idempotencyKey" value={getValue('idempotencyKey')} />
            {withdrawalFields.map((field) => (
              <input key={field} type="hidden" name={field} value={getValue(field)} />
            ))}
            <Button
              type="submit"
              name="step"
              value={WITHDRAWAL_CONFIRMED_STEP}
              size="large"
              full
              busy={form.isBusy}
            >
              {words?.confirm ?? t('withdrawal.confirm')}
            </Button>
            <Button type="submit" name="step" value="change" variant="line" size="large" full>
              {t('withdrawal.change')}
            </Button>
          </form>
        )}
        {!isDone && !isChecking && (
          <form key="type" {...frame}>
            <FormName name="withdrawal" />
            {formToken}
            <p className={styles.wide}>{t('withdrawal.lead')}</p>
            <ErrorSummary errors={listFieldErrors(shop, { form, rules: null }, withdrawalFields)} />
            <FieldsProvider value={{ form, saved: known, rules: null }}>
              <TextField field="name" autoComplete="name" />
              <TextField field="emailAddress" type="email" autoComplete="email" />
              <div className={styles.wide}>
                <TextField field="contract" autoComplete="off" />
              </div>
              <div className={styles.wide}>
                <LongField field="lines" />
              </div>
            </FieldsProvider>
            <div className={styles.wide}>
              <Button type="submit" size="large" full busy={form.isBusy}>
                {t('withdrawal.next')}
              </Button>
            </div>
          </form>
        )}
      </Ticket>
    </section>
  );
}
