import { type ReactNode, useEffect, useRef } from 'react';
import type { MessageKey } from '../../../shared/i18n/translate.ts';
import {
  ACCOUNT_FEED_ADVICE_PATH,
  ACCOUNT_INFORMATION_PATH,
  ACCOUNT_INVOICES_PATH,
  ACCOUNT_ORDERS_PATH,
  ACCOUNT_RETURNS_PATH,
  ACCOUNT_RQS_RESULTS_PATH,
  ACCOUNT_SUBSCRIPTIONS_PATH,
} from '../../../shared/rules/account/account-paths.ts';
import { ACCOUNT_PATH } from '../../../shared/rules/path-constants.ts';
import { FormName } from '../../forms/FormName.tsx';
import { FormNotice } from '../../forms/FormNotice.tsx';
import { useForm } from '../../forms/use-form.ts';
import { type AccountInfo, account, useAccount } from '../../store/account.ts';
import { useAppState, useShop } from '../../store/shop.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Breadcrumbs } from '../../ui/Breadcrumbs.tsx';
import { Button } from '../../ui/Button.tsx';
import { Icon, type IconName } from '../../ui/Icon.tsx';
import { joinClasses } from '../../ui/join-classes.ts';
import { SiteLink } from '../../ui/SiteLink.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import styles from './AccountFrame.module.css';
import { FormToken } from './FormToken.tsx';

/** Entry of the account menu. */
export type AccountMenuEntry =
  | 'overview'
  | 'orders'
  | 'invoices'
  | 'returns'
  | 'information'
  | 'subscriptions'
  | 'rqsResults'
  | 'feedAdvice';

/** Menu entries. Results of roughage tests appear only on sites that sell the tests. */
const entries: readonly (readonly [AccountMenuEntry, MessageKey, IconName, string])[] = [
  ['overview', 'account.overview', 'home', ACCOUNT_PATH],
  ['orders', 'account.orders', 'parcel', ACCOUNT_ORDERS_PATH],
  ['invoices', 'account.invoices', 'document', ACCOUNT_INVOICES_PATH],
  ['returns', 'account.returns', 'refresh', ACCOUNT_RETURNS_PATH],
  ['feedAdvice', 'account.feedAdvice', 'bucket', ACCOUNT_FEED_ADVICE_PATH],
  ['rqsResults', 'rqsResults.title', 'flask', ACCOUNT_RQS_RESULTS_PATH],
  ['information', 'account.information', 'person', ACCOUNT_INFORMATION_PATH],
  ['subscriptions', 'account.subscriptions', 'mail', ACCOUNT_SUBSCRIPTIONS_PATH],
];

interface AccountFrameProps {
  owner: AccountInfo;
  current: AccountMenuEntry;
  /** Heading of the page. */
  title: string;
  /** Name of the page in the breadcrumbs. Defaults to the heading. */
  crumb?: string;
  /** Content next to the heading. */
  aside?: ReactNode;
  children: ReactNode;
}

/** Renders the frame of every account page: breadcrumbs, menu and sign-out. */
export function AccountFrame({ owner, current, title, crumb = title, aside, children }: AccountFrameProps) {
  const { t } = useShop();
  const menu = useRef<HTMLUListElement>(null);
  const isMenuOpen = useAccount((state) => state.isMenuOpen);
  const hasTests = useAppState((state) => state.scope.site.enableRqs);
  useEffect(() => account.provide(owner), [owner]);
  useEffect(() => {
    const list = menu.current;
    const entry = list?.querySelector<HTMLElement>(`[data-entry="${current}"]`);
    // In a narrow window, the entry of this page may be outside the visible part of the menu.
    if (list && entry) list.scrollLeft = entry.offsetLeft - (list.clientWidth - entry.offsetWidth) / 2;
  }, [current]);
  // The menu is closed when an account page opens.
  useEffect(() => () => account.setMenuOpen(false), []);
  return (
    <div className={joinClasses('wrap', styles.page)}>
      <Breadcrumbs
        label={t('breadcrumbs.label')}
        items={[
          { title: t('common.home'), url: '/' },
          ...(current === 'overview' ? [] : [{ title: t('account.title'), url: ACCOUNT_PATH }]),
        ]}
        current={crumb}
      />
      <div className={styles.columns}>
        <div>
          <nav className={joinClasses(styles.menu, isMenuOpen && styles.open)} aria-label={t('account.menu')}>
            <ul id="account-menu" ref={menu}>
              {entries
                .filter(([entry]) => hasTests || entry !== 'rqsResults')
                .map(([entry, label, icon, path]) => (
                  <li key={entry} data-entry={entry}>
                    <SiteLink href={path} isCurrent={entry === current}>
                      <Icon name={icon} />
                      {t(label)}
                      <UnreadBadge count={getUnreadCount(owner, entry)} />
                    </SiteLink>
                  </li>
                ))}
              <li className={styles.out}>
                <SignOutForm formToken={owner.formToken} />
              </li>
            </ul>
            <MenuToggle isOpen={isMenuOpen} />
          </nav>
        </div>
        <div>
          <h1 className={styles.title}>{title}</h1>
          {aside}
          {children}
        </div>
      </div>
    </div>
  );
}

/** Returns the number of unread items of an entry. */
function getUnreadCount(owner: AccountInfo, entry: AccountMenuEntry): number {
  if (entry === 'rqsResults') return owner.unreadQuickscanResults;
  return entry === 'feedAdvice' ? owner.unreadFeedAdvice : 0;
}

function UnreadBadge({ count }: { count: number }) {
  const { t } = useShop();
  return count > 0 && <Badge tone="warn">{t('account.new', { smart_count: count })}</Badge>;
}

/** Renders the button that opens the whole menu in a narrow window. */
function MenuToggle({ isOpen }: { isOpen: boolean }) {
  const { t } = useShop();
  return (
    <button
      type="button"
      className={styles.toggle}
      aria-expanded={isOpen}
      aria-controls="account-menu"
      onClick={() => account.setMenuOpen(!isOpen)}
    >
      <Icon name={isOpen ? 'up' : 'down'} size="small" />
      <VisuallyHidden>{t('account.wholeMenu')}</VisuallyHidden>
    </button>
  );
}

/** Renders the sign-out form. */
function SignOutForm({ formToken }: { formToken: string }) {
  const { t } = useShop();
  const form = useForm('sign-out');
  return (
    <form ref={form.ref} method="post" onSubmit={form.onSubmit}>
      <FormName name="sign-out" />
      <FormToken value={formToken} />
      {form.result?.status === 'refused' && (
        <FormNotice tone="error">
          <p>{t('error.tryLater')}</p>
        </FormNotice>
      )}
      <Button type="submit" variant="line" busy={form.isBusy}>
        {t('account.signOut')}
      </Button>
    </form>
  );
}
