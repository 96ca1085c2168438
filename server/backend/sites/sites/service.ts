import type { Link } from '../../../../shared/contract/content.ts';
import type {
  LocalizationCheckResult,
  Site,
  SiteOfDomain,
  SiteSettings,
} from '../../../../shared/contract/sites.ts';
import { listPageParameters, type PageQueryKind } from '../../../../shared/rules/page-query.ts';
import { getPhoneUrl } from '../../../../shared/rules/phone-url.ts';
import { getPublicOrigin, type PublicAddress } from '../../../../shared/rules/public-origin.ts';
import { isCorporate } from '../../../../shared/rules/site-type.ts';
import { createNotFound, createValidationFailed } from '../../core/http/problem-error.ts';
import { getWithdrawalDays } from '../legal-periods.ts';
import { createPlaceholderFiller } from '../placeholders.ts';
import type { PlannedTexts } from '../planned-texts.ts';
import type { Page, RoutingService } from '../routing/service.ts';
import type { ScopedContext } from '../scoped-call.ts';
import type { SiteDirectory } from '../site-directory.ts';
import type { LanguageRecord, SiteRecord } from '../site-record.ts';
import { applyPlannedSiteTexts } from './apply-planned-texts.ts';

export interface SiteService {
  fetchSiteByDomain(domain: string): Promise<SiteOfDomain>;
  fetchSite(siteId: number): Promise<Site>;
  fetchSites(): Promise<Site[]>;
  /** Returns the site and language of a call as they will be at its time. */
  fetchSiteAt(context: Pick<ScopedContext, 'site' | 'language' | 'now'>): Promise<Site>;
  fetchSettings(siteId: number): Promise<SiteSettings>;
  /**
   * Returns where a visitor from a country should be instead of `url`, and which query parameters that page
   * supports.
   */
  checkLocalization(url: string, countryCode: string): Promise<LocalizationCheckResult>;
}

export interface SiteServiceDeps {
  readonly sites: SiteDirectory;
  readonly routing: RoutingService;
  readonly publicAddress: PublicAddress;
  readonly planned: PlannedTexts;
  /** Returns the countryId of an upper-case ISO 3166-1 alpha-2 code. */
  readonly findCountryId: (regionCode: string) => Promise<number | undefined>;
}

/** Returns which query parameters a page supports. */
function getPageQueryKind(page: Page): PageQueryKind {
  if (page.kind === 'list' || page.kind === 'search') return page.kind;
  if ('target' in page && page.target.productVariantId !== null) return 'product';
  return page.kind === 'screen' && page.screen === 'compare' ? 'compare' : 'plain';
}

/** Returns the Site entity with its texts and links in a language of the site. */
function toSite(record: SiteRecord, language: LanguageRecord): Site {
  const { site, languages, paymentMethods, pages } = record;
  const {
    key,
    brand,
    rqsContentPageId,
    currencyConversionDisclaimerPageId,
    becomeDealerPageId,
    retiredAt,
    ...siteFields
  } = site;
  const { languageId } = language;
  const { fill } = createPlaceholderFiller(record, language);
  const texts = languages.find((row) => row.languageId === languageId);
  const fillOrNull = (text: string | null | undefined) => (text == null ? null : fill(text));
  const linkTo = (contentPageId: number | null): Link | null => {
    const page = pages.find((row) => row.contentPageId === contentPageId && row.languageId === languageId);
    return page ? { key: page.key, title: fill(page.title), route: page.path, target: null } : null;
  };
  return {
    ...siteFields,
    rqsContentPage: rqsContentPageId,
    customerServiceTitle: fillOrNull(texts?.customerServiceTitle),
    customerServiceTextBottom: fillOrNull(texts?.customerServiceTextBottom),
    customerServiceLink: linkTo(site.customerServiceContentPageId),
    customerServicePhoneLink: {
      title: site.customerServicePhone,
      route: getPhoneUrl(site.customerServicePhone),
      target: null,
    },
    currencyConversionDisclaimerLink: linkTo(currencyConversionDisclaimerPageId),
    dealerPageTitle: fillOrNull(texts?.dealerPageTitle),
    becomeDealerLink: linkTo(becomeDealerPageId),
    languages: languages.map(({ languageId, localizedName, domain }) => ({
      languageId,
      localizedName,
      domain,
    })),
    paymentMethods: paymentMethods.map(({ paymentMethodId, key, name }) => ({ paymentMethodId, key, name })),
  };
}

/** Creates the service of the site directory. */
export function createSiteService(deps: SiteServiceDeps): SiteService {
  const { sites, routing, publicAddress, planned } = deps;

  async function requireSite(siteId: number): Promise<SiteRecord> {
    await sites.reloadIfOutdated();
    const site = await sites.findSite(siteId);
    if (!site) throw createNotFound();
    return site;
  }

  async function describe(site: SiteRecord, languageId = site.site.fallbackLanguageId): Promise<Site> {
    const language = await sites.findLanguage(languageId);
    if (!language) throw createNotFound();
    return toSite(site, language);
  }

  /**
   * Returns site, language and path of an absolute internal URL. The port is ignored, as in a Host header.
   */
  async function parseInternalUrl(url: string) {
    const refused = createValidationFailed([{ field: 'url', code: 'not_our_host' }]);
    if (!URL.canParse(url)) throw refused;
    const { protocol, hostname, pathname } = new URL(url);
    if (protocol !== 'http:' && protocol !== 'https:') throw refused;
    const found = await sites.findByDomain(hostname);
    if (!found) throw refused;
    try {
      return { ...found, path: decodeURIComponent(pathname) };
    } catch {
      throw createValidationFailed([{ field: 'url', code: 'malformed' }]);
    }
  }

  return {
    async fetchSiteByDomain(domain) {
      const host = domain.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '');
      await sites.reloadIfOutdated();
      const found = await sites.findByDomain(host);
      if (!found) throw createNotFound();
      return { ...(await describe(found.site, found.languageId)), languageId: found.languageId };
    },
    fetchSite: async (siteId) => describe(await requireSite(siteId)),
    async fetchSites() {
      await sites.reloadIfOutdated();
      return Promise.all((await sites.listSites()).map((site) => describe(site)));
    },
    fetchSiteAt: async (context) => toSite(await applyPlannedSiteTexts(planned, context), context.language),
    async fetchSettings(siteId) {
      const site = await requireSite(siteId);
      const { vatTypeByClass, vatAbroad, deliveryTimes, ...settings } = site.setting;
      return { ...settings, withdrawalDays: getWithdrawalDays(site) };
    },
    async checkLocalization(url, countryCode) {
      const { site: current, languageId, path } = await parseInternalUrl(url);
      const page = await routing.findPage(current, languageId, path);
      const countryId = await deps.findCountryId(countryCode.toUpperCase());
      const countrySite = (await sites.listSites()).find(
        ({ site }) => !isCorporate(site) && site.countryId === countryId,
      );
      // The corporate site is for everyone, and visitors from a country without its own site stay where they
      // are.
      const isRight =
        !countrySite || isCorporate(current.site) || countrySite.site.siteId === current.site.siteId;
      const noRedirect = {
        redirectUrl: null,
        availableQueryParameters: [...listPageParameters(getPageQueryKind(page))],
      };
      if (isRight) return noRedirect;
      const target =
        countrySite.languages.find((row) => row.languageId === languageId) ??
        countrySite.languages.find((row) => row.languageId === countrySite.site.fallbackLanguageId);
      if (!target) return noRedirect;
      const targetPath = await routing.findPathOn(page, countrySite.site.siteId, target.languageId);
      return {
        redirectUrl: getPublicOrigin(target.domain, publicAddress) + encodeURI(targetPath ?? '/'),
        // A page without a counterpart leads to the home page, which supports no query parameters.
        availableQueryParameters: targetPath === undefined ? [] : noRedirect.availableQueryParameters,
      };
    },
  };
}
