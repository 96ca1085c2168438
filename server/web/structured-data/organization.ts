import { findSiteLink } from '../../../client/store/find-site-link.ts';
import type { OpeningHours, SiteSettings } from '../../../shared/contract/sites.ts';
import { isCorporate } from '../../../shared/rules/site-type.ts';
import { listDeliveryCountries, type Node, type PageHeadDetails, toAbsoluteUrl } from './json-ld.ts';

/** Names of weekdays by ISO number, for `https://schema.org/Monday` and so on. */
const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

const getOrganizationId = ({ scope }: PageHeadDetails): string => `${scope.origin}/#organization`;

/** Lists the ISO 3166-1 codes of the countries that the site delivers to. */
const listDeliveryRegions = (details: PageHeadDetails): string[] =>
  listDeliveryCountries(details).map(({ regionCode }) => regionCode);

/** Creates the return policy: the return period, and who pays for the return. */
export function createReturnPolicy(details: PageHeadDetails): Node {
  const page = findSiteLink(details.scope, 'withdrawal') ?? findSiteLink(details.scope, 'returns');
  return {
    '@type': 'MerchantReturnPolicy',
    applicableCountry: listDeliveryRegions(details),
    returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
    merchantReturnDays: details.scope.settings.withdrawalDays,
    returnMethod: 'https://schema.org/ReturnByMail',
    returnFees: 'https://schema.org/ReturnFeesCustomerResponsibility',
    merchantReturnLink: page ? toAbsoluteUrl(details, page.route) : undefined,
  };
}

function createAddress({ street, zipcode, city, regionCode }: SiteSettings['legalEntity']): Node {
  return {
    '@type': 'PostalAddress',
    streetAddress: street,
    postalCode: zipcode,
    addressLocality: city,
    addressCountry: regionCode,
  };
}

/** Creates the opening hours; undefined if they are unknown. */
export const createOpeningHours = (hours: readonly OpeningHours[]): Node[] | undefined =>
  hours.length === 0
    ? undefined
    : hours.map(({ days, from, to }) => ({
        '@type': 'OpeningHoursSpecification',
        dayOfWeek: days.map((day) => `https://schema.org/${weekdays[day - 1]}`),
        opens: from,
        // Crawlers do not accept 24:00; 00:00 to 23:59 means a whole day (Google, local business).
        closes: to === '24:00' ? '23:59' : to,
      }));

/** Creates the organisation that runs the shop, with its customer service in this country. */
export function createOrganization(details: PageHeadDetails): Node {
  const { scope, shop } = details;
  const { site, settings } = scope;
  const isShop = !isCorporate(site);
  const { legalEntity } = settings;
  const links = Object.values(site.socialMedia).filter((url) => url !== null);
  return {
    '@type': isShop ? 'OnlineStore' : 'Organization',
    '@id': getOrganizationId(details),
    name: shop.brand,
    legalName: legalEntity.name,
    url: `${scope.origin}/`,
    logo: toAbsoluteUrl(details, '/apple-touch-icon.png'),
    vatID: legalEntity.vatNumber,
    address: createAddress(legalEntity),
    contactPoint: {
      '@type': 'ContactPoint',
      contactType: 'customer service',
      telephone: site.customerServicePhone,
      email: site.customerServiceEmailAddress,
      areaServed: isShop ? listDeliveryRegions(details) : undefined,
      availableLanguage: scope.shops
        .find(({ siteId }) => siteId === site.siteId)
        ?.languages.map(({ code }) => code),
      hoursAvailable: createOpeningHours(site.openingHours),
    },
    sameAs: links.length > 0 ? links : undefined,
    hasMerchantReturnPolicy: isShop ? createReturnPolicy(details) : undefined,
  };
}

/** Creates the WebSite with the name under which search engines show the host. */
export function createWebSite(details: PageHeadDetails): Node {
  const { scope, shop } = details;
  return {
    '@type': 'WebSite',
    '@id': `${scope.origin}/#website`,
    name: shop.brand,
    url: `${scope.origin}/`,
    inLanguage: scope.language.culture,
    publisher: {
      '@type': 'Organization',
      '@id': getOrganizationId(details),
      name: shop.brand,
      url: `${scope.origin}/`,
    },
  };
}
