import type { ReactNode } from 'react';
import { getCartPath } from '../../shared/rules/cart/cart-paths.ts';
import { isCorporate } from '../../shared/rules/site-type.ts';
import { useNavigationState } from '../navigation/navigation-context.tsx';
import { useAppState, useShop } from '../store/shop.tsx';
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx';
import { ConnectionNotice } from './ConnectionNotice.tsx';
import { CountryNotice } from './CountryNotice.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import styles from './Layout.module.css';
import { LazyAccountWatcher } from './LazyAccountWatcher.tsx';
import { LazyComparisonBar } from './LazyComparisonBar.tsx';
import { LazyConsent } from './LazyConsent.tsx';
import { LazyMiniCart } from './LazyMiniCart.tsx';
import { LazyNewsletterSender } from './LazyNewsletterSender.tsx';
import { PageSkeleton } from './PageSkeleton.tsx';
import { PhoneMenu } from './PhoneMenu.tsx';
import { Progress } from './Progress.tsx';
import { searchFieldId } from './SearchForm.tsx';
import { SeasonalNotice } from './SeasonalNotice.tsx';
import { SiteSwitch } from './SiteSwitch.tsx';
import { TabBar } from './TabBar.tsx';
import { UtilityStrip } from './UtilityStrip.tsx';

/** Renders the default layout: notices, header with menu, the page in `<main id="main">`, footer, dialogs. */
export function Layout({ children }: { children: ReactNode }) {
  const { t } = useShop();
  const isCorporateSite = useAppState((state) => isCorporate(state.scope.site));
  const locale = useAppState((state) => state.scope.language.code);
  const notification = useAppState((state) => state.scope.notification);
  const status = useNavigationState((state) => state.status);
  const isSkeletonVisible = useNavigationState((state) => state.isSkeletonVisible);
  const announcement = useNavigationState((state) => state.announcement);

  return (
    <>
      <a className={styles.skip} href="#main">
        {t('shell.skipToContent')}
      </a>
      {!isCorporateSite && (
        <>
          <a className={styles.skip} href={`#${searchFieldId}`}>
            {t('shell.skipToSearch')}
          </a>
          <a className={styles.skip} href={getCartPath(locale)}>
            {t('shell.skipToCart')}
          </a>
        </>
      )}
      <LazyConsent />
      <ConnectionNotice />
      {!isCorporateSite && <LazyMiniCart />}
      {!isCorporateSite && <LazyAccountWatcher />}
      {!isCorporateSite && <CountryNotice />}
      <header>
        <UtilityStrip />
        <Header />
        {notification && <SeasonalNotice text={notification} />}
      </header>
      <Progress status={status} />
      <main
        id="main"
        tabIndex={-1}
        className={styles.main}
        aria-busy={status === 'busy' || undefined}
        data-pending={isSkeletonVisible || undefined}
      >
        {isSkeletonVisible && <PageSkeleton />}
        {children}
      </main>
      <Footer />
      <LazyNewsletterSender />
      {!isCorporateSite && <LazyComparisonBar />}
      {!isCorporateSite && <TabBar />}
      <PhoneMenu />
      <SiteSwitch />
      <div role="status">
        <VisuallyHidden>{announcement}</VisuallyHidden>
      </div>
    </>
  );
}
