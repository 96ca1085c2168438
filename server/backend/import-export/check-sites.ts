import { toCurrencyCode } from '../../../shared/rules/currency.ts';
import { parseDeliveryTime } from '../../../shared/rules/delivery-time.ts';
import { isCorporate } from '../../../shared/rules/site-type.ts';
import { hasAtMostFourDecimals, listVatProblems } from '../shop-store/country-vat.ts';
import type { IssueList } from '../shop-store/import-error.ts';
import type { ShopFiles } from '../shop-store/read-shop-files.ts';
import { hasAtMostTwoDecimals } from '../shop-store/shop-content.ts';
import type { SiteRow } from '../shop-store/shop-file-schemas.ts';
import { checkPaymentCosts } from './check-payment-costs.ts';

/** Checks the references of a site, and that its settings are consistent. */
export function checkSite(files: ShopFiles, site: SiteRow, issues: IssueList): void {
  const add = (field: string, problem: string) =>
    issues.add('sites.json', `sites.${site.key}`, field, problem);
  const isCountry = (id: number) => files.countries.some(({ countryId }) => countryId === id);
  if (!isCountry(site.countryId)) add('countryId', `country ${site.countryId} is not in countries.json`);
  for (const id of site.deliveryCountryIds) {
    if (!isCountry(id)) add('deliveryCountryIds', `country ${id} is not in countries.json`);
  }
  for (const [index, { languageId }] of site.languages.entries()) {
    if (!files.languages.some((language) => language.languageId === languageId)) {
      add(`languages.${index}.languageId`, `language ${languageId} is not in the list of languages`);
    }
    if (site.languages.findIndex((language) => language.languageId === languageId) !== index) {
      add(`languages.${index}.languageId`, `language ${languageId} is listed twice`);
    }
  }
  const fallback = site.languages.find(({ languageId }) => languageId === site.fallbackLanguageId);
  if (!fallback) add('fallbackLanguageId', 'is not one of the languages of the site');
  else if (fallback.domain !== site.domain)
    add('domain', `must be that of the fallback language, '${fallback.domain}'`);
  for (const id of site.paymentMethodIds) {
    if (!files.paymentMethods.some(({ paymentMethodId }) => paymentMethodId === id)) {
      add('paymentMethodIds', `payment method ${id} is not in the list of payment methods`);
    }
  }
  checkPaymentCosts(site, files.paymentMethods, add);
  const code = toCurrencyCode(site.currency);
  if (site.currencyCode !== code)
    add('currencyCode', `must be ${code}, as the currency symbol is '${site.currency}'`);
  for (const field of ['vatPercentageHigh', 'vatPercentageLow', 'indicativeRatePerEur'] as const) {
    if (!hasAtMostFourDecimals(site[field])) add(field, 'has more than four decimals');
  }
  for (const [index, { priceInclVat }] of site.shippingMethods.entries()) {
    if (!hasAtMostTwoDecimals(priceInclVat))
      add(`shippingMethods.${index}.priceInclVat`, 'has more than two decimals');
  }
  if (site.freeShippingFromInclVat !== null && !hasAtMostTwoDecimals(site.freeShippingFromInclVat)) {
    add('freeShippingFromInclVat', 'has more than two decimals');
  }
  for (const [index, { from, to }] of site.openingHours.entries()) {
    if (from >= to || to > '24:00')
      add(
        `openingHours.${index}`,
        `${from} to ${to} is not a valid time range: end after the beginning, at 24:00 at the latest`,
      );
  }
  if (!isCorporate(site) && site.shippingMethods.length === 0)
    add('shippingMethods', 'a shop needs at least one');
  if (!isCorporate(site) && site.paymentMethodIds.length === 0)
    add('paymentMethodIds', 'a shop needs at least one');
  if (!isCorporate(site) && site.paymentProviderConfigurationId === null)
    add('paymentProviderConfigurationId', 'is null: state the payment provider configuration of the shop');
  if (!isCorporate(site) && site.currencyCode !== 'EUR' && !site.currencyConversionDisclaimer)
    add(
      'currencyConversionDisclaimer',
      `must be true: amounts in ${site.currencyCode} are indicative, and the site must say so`,
    );
}

export const REVERSED_TIME_MESSAGE = 'must begin with the shorter time';

/** Returns true if a delivery time starts with the longer time: '5-3'. */
export function isReversedDeliveryTime(time: string): boolean {
  const range = parseDeliveryTime(time);
  return range !== null && range.from > range.until;
}

/** Checks names, VAT rates, delivery times and forms of the countries. */
export function checkCountries(files: ShopFiles, issues: IssueList): void {
  const codes = new Set(['en', ...files.texts.keys()]);
  for (const country of files.countries) {
    const row = `countries.${country.regionCode}`;
    for (const code of codes) {
      if (country.name[code] === undefined) issues.add('countries.json', row, `name.${code}`, 'is missing');
    }
    for (const [field, problem] of listVatProblems(country))
      issues.add('countries.json', row, field, problem);
    if (country.deliveryTimeDays !== undefined && isReversedDeliveryTime(country.deliveryTimeDays))
      issues.add('countries.json', row, 'deliveryTimeDays', REVERSED_TIME_MESSAGE);
    for (const [field, regex] of [
      ['postcode.regex', country.postcode.regex],
      ['phone.regex', country.phone.regex],
      ['vatNumber.regex', country.vatNumber.regex],
    ] as const) {
      try {
        new RegExp(regex);
      } catch {
        issues.add('countries.json', row, field, 'is not a regular expression');
      }
    }
  }
}
