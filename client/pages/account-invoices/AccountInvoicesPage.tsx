import { getAccountOrderPath } from '../../../shared/rules/account/account-paths.ts';
import { AccountFrame } from '../../features/account/AccountFrame.tsx';
import { useTimeFormats } from '../../features/account/use-time-formats.ts';
import { CategoryLinks } from '../../features/next-links/CategoryLinks.tsx';
import type { PageDataOf } from '../../store/page-state.ts';
import { useShop } from '../../store/shop.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { SiteLink } from '../../ui/SiteLink.tsx';
import styles from './AccountInvoicesPage.module.css';

/** Renders invoices and credit notes, the latest first, each with its file as mailed. */
export function AccountInvoicesPage({ data }: { data: PageDataOf<'accountInvoices'> }) {
  const { t, formats } = useShop();
  const { writeDate } = useTimeFormats();
  const { owner, invoices } = data;
  return (
    <AccountFrame owner={owner} current="invoices" title={t('account.invoices')}>
      {invoices.length === 0 ? (
        <div className={styles.none}>
          <p className="lead">{t('invoices.none')}</p>
          <p>{t('invoices.noneLead')}</p>
          <CategoryLinks />
        </div>
      ) : (
        <ul className={styles.invoices}>
          {invoices.map(({ invoiceId, number, kind, created, orderId, orderNumber, totalAmount, path }) => (
            <li key={invoiceId} className={styles.invoice}>
              <div className={styles.words}>
                <p>
                  <strong>{number}</strong>{' '}
                  {kind === 'credit-note' && <Badge tone="info">{t('invoices.creditNote')}</Badge>}
                </p>
                <p className="small soft">{writeDate(created)}</p>
              </div>
              <SiteLink href={getAccountOrderPath(orderId)} className="tap">
                {t('order.number', { number: orderNumber })}
              </SiteLink>
              <p className={styles.amount}>
                {formats.euro(kind === 'credit-note' ? -totalAmount : totalAmount)}
              </p>
              <a href={path} download className="tap">
                <Icon name="document" size="small" />
                {t('invoices.download', { number })}
              </a>
            </li>
          ))}
        </ul>
      )}
    </AccountFrame>
  );
}
