import type { ReactNode } from 'react';
import type { MessageKey } from '../../../shared/i18n/translate.ts';
import { withdrawalFields, withdrawalLimits } from '../../../shared/rules/withdrawal.ts';
import { ErrorSummary } from '../../forms/ErrorSummary.tsx';
import { FormName } from '../../forms/FormName.tsx';
import { FormNotice } from '../../forms/FormNotice.tsx';
import { Receipt } from '../../forms/Receipt.tsx';
import { useForm } from '../../forms/use-form.ts';
import { useAppState, useShop } from '../../store/shop.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { Ticket } from '../../ui/Ticket.tsx';
import type { ContentData } from './page.ts';
import styles from './SiloForm.module.css';
import { CONFIRMED_STEP, readWithdrawal } from './withdraw.ts';

/** Anchor of the form: where the page comes back to without script, and where links to it lead. */
const FORM_ID = 'withdraw';

type FieldName = (typeof withdrawalFields)[number];

const labels = {
  name: 'withdrawal.name',
  contract: 'withdrawal.contract',
  emailAddress: 'withdrawal.email',
  lines: 'withdrawal.lines',
} as const satisfies Record<FieldName, MessageKey>;

const getId = (field: FieldName) => `${FORM_ID}-${field}`;

interface WithdrawalFormProps {
  words: ContentData['withdrawalWords'];
  /** What is known of who withdraws and from what; it can be written otherwise all the same. */
  known?: Readonly<Partial<Record<FieldName, string>>>;
  /** Says which session made the form, on a page for who is signed in. */
  formToken?: ReactNode;
}

/** The withdrawal from a contract, for everybody: typed, shown once more, confirmed. Plain forms: it works without script. */
export function WithdrawalForm({ words, known = {}, formToken }: WithdrawalFormProps) {
  const { t } = useShop();
  const phone = useAppState((state) => state.scope.site.customerServicePhone);
  const form = useForm('withdrawal', '', (fields) => readWithdrawal(fields).problems);
  const { result, getProblem } = form;
  const getValue = (field: FieldName | 'idempotencyKey') =>
    result || field === 'idempotencyKey' ? form.getValue(field) : (known[field] ?? '');
  const failure = result?.problems.find(({ field }) => field === null)?.code ?? null;
  const isChecking = result?.status === 'shown';
  const isDone = result?.status === 'done';
  const describe = (field: FieldName, code: string): string => {
    if (code === 'required') return t('form.required', { field: t(labels[field]) });
    return code === 'maxLength'
      ? t('form.maxLength', { max: withdrawalLimits[field] })
      : t('form.emailFormat');
  };
  const errorOf = (field: FieldName) => {
    const code = getProblem(field);
    return code === null ? {} : { error: describe(field, code) };
  };
  const errors = withdrawalFields.flatMap((field) => {
    const code = getProblem(field);
    if (code === null) return [];
    const text = describe(field, code);
    return [{ id: getId(field), text: code === 'required' ? text : `${t(labels[field])}: ${text}` }];
  });
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
            {result.receipt && <Receipt receipt={result.receipt} />}
            <p>{t('withdrawal.receiptNext')}</p>
          </FormNotice>
        )}
        {failure !== null && (
          <FormNotice tone="error">
            <p>{t(failure === 'too_many_attempts' ? 'withdrawal.tooMany' : 'error.tryLater', { phone })}</p>
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
            <Button type="submit" name="step" value={CONFIRMED_STEP} size="large" full busy={form.isBusy}>
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
            <ErrorSummary errors={errors} />
            <Field id={getId('name')} label={t(labels.name)} {...errorOf('name')}>
              {(control) => (
                <Input control={control} name="name" autoComplete="name" defaultValue={getValue('name')} />
              )}
            </Field>
            <Field id={getId('emailAddress')} label={t(labels.emailAddress)} {...errorOf('emailAddress')}>
              {(control) => (
                <Input
                  control={control}
                  name="emailAddress"
                  type="email"
                  autoComplete="email"
                  defaultValue={getValue('emailAddress')}
                />
              )}
            </Field>
            <div className={styles.wide}>
              <Field id={getId('contract')} label={t(labels.contract)} {...errorOf('contract')}>
                {(control) => (
                  <Input
                    control={control}
                    name="contract"
                    autoComplete="off"
                    defaultValue={getValue('contract')}
                  />
                )}
              </Field>
            </div>
            <div className={styles.wide}>
              <Field id={getId('lines')} label={t(labels.lines)} {...errorOf('lines')}>
                {(control) => <TextArea control={control} name="lines" defaultValue={getValue('lines')} />}
              </Field>
            </div>
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
