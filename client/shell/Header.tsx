import { getCartPath } from '../../shared/rules/cart/cart-paths.ts';
import { getLocalisedSegment } from '../../shared/rules/localised-segments.ts';
import { ACCOUNT_PATH } from '../../shared/rules/path-constants.ts';
import { getPhoneUrl } from '../../shared/rules/phone-url.ts';
import { isCorporate } from '../../shared/rules/site-type.ts';
import { useAppState, useShop } from '../store/shop.tsx';
import { DialogButton } from '../ui/Dialog.tsx';
import { Icon } from '../ui/Icon.tsx';
import { isBrowserBuild } from '../ui/is-browser-build.ts';
import { joinClasses } from '../ui/join-classes.ts';
import { StaticHtml } from '../ui/StaticHtml.tsx';
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx';
import { AccountBadge } from './AccountBadge.tsx';
import { CartBadge } from './CartBadge.tsx';
import styles from './Header.module.css';
import { Logo } from './Logo.tsx';
import { MegaMenu } from './MegaMenu.tsx';
import { phoneMenuDialogId } from './PhoneMenu.tsx';
import { SearchForm } from './SearchForm.tsx';
import { siteSwitchDialogId } from './SiteSwitch.tsx';

/**
 * Renders the main row of the header: logo, search field and menu. On the corporate site (type 2), which has
 * no sales, it links to the shops instead.
 */
export function Header() {
  const isCorporateSite = useAppState((state) => isCorporate(state.scope.site));
  return (
    <div className={styles.header}>
      <div className={joinClasses('wrap', styles.row)}>
        <StaticHtml as="div" name="headerStart" className={styles.start}>
          {isBrowserBuild ? null : <HeaderStart />}
        </StaticHtml>
        {!isCorporateSite && <SearchForm />}
        <StaticHtml as="div" name="headerEnd" className={styles.end}>
          {isBrowserBuild ? null : <HeaderEnd />}
        </StaticHtml>
      </div>
      <MegaMenu />
    </div>
  );
}

function HeaderStart() {
  const { t } = useShop();
  return (
    <>
      <DialogButton
        dialogId={phoneMenuDialogId}
        className={joinClasses(styles.icon, styles.menu)}
        label={t('menu.title')}
      >
        <Icon name="menu" />
      </DialogButton>
      <Logo />
    </>
  );
}

function HeaderEnd() {
  const { t } = useShop();
  const isCorporateSite = useAppState((state) => isCorporate(state.scope.site));
  const locale = useAppState((state) => state.scope.language.code);
  const phone = useAppState((state) => state.scope.site.customerServicePhone);
  if (isCorporateSite) {
    return (
      <DialogButton dialogId={siteSwitchDialogId} className={styles.shops}>
        {t('shell.toShops')}
      </DialogButton>
    );
  }
  return (
    <>
      <a className={joinClasses(styles.icon, styles.call)} href={getPhoneUrl(phone)}>
        <Icon name="phone" />
        <VisuallyHidden>{t('shell.callUs')} </VisuallyHidden>
        <span className={styles.number}>{phone}</span>
      </a>
      <a className={styles.icon} href={ACCOUNT_PATH}>
        <Icon name="person" />
        <span className={styles.word}>{t('account.title')}</span>
        <AccountBadge className={styles.count} />
      </a>
      <a className={styles.icon} href={`/${getLocalisedSegment('compare', locale)}/`}>
        <Icon name="scales" />
        <span className={styles.word}>{t('comparison.open')}</span>
        <span className={styles.count} data-comparison-count hidden />
      </a>
      <a className={styles.icon} href={getCartPath(locale)}>
        <Icon name="cart" />
        <span className={styles.word}>{t('shell.cart')}</span>
        <CartBadge className={styles.count} />
      </a>
    </>
  );
}
