import { hash } from 'node:crypto';
import { isEmailAddress } from '../../../shared/rules/email-address.ts';
import { isIban } from '../../../shared/rules/iban.ts';
import { isCorporate } from '../../../shared/rules/site-type.ts';
import type { IssueList } from '../shop-store/import-error.ts';
import type { ShopFiles } from '../shop-store/read-shop-files.ts';
import { isContentOnSite, listContent } from '../shop-store/shop-content.ts';
import type { LegalRow, SiteRow } from '../shop-store/shop-file-schemas.ts';
import { MAX_NOTICE_BYTES, readNoticePicture } from './legal-notice.ts';

const LEGAL_FILE = 'legal.json';
type AddProblem = (field: string, problem: string) => void;

const listSiteLanguages = ({ languages }: ShopFiles, site: SiteRow) =>
  languages.filter(({ languageId }) => site.languages.some((entry) => entry.languageId === languageId));

const findSellingSite = ({ sites }: ShopFiles, { site }: LegalRow) =>
  sites.find((row) => row.key === site && !isCorporate(row));

/**
 * Checks the legally required details: they belong to existing sites, are complete in each language of the
 * site, and are consistent with sites.json.
 */
export function checkLegalDetails(files: ShopFiles, issues: IssueList): void {
  for (const row of files.legal) {
    const add: AddProblem = (field, problem) => issues.add(LEGAL_FILE, `legal.${row.site}`, field, problem);
    const site = findSellingSite(files, row);
    if (site) checkLegalRow(files, site, row, add);
    else add('site', `'${row.site}' is not a shop of sites.json: correct it, or remove the row`);
  }
}

function checkLegalRow(files: ShopFiles, site: SiteRow, row: LegalRow, add: AddProblem): void {
  const { invoice, manufacturer, confirmedVatCountries, reviewStatementPage, texts } = row;
  const { legalEntity } = site;
  for (const [field, value, stated] of [
    ['legalName', invoice.legalName, legalEntity.name],
    ['registerNumber', invoice.registerNumber, legalEntity.registerNumber],
    ['vatNumber', invoice.vatNumber, legalEntity.vatNumber],
  ] as const) {
    if (value !== stated) {
      add(
        `invoice.${field}`,
        `'${value}' is '${stated}' in sites.json: invoices and imprint must name the same company`,
      );
    }
  }
  if (!isIban(invoice.iban)) {
    add('invoice.iban', `'${invoice.iban}' is no IBAN: copy the number again, without spaces`);
  }
  for (const [field, address] of [
    ['invoice.emailAddress', invoice.emailAddress],
    ['manufacturer.emailAddress', manufacturer?.emailAddress],
  ] as const) {
    if (address !== undefined && !isEmailAddress(address)) {
      add(field, `'${address}' is not an email address: write it as name@example.com`);
    }
  }
  for (const code of confirmedVatCountries) {
    const country = files.countries.find(({ regionCode }) => regionCode === code);
    if (!country || !site.deliveryCountryIds.includes(country.countryId)) {
      add(
        'confirmedVatCountries',
        `'${code}' is no country that the site delivers to: correct it, or remove it`,
      );
    }
  }
  const page = listContent(files).find(({ key }) => key === reviewStatementPage);
  if (!page || !isContentOnSite(page, site)) {
    add('reviewStatementPage', `'${reviewStatementPage}' is no page of the site`);
  }
  for (const { code } of listSiteLanguages(files, site)) {
    if (!texts[code]) add(`texts.${code}`, 'is missing');
  }
  for (const [code, { guaranteeNotice }] of Object.entries(texts)) {
    if (guaranteeNotice === null) continue;
    const bytes = files.legalFiles.get(guaranteeNotice);
    const field = `texts.${code}.guaranteeNotice`;
    if (!bytes) {
      add(
        field,
        `'${guaranteeNotice}' is not in the folder legal: put the official file there, or state null`,
      );
    } else if (bytes.length > MAX_NOTICE_BYTES) {
      add(
        field,
        `'${guaranteeNotice}' is larger than ${MAX_NOTICE_BYTES} bytes: take a smaller official file`,
      );
    } else if (readNoticePicture(guaranteeNotice, bytes) === undefined) {
      add(
        field,
        `'${guaranteeNotice}' does not match its file extension: it must be a PDF, a PNG, or an SVG with dimensions and without scripts`,
      );
    }
  }
}

/** Creates the rows of `legal_profile` and its dependent tables. */
export function createLegalRows(files: ShopFiles) {
  const pageIds = new Map(listContent(files).map(({ key, contentPageId }) => [key, contentPageId]));
  const all = files.legal.flatMap((row) => {
    const site = findSellingSite(files, row);
    const reviewStatementPageId = pageIds.get(row.reviewStatementPage);
    return site && reviewStatementPageId !== undefined ? [{ row, site, reviewStatementPageId }] : [];
  });
  return {
    legalNotice: [...files.legalFiles].flatMap(([fileName, bytes]) => {
      const picture = readNoticePicture(fileName, bytes);
      if (picture === undefined) return [];
      return [
        {
          fileName,
          sha256: hash('sha256', bytes),
          content: bytes.toString('base64'),
          width: picture?.width ?? null,
          height: picture?.height ?? null,
        },
      ];
    }),
    legalProfile: all.map(({ row, site, reviewStatementPageId }) => ({
      siteId: site.siteId,
      withdrawalDays: row.withdrawalDays,
      retentionYears: row.retentionYears,
      reviewStatementPageId,
      invoice: row.invoice,
      manufacturer: row.manufacturer,
    })),
    legalProfileTranslation: all.flatMap(({ row, site }) =>
      listSiteLanguages(files, site).flatMap(({ languageId, code }) => {
        const text = row.texts[code];
        if (!text) return [];
        const { orderButton, withdrawalButton, withdrawalConfirmation, guaranteeNotice, safety } = text;
        return [
          {
            siteId: site.siteId,
            languageId,
            orderButton,
            withdrawalButton,
            withdrawalConfirmation,
            guaranteeNotice,
            safety,
          },
        ];
      }),
    ),
    legalVatCountry: all.flatMap(({ row, site }) =>
      files.countries
        .filter(({ regionCode }) => row.confirmedVatCountries.includes(regionCode))
        .map(({ countryId }) => ({ siteId: site.siteId, countryId })),
    ),
  };
}
