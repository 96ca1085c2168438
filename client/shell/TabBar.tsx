import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { getCartPath } from '../../shared/rules/cart/cart-paths.ts';
import { getLocalisedSegment } from '../../shared/rules/localised-segments.ts';
import { ACCOUNT_PATH } from '../../shared/rules/path-constants.ts';
import { useAppState, useShop } from '../store/shop.tsx';
import { DialogButton } from '../ui/Dialog.tsx';
import { Icon } from '../ui/Icon.tsx';
import { joinClasses } from '../ui/join-classes.ts';
import { AccountBadge } from './AccountBadge.tsx';
import { CartBadge } from './CartBadge.tsx';
import { phoneMenuDialogId } from './PhoneMenu.tsx';
import { watchScrollDirection } from './scroll-direction.ts';
import styles from './TabBar.module.css';

/**
 * Renders the bar at the bottom of narrow windows with the most used links. It hides while scrolling down.
 * The corporate site has none.
 */
export function TabBar() {
  const { t } = useShop();
  const { pathname } = useLocation();
  const locale = useAppState((state) => state.scope.language.code);
  const cartPath = getCartPath(locale);
  const advicePath = `/${getLocalisedSegment('feedAdvice', locale)}/`;

  useEffect(() => watchScrollDirection(window), []);

  return (
    <nav className={joinClasses('gives-way', styles.bar)} aria-label={t('tabBar.label')}>
      <a href="/" aria-current={pathname === '/' ? 'page' : undefined}>
        <Icon name="home" />
        {t('tabBar.home')}
      </a>
      <a href={advicePath} aria-current={pathname === advicePath ? 'page' : undefined}>
        <Icon name="bucket" />
        {t('tabBar.advice')}
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
        <CartBadge className={styles.count} />
      </a>
    </nav>
  );
}
