import type { MessageKey } from '../../../shared/i18n/translate.ts';
import { ACCOUNT_RESEND_PATH } from '../../../shared/rules/account/account-paths.ts';
import { ACCOUNT_PATH } from '../../../shared/rules/path-constants.ts';
import {
  AuthenticationFormProblems,
  AuthenticationPasswordField,
  FieldsProvider,
} from '../../features/account/authentication-fields.tsx';
import styles from '../../features/account/authentication-layouts.module.css';
import { AuthenticationPanel } from '../../features/account/authentication-layouts.tsx';
import { BotCheckStatus } from '../../features/account/BotCheckStatus.tsx';
import { listActivationProblems } from '../../features/account/list-credential-problems.ts';
import type { MailedAccountLink } from '../../features/account/mailed-account-link.ts';
import { invalidLinkCodes } from '../../features/account/ResetView.tsx';
import { useUrlWithoutSecrets } from '../../features/account/use-url-without-secrets.ts';
import { FormName } from '../../forms/FormName.tsx';
import { type FormState, useForm } from '../../forms/use-form.ts';
import type { PageDataOf } from '../../store/page-state.ts';
import { useAppState, useShop } from '../../store/shop.tsx';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { linkPurposeTitles } from './link-purpose-titles.ts';

type LinkPurpose = PageDataOf<'accountConfirm'>['purpose'];

const forms = {
  activate: 'account-activate',
  change: 'account-email-change',
  undo: 'account-email-undo',
} as const satisfies Record<LinkPurpose, string>;

const expiredLinkTexts = {
  activate: 'confirm.over',
  change: 'confirm.changeOver',
  undo: 'confirm.undoOver',
} as const satisfies Record<LinkPurpose, MessageKey>;

/**
 * Renders the page of a mailed link that activates an account, or confirms or reverts a change of the e-mail
 * address. Only the button takes effect.
 */
export function AccountConfirmPage({
  data: { purpose, link, asksPassword },
}: {
  data: PageDataOf<'accountConfirm'>;
}) {
  const form = useForm(forms[purpose], '', purpose === 'activate' ? listActivationProblems : undefined);
  useUrlWithoutSecrets();
  const { result } = form;
  if (purpose !== 'activate' && result?.status === 'done') return <LinkConfirmedNotice purpose={purpose} />;
  const isBroken =
    link === null || result?.problems.some(({ code }) => invalidLinkCodes.includes(code)) === true;
  if (isBroken) return <ExpiredLinkNotice purpose={purpose} isNews={result !== null} />;
  if (purpose === 'activate') return <ActivationForm form={form} link={link} />;
  return <LinkActionForm purpose={purpose} form={form} link={link} asksPassword={asksPassword} />;
}

/** Renders the notice that the link has been used or has expired. */
function ExpiredLinkNotice({ purpose, isNews: shouldFocus }: { purpose: LinkPurpose; isNews: boolean }) {
  const { t } = useShop();
  const phone = useAppState(({ scope }) => scope.site.customerServicePhone);
  return (
    <AuthenticationPanel
      title={t('password.linkOver')}
      sign={{ icon: 'clock', tone: 'warn' }}
      shouldFocus={shouldFocus}
      lead={<p>{t(expiredLinkTexts[purpose], { phone })}</p>}
    >
      {purpose === 'activate' && (
        <ButtonLink href={ACCOUNT_RESEND_PATH} size="large" full>
          {t('login.sendActivation')}
        </ButtonLink>
      )}
      {purpose === 'change' && (
        <ButtonLink href={ACCOUNT_PATH} size="large" full>
          {t('confirm.toAccount')}
        </ButtonLink>
      )}
    </AuthenticationPanel>
  );
}

/** Renders the hidden fields of every form of a link. */
function HiddenLinkFields({ name, link }: { name: string; link: MailedAccountLink }) {
  return (
    <>
      <FormName name={name} />
      <input type="hidden" name="userId" value={link.userId} />
      <input type="hidden" name="token" value={link.token} />
    </>
  );
}

/**
 * Renders the activation form, which asks for the password of the registration. A third party who registered
 * the address cannot read the mail, and the mailbox owner did not choose that password.
 */
function ActivationForm({ form, link }: { form: FormState; link: MailedAccountLink }) {
  const { t } = useShop();
  const isNew = form.getProblem('newPassword') !== null;
  return (
    <AuthenticationPanel title={t(linkPurposeTitles.activate)} lead={<p>{t('confirm.lead')}</p>}>
      <FieldsProvider value={{ form, saved: {}, rules: null }}>
        <form ref={form.ref} className={styles.form} method="post" onSubmit={form.onSubmit} noValidate>
          <HiddenLinkFields name={forms.activate} link={link} />
          <AuthenticationFormProblems fields={['password', 'newPassword']} />
          <AuthenticationPasswordField field="password" autoComplete="current-password" />
          <details className={styles.unknown} open={isNew}>
            <summary>
              {t('confirm.unknown')}
              <Icon name="down" size="small" />
            </summary>
            <p className="small soft">{t('confirm.unknownText')}</p>
            <AuthenticationPasswordField field="newPassword" autoComplete="new-password" showsRule />
          </details>
          <Button type="submit" size="large" full busy={form.isBusy}>
            {t('confirm.button')}
          </Button>
          <BotCheckStatus />
        </form>
      </FieldsProvider>
    </AuthenticationPanel>
  );
}

interface LinkActionFormProps {
  purpose: Exclude<LinkPurpose, 'activate'>;
  form: FormState;
  link: MailedAccountLink;
  asksPassword: boolean;
}

function LinkActionForm({ purpose, form, link, asksPassword }: LinkActionFormProps) {
  const { t } = useShop();
  const isChange = purpose === 'change';
  return (
    <AuthenticationPanel
      title={t(linkPurposeTitles[purpose])}
      lead={<p>{t(isChange ? 'confirm.changeLead' : 'confirm.undoLead')}</p>}
    >
      <FieldsProvider value={{ form, saved: {}, rules: null }}>
        <form ref={form.ref} className={styles.form} method="post" onSubmit={form.onSubmit}>
          <HiddenLinkFields name={forms[purpose]} link={link} />
          <AuthenticationFormProblems fields={['password']} />
          {(asksPassword || form.getProblem('password') !== null) && (
            <AuthenticationPasswordField
              field="password"
              autoComplete="current-password"
              hint={t('confirm.ownerPassword')}
            />
          )}
          <Button type="submit" size="large" full busy={form.isBusy}>
            {t(isChange ? 'confirm.changeButton' : 'confirm.undoButton')}
          </Button>
          <BotCheckStatus />
        </form>
      </FieldsProvider>
    </AuthenticationPanel>
  );
}

function LinkConfirmedNotice({ purpose }: { purpose: Exclude<LinkPurpose, 'activate'> }) {
  const { t } = useShop();
  const isChange = purpose === 'change';
  return (
    <AuthenticationPanel
      title={t(isChange ? 'confirm.changeDone' : 'confirm.undoDone')}
      sign={{ icon: 'check', tone: 'ok' }}
      shouldFocus
      lead={<p>{t(isChange ? 'confirm.changeDoneNext' : 'confirm.undoDoneNext')}</p>}
    >
      {isChange && (
        <ButtonLink href={ACCOUNT_PATH} size="large" full>
          {t('confirm.toAccount')}
        </ButtonLink>
      )}
    </AuthenticationPanel>
  );
}
