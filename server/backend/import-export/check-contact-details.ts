import { isEmailAddress } from '../../../shared/rules/email-address.ts';
import { matchesPattern } from '../content/locations/check-locations.ts';
import type { IssueList } from '../shop-store/import-error.ts';
import type { ShopFiles } from '../shop-store/read-shop-files.ts';
import type { CountryRow } from '../shop-store/shop-file-schemas.ts';

/** Marks numbers of the sample shop, which belong to no company. */
const EXAMPLE_NUMBER_PATTERN = /EXAMPLE/;

/** Checks postcodes, VAT numbers and e-mail addresses of companies against the forms of their countries. */
export function checkContactDetails(files: ShopFiles, issues: IssueList): void {
  const findCountry = (code: string): CountryRow | undefined =>
    files.countries.find(({ regionCode }) => regionCode === code);
  const findPostcodeProblem = ({ zipcode, regionCode }: { zipcode: string; regionCode: string }) => {
    const country = findCountry(regionCode);
    return country && !matchesPattern(zipcode, country.postcode.regex)
      ? `'${zipcode}' is not a postcode of ${regionCode}: write it as ${country.postcode.example}`
      : null;
  };
  for (const { key, customerServiceEmailAddress, legalEntity } of files.sites) {
    const add = (field: string, problem: string) => issues.add('sites.json', `sites.${key}`, field, problem);
    if (!isEmailAddress(customerServiceEmailAddress)) {
      add(
        'customerServiceEmailAddress',
        `'${customerServiceEmailAddress}' is not an email address: write it as name@example.com`,
      );
    }
    const { address, vatNumber } = legalEntity;
    const problem = findPostcodeProblem(address);
    if (problem !== null) add('legalEntity.address.zipcode', problem);
    const country = findCountry(address.regionCode);
    if (
      country &&
      !EXAMPLE_NUMBER_PATTERN.test(vatNumber) &&
      !matchesPattern(vatNumber, country.vatNumber.regex)
    ) {
      add(
        'legalEntity.vatNumber',
        `'${vatNumber}' is no VAT number of ${address.regionCode}: write it as ${country.vatNumber.example}`,
      );
    }
  }
  for (const { site, invoice, manufacturer } of files.legal) {
    for (const [field, address] of [
      ['invoice', invoice.address],
      ['manufacturer', manufacturer?.address],
    ] as const) {
      const problem = address ? findPostcodeProblem(address) : null;
      if (problem !== null) issues.add('legal.json', `legal.${site}`, `${field}.address.zipcode`, problem);
    }
  }
}
