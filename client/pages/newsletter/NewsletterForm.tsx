import type { MessageKey } from '../../../shared/i18n/translate.ts';
import { MAX_EMAIL_ADDRESS_LENGTH } from '../../../shared/rules/email-address.ts';
import { listNewsletterProblems, NEWSLETTER_FORM_NAME } from '../../features/newsletter/newsletter-form.ts';
import { CategoryLinks } from '../../features/next-links/CategoryLinks.tsx';
import { FormName } from '../../forms/FormName.tsx';
import { FormNotice } from '../../forms/FormNotice.tsx';
import { useForm } from '../../forms/use-form.ts';
import { useShop } from '../../store/shop.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import styles from './NewsletterForm.module.css';

const emailErrorTexts: Readonly<Record<string, MessageKey>> = {
  required: 'form.required.emailAddress',
  format: 'form.emailFormat',
};
const failureTexts: Readonly<Record<string, MessageKey>> = { too_many_attempts: 'newsletter.tooMany' };

/** Renders the newsletter form. The footer's form leads here if it has errors. */
export function NewsletterForm() {
  const { t, brand } = useShop();
  const form = useForm(NEWSLETTER_FORM_NAME, '', listNewsletterProblems);
  const { result } = form;
  const code = form.getProblem('emailAddress');
  const error = code === null ? {} : { error: t(emailErrorTexts[code] ?? 'form.emailFormat') };
  const problem = result?.problems.find(({ field }) => field !== 'emailAddress');
  return (
    <div className={`wrap section ${styles.page}`}>
      <h1>{t('newsletter.heading')}</h1>
      {result?.status === 'done' ? (
        <>
          <FormNotice tone="ok">
            <p>{t('newsletter.done')}</p>
          </FormNotice>
          <CategoryLinks first={undefined} />
        </>
      ) : (
        <>
          <p>{t('newsletter.lead')}</p>
          {problem && (
            <FormNotice tone="error">
              <p>{t(failureTexts[problem.code] ?? 'error.tryLater')}</p>
            </FormNotice>
          )}
          <form ref={form.ref} className={styles.form} method="post" noValidate onSubmit={form.onSubmit}>
            <FormName name={NEWSLETTER_FORM_NAME} />
            <Field label={t('service.email')} hint={t('newsletter.consent', { brand })} {...error}>
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
            <Button type="submit" size="large" busy={form.isBusy}>
              {t('newsletter.button')}
            </Button>
          </form>
        </>
      )}
    </div>
  );
}
