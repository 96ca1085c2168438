import { type ReactNode, useState } from 'react';
import { getCartPath } from '../../../shared/rules/cart/cart-paths.ts';
import { getPhoneUrl } from '../../../shared/rules/phone-url.ts';
import { useNavigationState } from '../../navigation/navigation-context.tsx';
import { useAppState, useShop } from '../../store/shop.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { joinClasses } from '../../ui/join-classes.ts';
import { SiteLink } from '../../ui/SiteLink.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { ConnectionNotice } from '../ConnectionNotice.tsx';
import { LanguageLink } from '../LanguageLink.tsx';
import shellStyles from '../Layout.module.css';
import { LazyConsent } from '../LazyConsent.tsx';
import { Logo } from '../Logo.tsx';
import { PageSkeleton } from '../PageSkeleton.tsx';
import { Progress } from '../Progress.tsx';
import { getCounterpartUrl } from '../site-choice.ts';
import styles from './CheckoutLayout.module.css';

/** Renders the layout of the checkout. Apart from the link back to the cart, no link leaves the checkout. */
export function CheckoutLayout({ children }: { children: ReactNode }) {
  const { t } = useShop();
  const { site, settings, footer, language, shops } = useAppState((state) => state.scope);
  const page = useAppState((state) => state.page);
  const [hasFailed, setHasFailed] = useState(false);
  const languages = (shops.find(({ siteId }) => siteId === site.siteId)?.languages ?? []).filter(
    ({ languageId }) => languageId !== language.languageId,
  );
  const status = useNavigationState((state) => state.status);
  const isSkeletonVisible = useNavigationState((state) => state.isSkeletonVisible);
  // After the order was placed, the cart is empty.
  const isOrdered = useAppState((state) => state.page.data.kind === 'checkoutComplete');
  const announcement = useNavigationState((state) => state.announcement);
  const legal = footer.columns.find(({ key }) => key === 'legal');
  const returns = footer.columns.flatMap(({ links }) => links).find(({ key }) => key === 'returns');
  const cookies = legal?.links.find(({ key }) => key === 'cookies');
  const cartPath = getCartPath(language.code);
  return (
    <>
      <a className={shellStyles.skip} href="#main">
        {t('shell.skipToContent')}
      </a>
      <a className={shellStyles.skip} href={cartPath}>
        {t('shell.skipToCart')}
      </a>
      <LazyConsent />
      <ConnectionNotice />
      <header className={styles.header}>
        <div className={joinClasses('wrap', styles.row)}>
          <Logo />
          <ul className={styles.facts}>
            {!isOrdered && (
              <li className={styles.wide}>
                <SiteLink href={cartPath}>
                  <Icon name="arrowLeft" size="small" />
                  {t('checkout.backToCart')}
                </SiteLink>
              </li>
            )}
            <li className={styles.wide}>
              <Icon name="lock" size="small" />
              {t('checkout.safePayment')}
            </li>
            <li>
              <a href={getPhoneUrl(site.customerServicePhone)}>
                <Icon name="phone" size="small" />
                <span className={styles.help}>{t('checkout.help')}</span>{' '}
                <VisuallyHidden>{t('shell.callUs')} </VisuallyHidden>
                <strong>{site.customerServicePhone}</strong>
              </a>
            </li>
          </ul>
        </div>
      </header>
      <Progress status={status} />
      <main
        id="main"
        tabIndex={-1}
        className={shellStyles.main}
        aria-busy={status === 'busy' || undefined}
        data-pending={isSkeletonVisible || undefined}
      >
        {isSkeletonVisible && <PageSkeleton />}
        {children}
      </main>
      <footer className={joinClasses('wrap', styles.footer)}>
        <hr className="stitch" />
        <ul className={styles.links}>
          <li>© {settings.legalEntity.name}</li>
          {[...(legal?.links ?? []), ...(returns ? [returns] : [])].map(({ route, title, target }) => (
            <li key={route}>
              <SiteLink href={route} target={target}>
                {title}
              </SiteLink>
            </li>
          ))}
          {cookies && (
            <li>
              <a href={cookies.route} data-consent aria-haspopup="dialog">
                {t('consent.settings')}
              </a>
            </li>
          )}
          {languages.map((other) => (
            <li key={other.languageId}>
              <LanguageLink
                siteId={site.siteId}
                language={other}
                counterpart={getCounterpartUrl(page, { site }, site.siteId, other)}
                onFailure={setHasFailed}
              />
            </li>
          ))}
        </ul>
        {hasFailed && <p role="alert">{t('siteSwitch.languageFailed')}</p>}
      </footer>
      <div role="status">
        <VisuallyHidden>{announcement}</VisuallyHidden>
      </div>
    </>
  );
}
