import { type MouseEvent, useEffect } from 'react';
import { useLocation } from 'react-router';
import { getCartPath } from '../../shared/rules/cart/cart-paths.ts';
import { getSegment } from '../../shared/rules/localised-segments.ts';
import { ACCOUNT_PATH } from '../../shared/rules/urls.ts';
import { useAppState, useShop } from '../store/shop.tsx';
import { DialogButton } from '../ui/Dialog.tsx';
import { Icon } from '../ui/Icon.tsx';
import { joinClasses } from '../ui/join-classes.ts';
import { waitsForProgram } from '../ui/waits-for-program.ts';
import { AccountBadge } from './AccountBadge.tsx';
import { CartCount } from './CartCount.tsx';
import { phoneMenuDialogId } from './PhoneMenu.tsx';
import { searchFieldId } from './SearchForm.tsx';
import { watchScrollDirection } from './scroll-direction.ts';
import styles from './TabBar.module.css';

/** The bar at the bottom of narrow windows, with what visitors use most; it gives way while one scrolls down. The corporate site has none. */
export function TabBar() {
  const { t } = useShop();
  const { pathname } = useLocation();
  const locale = useAppState((state) => state.scope.language.code);
  const cartPath = getCartPath(locale);
  const searchPath = `/${getSegment('search', locale)}/`;

  useEffect(() => watchScrollDirection(window), []);

  // The field of the header is the faster way; without script the link leads to the results page, which has one.
  const handleSearch = (event: MouseEvent<HTMLAnchorElement>) => {
    const field = document.getElementById(searchFieldId);
    if (!field || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    field.scrollIntoView({ block: 'center' });
    field.focus({ preventScroll: true });
  };

  return (
    <nav className={joinClasses('gives-way', styles.bar)} aria-label={t('tabBar.label')}>
      <a href="/" aria-current={pathname === '/' ? 'page' : undefined}>
        <Icon name="home" />
        {t('tabBar.home')}
      </a>
      <a
        {...waitsForProgram}
        href={searchPath}
        aria-current={pathname === searchPath ? 'page' : undefined}
        onClick={handleSearch}
      >
        <Icon name="search" />
        {t('tabBar.search')}
      </a>
      <DialogButton dialogId={phoneMenuDialogId}>
        <Icon name="menu" />
        {t('menu.title')}
      </DialogButton>
      <a href={ACCOUNT_PATH} aria-current={pathname.startsWith(ACCOUNT_PATH) ? 'page' : undefined}>
        <Icon name="person" />
        {t('account.title')}
        <AccountBadge className={styles.count} />
      </a>
      <a href={cartPath} aria-current={pathname === cartPath ? 'page' : undefined}>
        <Icon name="cart" />
        {t('shell.cart')}
        <CartCount className={styles.count} />
      </a>
    </nav>
  );
}
