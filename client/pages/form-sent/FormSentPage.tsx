import type { MessageKey } from '../../../shared/i18n/translate.ts';
import { CategoryLinks } from '../../features/next-links/CategoryLinks.tsx';
import { FormNotice } from '../../forms/FormNotice.tsx';
import { WithdrawalReceipt } from '../../forms/WithdrawalReceipt.tsx';
import { useAppState, useShop } from '../../store/shop.tsx';
import { SiteLink } from '../../ui/SiteLink.tsx';
import styles from './FormSentPage.module.css';

/** Messages by form name: the first confirms the form, the others describe what comes next. */
export const formSentTexts: Readonly<Record<string, readonly [MessageKey, ...MessageKey[]]>> = {
  'account-close': ['privacy.closed', 'privacy.closedNext'],
  'account-email-change': ['confirm.changeDone', 'confirm.changeDoneNext'],
  'account-email-undo': ['confirm.undoDone', 'confirm.undoDoneNext'],
  newsletter: ['newsletter.done'],
  'newsletter-confirm': ['newsletter.confirmDone'],
  'newsletter-unsubscribe': ['newsletter.endDone'],
  review: ['review.thanks', 'review.thanksNext'],
  'review-confirm': ['reviewConfirm.done'],
  'silo-quotation': ['silo.thanks', 'silo.thanksNext'],
  'stock-reminder': ['stockReminder.done'],
  'stock-reminder-confirm': ['stockReminder.confirmDone'],
  'stock-reminder-unsubscribe': ['stockReminder.endDone'],
  withdrawal: ['withdrawal.receiptNext'],
};

/** Confirms a form that was sent without script and links back to its page. */
export function FormSentPage() {
  const { t } = useShop();
  const notice = useAppState(({ request }) => request.notice);
  const phone = useAppState(({ scope }) => scope.site.customerServicePhone);
  const [news, ...next] = (notice && formSentTexts[notice.form]) ?? [];
  return (
    <div className={`wrap section ${styles.page}`}>
      <h1>{t('form.sentTitle')}</h1>
      {news ? (
        <FormNotice tone="ok" shouldAnnounce={false}>
          {notice?.subject && (
            <p>
              <strong>{notice.subject.title}</strong>
            </p>
          )}
          {notice?.receipt && <WithdrawalReceipt receipt={notice.receipt} />}
          <p>
            <strong>{t(news)}</strong>
          </p>
          {next.map((key) => (
            <p key={key}>{t(key, { phone })}</p>
          ))}
        </FormNotice>
      ) : (
        // The page was reloaded, or the browser refuses cookies.
        <p>{t('form.sentBefore')}</p>
      )}
      {notice?.back && (
        <SiteLink href={notice.back} className="tap">
          {t('form.backToPage')}
        </SiteLink>
      )}
      <CategoryLinks first={notice?.subject} />
    </div>
  );
}
