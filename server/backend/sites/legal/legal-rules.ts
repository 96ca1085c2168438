import type { SiteSettings } from '../../../../shared/contract/sites.ts';
import type { Locale } from '../../../../shared/i18n/locales.ts';
import { isEmailAddress } from '../../../../shared/rules/email-address.ts';
import { MIN_WITHDRAWAL_DAYS } from '../legal-periods.ts';
import type { legalProfile, legalProfileTranslation } from './tables.ts';

/** Data of an open site for the legal checks. */
export interface LegalCheckData {
  readonly key: string;
  /** Country of the site, ISO 3166-1 alpha-2. */
  readonly regionCode: string;
  readonly phone: string;
  readonly emailAddress: string;
  readonly unitPriceBases: SiteSettings['unitPriceBases'];
  /** Units by which goods of the site are measured. Their unit price must be shown. */
  readonly requiredUnitPriceBases: readonly ('kg' | 'litre')[];
  readonly legalEntity: SiteSettings['legalEntity'];
  readonly profile: typeof legalProfile.$inferSelect | undefined;
  readonly languages: readonly {
    readonly code: Locale;
    readonly texts: typeof legalProfileTranslation.$inferSelect | undefined;
    /** Whether the content of the file is stored, not only its name. */
    readonly hasGuaranteeNotice: boolean;
    readonly hasImprint: boolean;
    readonly hasReviewStatement: boolean;
  }[];
  /** Whether the site sells goods that are not feed, of the types Simple and Merchandise. */
  readonly sellsOtherGoods: boolean;
  /**
   * Region codes of the other delivery countries for which the profile does not confirm that the shop pays
   * VAT there.
   */
  readonly unconfirmedCountries: readonly string[];
  /** Region codes of the other delivery countries whose VAT rates are unknown. */
  readonly unratedCountries: readonly string[];
  /** Texts that link to the closed platform for online dispute resolution, each named for people. */
  readonly odrLinks: readonly string[];
}

/** A legal rule that a site breaks. A warning is reported but does not fail the check. */
export interface LegalViolation {
  readonly rule: string;
  readonly missing: string;
  readonly isWarning: boolean;
}

/**
 * Labels, in lower case, which state that the order obliges to pay. The first of each language is the wording
 * of Directive 2011/83/EU, art. 8(2), or of the law that implements it: NL art. 6:230v(3) BW, DE § 312j(3)
 * BGB (with the examples of BT-Drs. 17/7745), AT § 8(2) FAGG, DK forbrugeraftaleloven § 12(2), UK SI
 * 2013/3134 reg. 14(4), IT art. 51(2) Codice del consumo, PT art. 5 DL 24/2014, ES art. 98.2 TRLGDCU, SE lag
 * 2005:59, EE VÕS. Any other label must be as clear on its own (CJEU C-249/21): get legal advice before
 * adding one.
 */
const LAWFUL_ORDER_BUTTONS: Readonly<Record<Locale, readonly string[]>> = {
  nl: ['bestelling met betalingsverplichting', 'bestellen met betalingsverplichting'],
  de: [
    'zahlungspflichtig bestellen',
    'kostenpflichtig bestellen',
    'zahlungspflichtigen vertrag schließen',
    'kaufen',
  ],
  da: ['bestilling med betalingspligt', 'ordre med betalingspligt', 'ordre med betalingsforpligtelse'],
  en: ['order with obligation to pay'],
  it: ['ordine con obbligo di pagare'],
  pt: ['encomenda com obrigação de pagar'],
  es: ['pedido con obligación de pago'],
  sv: ['beställning förenad med betalningsskyldighet'],
  et: ['tellimus koos maksekohustusega', 'maksekohustusega tellimus'],
};

/**
 * Labels of the withdrawal and of its confirmation, in lower case: Directive 2011/83/EU, art. 11a(1) and (3);
 * DE § 356a BGB.
 */
const LAWFUL_WITHDRAWAL_BUTTONS: Readonly<Record<Locale, readonly [begin: string, confirmation: string]>> = {
  nl: ['overeenkomst hier herroepen', 'herroeping bevestigen'],
  de: ['vertrag widerrufen', 'widerruf bestätigen'],
  da: ['fortryd aftalen her', 'bekræft fortrydelse'],
  en: ['withdraw from contract here', 'confirm withdrawal'],
  it: ['recedi dal contratto qui', 'conferma il recesso'],
  pt: ['resolver o contrato aqui', 'confirmar a resolução'],
  es: ['desistir del contrato aquí', 'confirmar desistimiento'],
  sv: ['frånträd avtalet här', 'bekräfta frånträdet'],
  et: ['taganen lepingust siin', 'kinnitan taganemise'],
};

const normaliseLabel = (label: string) => label.trim().replaceAll(/\s+/g, ' ').toLowerCase();
const isEmptyText = (text: string | undefined) => text === undefined || text.trim() === '';
const listEmptyFields = (fields: Readonly<Record<string, string | undefined>>) =>
  Object.entries(fields).flatMap(([name, text]) => (isEmptyText(text) ? [name] : []));

/** Lists the rules that a site breaks, in the order of the list in docs/operations.md. */
export function listLegalViolations(shop: LegalCheckData): LegalViolation[] {
  const faults: LegalViolation[] = [];
  const add = (rule: string, missing: string, isWarning = false) => faults.push({ rule, missing, isWarning });
  const { profile, legalEntity, unitPriceBases } = shop;
  for (const { code, texts, hasGuaranteeNotice, hasImprint, hasReviewStatement } of shop.languages) {
    if (!texts || !LAWFUL_ORDER_BUTTONS[code].includes(normaliseLabel(texts.orderButton))) {
      const problem = texts ? `'${texts.orderButton}' does not state the obligation to pay` : 'no label';
      add('order button', `${code}: ${problem}; use one of: ${LAWFUL_ORDER_BUTTONS[code].join(', ')}`);
    }
    const [begin, confirmation] = LAWFUL_WITHDRAWAL_BUTTONS[code];
    if (normaliseLabel(texts?.withdrawalButton ?? '') !== begin) {
      add('withdrawal', `${code}: the first button must read '${begin}'`);
    }
    if (normaliseLabel(texts?.withdrawalConfirmation ?? '') !== confirmation) {
      add('withdrawal', `${code}: the second button must read '${confirmation}'`);
    }
    if (!hasReviewStatement) add('review statement', `${code}: no page explains how reviews are collected`);
    if (!hasImprint) add('imprint', `${code}: no page`);
    if (!hasGuaranteeNotice) {
      add('guarantee notice', `${code}: the official file (Regulation (EU) 2025/1960) is missing`, true);
    }
    if (shop.sellsOtherGoods && isEmptyText(texts?.safety ?? undefined)) {
      add('product safety', `${code}: no safety information for products other than feed`);
    }
  }
  if (!profile) add('withdrawal', `no period: state at least ${MIN_WITHDRAWAL_DAYS} days`);
  else if (profile.withdrawalDays < MIN_WITHDRAWAL_DAYS) {
    add(
      'withdrawal',
      `a period of ${profile.withdrawalDays} days, below the legal minimum of ${MIN_WITHDRAWAL_DAYS}`,
    );
  }
  // Germany: § 5 PAngV; unit prices per 100 g or 100 ml are not allowed since 2022-05-28.
  const disallowedBases = unitPriceBases.filter((basis) => basis === '100g' || basis === '100ml');
  if (shop.regionCode === 'DE' && disallowedBases.length > 0) {
    add(
      'unit prices',
      `per ${disallowedBases.join(' and ')} in Germany, where only prices per kg or litre are allowed`,
    );
  }
  for (const basis of shop.requiredUnitPriceBases) {
    if (!unitPriceBases.includes(basis))
      add('unit prices', `none per ${basis}, although products of the shop are sold by it`);
  }
  const { name, street, zipcode, city, registerNumber, vatNumber } = legalEntity;
  for (const fieldName of listEmptyFields({ name, street, zipcode, city, registerNumber, vatNumber })) {
    add('imprint', `no ${fieldName}`);
  }
  if (!/^\+[0-9][0-9 ]{5,}$/.test(shop.phone)) add('imprint', 'no phone number');
  if (!isEmailAddress(shop.emailAddress)) add('imprint', 'no e-mail address');
  for (const code of shop.unratedCountries) {
    add(
      'VAT of delivery countries',
      `nothing is delivered to ${code}: state its VAT rates in countries.json`,
    );
  }
  for (const code of shop.unconfirmedCountries) {
    add(
      'VAT of delivery countries',
      `orders for ${code} are charged its VAT: confirm in legal.json that the shop pays it there (One Stop Shop or registration)`,
    );
  }
  if (shop.sellsOtherGoods) {
    const { manufacturer } = profile ?? {};
    if (!manufacturer) add('product safety', 'no manufacturer');
    else {
      const { name, address, emailAddress } = manufacturer;
      for (const fieldName of listEmptyFields({ name, ...address, emailAddress })) {
        add('product safety', `no ${fieldName} of the manufacturer`);
      }
    }
  }
  for (const location of shop.odrLinks) {
    add('EU platform for disputes', `${location} links ec.europa.eu/consumers/odr, which is closed`);
  }
  return faults;
}
