import { MAX_EMAIL_ADDRESS_LENGTH } from '../../shared/rules/email-address.ts';
import { NEWSLETTER_PATH } from '../../shared/rules/path-constants.ts';
import { getPhoneUrl } from '../../shared/rules/phone-url.ts';
import { NEWSLETTER_FORM_NAME } from '../features/newsletter/newsletter-form.ts';
import { FormName } from '../forms/FormName.tsx';
import { findSiteLink } from '../store/find-site-link.ts';
import { useAppState, useShop } from '../store/shop.tsx';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Input } from '../ui/Input.tsx';
import { isBrowserBuild } from '../ui/is-browser-build.ts';
import { joinClasses } from '../ui/join-classes.ts';
import { SiteLink } from '../ui/SiteLink.tsx';
import { StaticHtml } from '../ui/StaticHtml.tsx';
import styles from './Footer.module.css';

/** Key of the footer column that is shown in the bottom line. */
const legalColumnKey = 'legal';
/** Key of the column with the link to the dealers, if the site has any. */
const serviceColumnKey = 'service';

const socialNames = {
  instagram: 'Instagram',
  facebook: 'Facebook',
  twitter: 'X',
  youtube: 'YouTube',
  linkedin: 'LinkedIn',
  tiktok: 'TikTok',
} as const;
const socialNetworks = Object.keys(socialNames) as (keyof typeof socialNames)[];

/** Returns the name of a currency in the language of the page. */
function getCurrencyName(currencyCode: string, culture: string): string {
  return new Intl.DisplayNames([culture], { type: 'currency' }).of(currencyCode) ?? currencyCode;
}

/**
 * Renders the footer: company, contact, and links to all information pages. It is the same on every page of a
 * site and language.
 */
export function Footer() {
  return (
    <>
      <div className={styles.edge}>
        <svg viewBox="0 0 1440 70" preserveAspectRatio="none" aria-hidden="true" focusable="false">
          <path d="M0 70V34C110 16 190 20 300 30S520 60 660 44 900 8 1030 18s240 34 410 6V70Z" />
        </svg>
      </div>
      <StaticHtml as="footer" name="footer" className={joinClasses('deep', styles.footer)}>
        {isBrowserBuild ? null : <FooterContent />}
      </StaticHtml>
    </>
  );
}

const newsletterEmailId = 'footer-newsletter';
const newsletterNoteId = `${newsletterEmailId}-note`;

/**
 * Renders the newsletter form. Without script, or before `LazyNewsletterSender` is loaded, it opens the newsletter
 * page. It contains the messages of the slot as HTML, because the browser bundle does not include these
 * texts.
 */
function NewsletterForm() {
  const { t, brand } = useShop();
  const field = t('service.email');
  return (
    <form
      className={styles.newsletter}
      method="post"
      action={NEWSLETTER_PATH}
      noValidate
      data-newsletter
      data-done={t('newsletter.done')}
      data-required={t('form.required.emailAddress')}
      data-format={t('form.emailFormat')}
      data-too-many={t('newsletter.tooMany')}
      data-failed={t('error.tryLater')}
    >
      <h3>{t('newsletter.heading')}</h3>
      <p>{t('newsletter.lead')}</p>
      <FormName name={NEWSLETTER_FORM_NAME} />
      <label htmlFor={newsletterEmailId}>{field}</label>
      <div>
        <Input
          control={{ id: newsletterEmailId, describedBy: newsletterNoteId, isInvalid: false }}
          name="emailAddress"
          type="email"
          autoComplete="email"
          maxLength={MAX_EMAIL_ADDRESS_LENGTH}
          required
        />
        <Button type="submit">{t('newsletter.button')}</Button>
      </div>
      <p id={newsletterNoteId} className="small">
        {t('newsletter.consent', { brand })}
      </p>
    </form>
  );
}

function FooterContent() {
  const { t, brand } = useShop();
  const { site, settings, footer, language } = useAppState((state) => state.scope);
  const dealers = useAppState((state) => findSiteLink(state.scope, 'dealers'));
  const columns = footer.columns.filter((column) => column.key !== legalColumnKey);
  const hasDealers = columns.some(({ links }) => links.some((link) => link.key === 'dealers'));
  const legal = footer.columns.find((column) => column.key === legalColumnKey);
  const cookiesPage = legal?.links.find((link) => link.key === 'cookies')?.route;
  const networks = socialNetworks.filter((network) => site.socialMedia[network] !== null);

  return (
    <div className="wrap">
      <div className={styles.columns}>
        <div className={styles.brand}>
          <h2>{brand}</h2>
          <p>{t(site.rqsContentPage === null ? 'footer.promiseWithoutTests' : 'footer.promise')}</p>
          <NewsletterForm />
          <ul>
            <li>
              <a href={getPhoneUrl(site.customerServicePhone)}>
                <Icon name="phone" size="small" />
                {site.customerServicePhone}
              </a>
            </li>
            <li>
              <a href={`mailto:${site.customerServiceEmailAddress}`}>
                <Icon name="mail" size="small" />
                {site.customerServiceEmailAddress}
              </a>
            </li>
          </ul>
        </div>
        {columns.map((column) => (
          <nav key={column.key} aria-labelledby={`footer-${column.key}`}>
            <h2 id={`footer-${column.key}`}>{column.title}</h2>
            <ul>
              {column.links.map((link) => (
                <li key={link.route}>
                  <SiteLink href={link.route} target={link.target}>
                    {link.title}
                  </SiteLink>
                </li>
              ))}
              {column.key === serviceColumnKey && dealers && !hasDealers && (
                <li>
                  <SiteLink href={dealers.route}>{dealers.title}</SiteLink>
                </li>
              )}
            </ul>
          </nav>
        ))}
      </div>
      {networks.length > 0 && (
        <ul className={styles.social} aria-label={t('footer.social')}>
          {networks.map((network) => (
            <li key={network}>
              <a href={site.socialMedia[network] ?? ''} rel="me noopener">
                {socialNames[network]}
              </a>
            </li>
          ))}
        </ul>
      )}
      <hr className={joinClasses('stitch', styles.stitch)} />
      <div className={styles.base}>
        <span>© {settings.legalEntity.name}</span>
        {legal && (
          <nav aria-label={legal.title}>
            <ul>
              {legal.links.map((link) => (
                <li key={link.route}>
                  <SiteLink href={link.route} target={link.target}>
                    {link.title}
                  </SiteLink>
                </li>
              ))}
              {cookiesPage && (
                <li>
                  {/* Without script nothing is stored that needs consent, and the page says so. */}
                  <a href={cookiesPage} data-consent aria-haspopup="dialog">
                    {t('consent.settings')}
                  </a>
                </li>
              )}
            </ul>
          </nav>
        )}
        {settings.currencyCode !== 'EUR' && (
          <span>
            {t('footer.pricesInEuro', {
              currency: getCurrencyName(settings.currencyCode, language.culture),
            })}
          </span>
        )}
      </div>
    </div>
  );
}
