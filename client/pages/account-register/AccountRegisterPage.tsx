import { ACCOUNT_LOGIN_PATH } from '../../../shared/rules/account/account-paths.ts';
import {
  AuthenticationEmailField,
  AuthenticationFormProblems,
  AuthenticationPasswordField,
  FieldsProvider,
  getFieldId,
  TextField,
} from '../../features/account/authentication-fields.tsx';
import accessStyles from '../../features/account/authentication-layouts.module.css';
import { AuthenticationFormWithAside } from '../../features/account/authentication-layouts.tsx';
import type { AuthenticationField } from '../../features/account/authentication-messages.ts';
import { BotCheckStatus } from '../../features/account/BotCheckStatus.tsx';
import { FormName } from '../../forms/FormName.tsx';
import { useForm } from '../../forms/use-form.ts';
import { findSiteLink } from '../../store/find-site-link.ts';
import type { PageDataOf } from '../../store/page-state.ts';
import { useAppState, useShop } from '../../store/shop.tsx';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Field } from '../../ui/Field.tsx';
import { Select } from '../../ui/Select.tsx';
import { SiteLink } from '../../ui/SiteLink.tsx';
import styles from './AccountRegisterPage.module.css';
import { listRegistrationProblems } from './read-registration.ts';

/** Fields in display order. */
const fields: readonly AuthenticationField[] = [
  'firstName',
  'lastName',
  'emailAddress',
  'password',
  'languageId',
  'companyName',
  'vatNumber',
];

/** Renders the registration page. */
export function AccountRegisterPage({ data: { rules } }: { data: PageDataOf<'accountRegister'> }) {
  const { t, brand } = useShop();
  const privacy = useAppState(({ scope }) => findSiteLink(scope, 'privacy'));
  const form = useForm('account-register', '', (typed) => listRegistrationProblems(typed, rules), true);
  return (
    <AuthenticationFormWithAside
      title={t('register.title')}
      scene="paddock-dawn"
      side={
        <>
          <h2>{t('register.customer')}</h2>
          <p>{t('register.customerText')}</p>
          <p>
            <ButtonLink href={ACCOUNT_LOGIN_PATH} variant="line">
              {t('login.title')}
            </ButtonLink>
          </p>
        </>
      }
    >
      <p className="soft">{t('register.lead')}</p>
      <FieldsProvider value={{ form, saved: {}, rules }}>
        <form ref={form.ref} className={accessStyles.form} method="post" onSubmit={form.onSubmit} noValidate>
          <FormName name="account-register" />
          <AuthenticationFormProblems fields={fields} />
          <div className={styles.pair}>
            <TextField field="firstName" autoComplete="given-name" />
            <TextField field="lastName" autoComplete="family-name" />
          </div>
          <AuthenticationEmailField />
          <AuthenticationPasswordField field="password" autoComplete="new-password" showsRule />
          <MailLanguageField typed={form.getValue('languageId')} />
          <div className={styles.choices}>
            <Checkbox name="isCompany" defaultChecked={form.getValue('isCompany') !== ''}>
              <strong>{t('register.company')}</strong>
            </Checkbox>
            <div className={styles.company}>
              <TextField field="companyName" autoComplete="organization" isOptional />
              <TextField
                field="vatNumber"
                isOptional
                {...(rules && { hint: t('checkout.vatNumberHint', { example: rules.vatNumberExample }) })}
              />
            </div>
            <Checkbox name="newsletter" defaultChecked={form.getValue('newsletter') !== ''}>
              {t('newsletter.consent', { brand })}
            </Checkbox>
          </div>
          <div>
            <Button type="submit" size="large" full busy={form.isBusy}>
              {t('register.button')}
            </Button>
            <BotCheckStatus />
            <p className={`small soft ${styles.note}`}>
              {t('register.note')}{' '}
              {privacy && <SiteLink href={privacy.route}>{t('register.privacy')}</SiteLink>}
            </p>
          </div>
        </form>
      </FieldsProvider>
    </AuthenticationFormWithAside>
  );
}

/** Renders the choice of the mail language. */
function MailLanguageField({ typed }: { typed: string }) {
  const { t } = useShop();
  const { site, language, shops } = useAppState((state) => state.scope);
  const languages = shops.find(({ siteId }) => siteId === site.siteId)?.languages ?? [];
  if (languages.length < 2) return null;
  return (
    <Field id={getFieldId('languageId')} label={t('register.language')}>
      {(control) => (
        <Select
          control={control}
          name="languageId"
          defaultValue={typed || String(language.languageId)}
          options={languages.map(({ languageId, name, code }) => ({
            value: String(languageId),
            label: name,
            lang: code,
          }))}
        />
      )}
    </Field>
  );
}
