import { useState } from 'react';
import {
  type AccountInformationSection,
  getAccountInformationPath,
} from '../../../shared/rules/account/account-paths.ts';
import { PASSWORD_LENGTH_LIMITS } from '../../../shared/rules/account/password.ts';
import { AccountForm, AccountFormOutcome } from '../../features/account/AccountForm.tsx';
import type { ActionResult } from '../../forms/action-result.ts';
import { ErrorSummary } from '../../forms/ErrorSummary.tsx';
import { PasswordField } from '../../forms/password/PasswordField.tsx';
import { type FormState, useForm } from '../../forms/use-form.ts';
import { useShop } from '../../store/shop.tsx';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { Notice } from '../../ui/Notice.tsx';
import {
  listClosingProblems,
  listCurrentPasswordProblems,
  listEmailProblems,
  listPasswordProblems,
} from './list-account-information-problems.ts';
import styles from './Part.module.css';
import { Part, useHasFormNotice } from './Part.tsx';
import type { AccountInformationData } from './page.ts';

interface CredentialPartProps {
  data: AccountInformationData;
}

type CredentialField = 'emailAddress' | 'currentPassword' | 'newPassword' | 'confirmed';

const fieldLabelKeys = {
  emailAddress: 'information.newEmail',
  currentPassword: 'information.currentPassword',
  newPassword: 'password.new',
  confirmed: 'privacy.closeConfirm',
} as const;

const emptyFieldMessages = {
  emailAddress: 'form.required.newEmailAddress',
  currentPassword: 'form.required.currentPassword',
  newPassword: 'form.required.newPassword',
} as const;

/** Returns a function that describes the error of a field, or returns undefined if it is valid. */
function useFieldErrors(
  form: FormState,
  fields: readonly CredentialField[],
  getId: (field: string) => string,
) {
  const { t } = useShop();
  const describe = (field: CredentialField): string | undefined => {
    const code = form.getProblem(field);
    if (code === null) return undefined;
    if (field === 'confirmed') return t('privacy.closeRequired');
    if (code === 'required') return t(emptyFieldMessages[field]);
    if (field === 'emailAddress') return t('form.emailFormat');
    if (field === 'currentPassword') return t('information.passwordWrong');
    return t('password.refused', { min: PASSWORD_LENGTH_LIMITS.min });
  };
  const summary =
    form.result?.status === 'refused'
      ? fields.flatMap((field) => {
          const text = describe(field);
          return text === undefined ? [] : [{ id: getId(field), text }];
        })
      : [];
  return { describe, summary };
}

/**
 * Returns the number of successful submissions. It is the key of the fields, so that they are emptied and no
 * password stays in them.
 */
function useResultGeneration(result: ActionResult | null): number {
  const [seen, setSeen] = useState({ result, generation: 0 });
  if (seen.result === result) return seen.generation;
  const generation = seen.generation + (result?.status === 'done' ? 1 : 0);
  setSeen({ result, generation });
  return generation;
}

interface CredentialFormProps {
  data: AccountInformationData;
  name: string;
  action: AccountInformationSection;
  form: FormState;
  fields: readonly CredentialField[];
  button: string;
  variant?: 'brand' | 'line';
}

/** Renders a form that requires the current password. */
function CredentialForm({
  data,
  name,
  action,
  form,
  fields,
  button,
  variant = 'brand',
}: CredentialFormProps) {
  const { t } = useShop();
  const getId = (field: string) => `${name}-${field}`;
  const { describe, summary } = useFieldErrors(form, fields, getId);
  const generation = useResultGeneration(form.result);
  return (
    <AccountForm
      name={name}
      form={form}
      formToken={data.owner.formToken}
      action={getAccountInformationPath(action)}
      className={styles.form}
    >
      <ErrorSummary errors={summary} />
      {/* Associates the password with its account in password managers. */}
      <input type="hidden" name="username" autoComplete="username" defaultValue={data.account.emailAddress} />
      {fields.map((field) => {
        const error = describe(field);
        const id = getId(field);
        if (field === 'confirmed') {
          return (
            <div key={`${field} ${generation}`}>
              <Checkbox id={id} name={field} isInvalid={error !== undefined}>
                {t(fieldLabelKeys[field])}
              </Checkbox>
              {error !== undefined && (
                <p id={`${id}-error`} className={styles.error}>
                  {error}
                </p>
              )}
            </div>
          );
        }
        if (field === 'emailAddress') {
          return (
            <Field
              key={`${field} ${generation}`}
              id={id}
              label={t(fieldLabelKeys[field])}
              {...(error !== undefined && { error })}
            >
              {(control) => (
                <Input
                  control={control}
                  name={field}
                  type="email"
                  inputMode="email"
                  autoComplete="off"
                  defaultValue={form.getValue(field)}
                />
              )}
            </Field>
          );
        }
        return (
          <PasswordField
            key={`${field} ${generation}`}
            id={id}
            name={field}
            label={t(fieldLabelKeys[field])}
            error={error}
            autoComplete={field === 'newPassword' ? 'new-password' : 'current-password'}
            showsRule={field === 'newPassword'}
          />
        );
      })}
      <Button type="submit" variant={variant} busy={form.isBusy}>
        {button}
      </Button>
    </AccountForm>
  );
}

const emailFields = ['emailAddress', 'currentPassword'] as const;
const passwordFields = ['currentPassword', 'newPassword'] as const;
const dataExportFields = ['currentPassword'] as const;
const accountClosingFields = ['currentPassword', 'confirmed'] as const;

/** Renders the form that changes the e-mail address. */
export function EmailPart({ data }: CredentialPartProps) {
  const { t } = useShop();
  const form = useForm('account-email', '', listEmailProblems);
  const hasNotice = useHasFormNotice('account-email');
  const { emailAddress, newEmailAddress } = data.account;
  return (
    <Part action="email" title={t('checkout.email')}>
      <p className="small soft">{t('information.emailNow', { email: emailAddress })}</p>
      {newEmailAddress !== null && (
        <Notice>
          <p>{t('information.emailPending', { email: newEmailAddress })}</p>
        </Notice>
      )}
      <AccountFormOutcome
        form={form}
        fields={emailFields}
        done={<p>{t('information.emailSent')}</p>}
        hasNotice={hasNotice}
      />
      <CredentialForm
        data={data}
        name="account-email"
        action="email"
        form={form}
        fields={emailFields}
        button={t('information.changeEmail')}
      />
    </Part>
  );
}

/** Renders the form that changes the password. */
export function PasswordPart({ data }: CredentialPartProps) {
  const { t } = useShop();
  const form = useForm('account-password', '', listPasswordProblems);
  const hasNotice = useHasFormNotice('account-password');
  return (
    <Part action="password" title={t('password.label')}>
      <AccountFormOutcome
        form={form}
        fields={passwordFields}
        done={<p>{t('information.passwordChanged')}</p>}
        hasNotice={hasNotice}
      />
      <CredentialForm
        data={data}
        name="account-password"
        action="password"
        form={form}
        fields={passwordFields}
        button={t('information.changePassword')}
      />
    </Part>
  );
}

/** Renders the export of all stored data and the closing of the account. */
export function PrivacyPart({ data }: CredentialPartProps) {
  const { t } = useShop();
  const download = useForm('account-export', '', listCurrentPasswordProblems);
  const close = useForm('account-close', '', listClosingProblems);
  const hasNotice = useHasFormNotice('account-export');
  return (
    <Part action="privacy" title={t('privacy.title')}>
      <p>{t('privacy.downloadLead')}</p>
      <div>
        <AccountFormOutcome
          form={download}
          fields={dataExportFields}
          hasNotice={hasNotice}
          done={
            <>
              <p>{t('privacy.ready')}</p>
              <p>
                <a className="tap" href="/api/account/export" download>
                  {t('privacy.download')}
                </a>
              </p>
            </>
          }
        />
        <CredentialForm
          data={data}
          name="account-export"
          action="privacy"
          form={download}
          fields={dataExportFields}
          button={t('privacy.prepare')}
          variant="line"
        />
      </div>
      <h3 className={styles.second}>{t('privacy.close')}</h3>
      <p>{t('privacy.closeLead')}</p>
      <div>
        <AccountFormOutcome form={close} fields={accountClosingFields} />
        <CredentialForm
          data={data}
          name="account-close"
          action="privacy"
          form={close}
          fields={accountClosingFields}
          button={t('privacy.close')}
          variant="line"
        />
      </div>
    </Part>
  );
}
