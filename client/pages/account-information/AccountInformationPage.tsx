import {
  ACCOUNT_INFORMATION_PATH,
  type AccountInformationSection,
} from '../../../shared/rules/account/account-paths.ts';
import { AccountFrame } from '../../features/account/AccountFrame.tsx';
import { useResultFocus } from '../../features/account/use-result-focus.ts';
import { CategoryLinks } from '../../features/next-links/CategoryLinks.tsx';
import type { PageDataOf } from '../../store/page-state.ts';
import { useAppState, useShop } from '../../store/shop.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SiteLink } from '../../ui/SiteLink.tsx';
import styles from './AccountInformationPage.module.css';
import { AddressBookPart } from './AddressBookPart.tsx';
import { EmailPart, PasswordPart, PrivacyPart } from './CredentialForms.tsx';
import { AddressPart, CompanyPart, PersonalPart } from './DetailForms.tsx';
import { SessionsPart } from './SessionsPart.tsx';

/** Renders the details of the signed-in customer: all parts, or the part that the URL names. */
export function AccountInformationPage({ data }: { data: PageDataOf<'accountInformation'> }) {
  const { t } = useShop();
  const sent = useAppState(({ request }) => request.form);
  const isClosed = sent?.form === 'account-close' && sent.status === 'done';
  const { owner, action } = data;
  // After the account is closed, none of its data stays on the page.
  if (isClosed) return <AccountClosedNotice />;
  const shows = (part: AccountInformationSection) => action === null || action === part;
  return (
    <AccountFrame
      owner={owner}
      current="information"
      title={t('account.information')}
      aside={
        action !== null && (
          <p>
            <SiteLink href={ACCOUNT_INFORMATION_PATH} className="tap">
              {t('information.all')}
            </SiteLink>
          </p>
        )
      }
    >
      <div className={styles.parts}>
        {shows('personal') && <PersonalPart data={data} />}
        {shows('address') && <AddressPart data={data} />}
        {shows('addresses') && <AddressBookPart data={data} />}
        {shows('company') && <CompanyPart data={data} />}
        <div className={action === null ? styles.pair : undefined}>
          {shows('email') && <EmailPart data={data} />}
          {shows('password') && <PasswordPart data={data} />}
        </div>
        {shows('sessions') && <SessionsPart data={data} />}
        {shows('privacy') && <PrivacyPart data={data} />}
      </div>
    </AccountFrame>
  );
}

/** Renders the confirmation that the account is closed, with next links. */
function AccountClosedNotice() {
  const { t } = useShop();
  const place = useResultFocus(useAppState(({ request }) => request.form));
  return (
    <div className="wrap section">
      <div className="stack" ref={place} tabIndex={-1}>
        <h1>{t('privacy.closed')}</h1>
        <Notice tone="ok" role="status">
          <p>{t('privacy.closedNext')}</p>
        </Notice>
        <CategoryLinks />
      </div>
    </div>
  );
}
