import type { SiteSettings } from '../../../../shared/contract/sites.ts';
import type { Locale } from '../../../../shared/i18n/locales.ts';
import { isEmailAddress } from '../../../../shared/rules/email-address.ts';
import { LEAST_WITHDRAWAL_DAYS } from '../../scope/site-law.ts';
import type { legalProfile, legalProfileTranslation } from './tables.ts';

/** What is looked at of one open shop. */
export interface ShopFacts {
  readonly key: string;
  /** ISO 3166-1 alpha-2 of the country that the shop is for. */
  readonly regionCode: string;
  readonly phone: string;
  readonly emailAddress: string;
  readonly unitPriceBases: SiteSettings['unitPriceBases'];
  /** What goods of the shop are measured by: their unit price has to be told. */
  readonly neededBases: readonly ('kg' | 'litre')[];
  readonly legalEntity: SiteSettings['legalEntity'];
  readonly profile: typeof legalProfile.$inferSelect | undefined;
  readonly languages: readonly {
    readonly code: Locale;
    readonly texts: typeof legalProfileTranslation.$inferSelect | undefined;
    /** Whether the bytes of the file are there, not its name alone. */
    readonly hasGuaranteeNotice: boolean;
    readonly hasImprint: boolean;
    readonly hasReviewStatement: boolean;
  }[];
  /** Whether goods that are no feed are sold, of the types Simple and Merchandise. */
  readonly sellsOtherGoods: boolean;
  /** Region codes of the other delivery countries for which the profile does not confirm that the shop pays VAT there. */
  readonly unconfirmedCountries: readonly string[];
  /** Region codes of the other delivery countries whose VAT rates are unknown. */
  readonly unratedCountries: readonly string[];
  /** Texts with a link to the closed platform for disputes, each as a person finds it. */
  readonly odrLinks: readonly string[];
}

/** A rule that a shop does not keep. A warning is told and breaks nothing. */
export interface LegalFault {
  readonly rule: string;
  readonly missing: string;
  readonly isWarning: boolean;
}

/**
 * Labels that say of an order that it obliges to pay, in lower case. The first of each language is the wording of Directive 2011/83/EU,
 * art. 8(2), or of the law that follows it: NL art. 6:230v(3) BW, DE § 312j(3) BGB (with the examples of BT-Drs. 17/7745), AT § 8(2) FAGG,
 * DK forbrugeraftaleloven § 12(2), UK SI 2013/3134 reg. 14(4), IT art. 51(2) Codice del consumo, PT art. 5 DL 24/2014, ES art. 98.2 TRLGDCU,
 * SE lag 2005:59, EE VÕS. Any other must be as clear from its words alone (CJEU C-249/21): have it judged before it is added.
 */
const ORDER_BUTTONS: Readonly<Record<Locale, readonly string[]>> = {
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

/** Labels of the withdrawal and of its confirmation, in lower case: Directive 2011/83/EU, art. 11a(1) and (3); DE § 356a BGB. */
const WITHDRAWAL_BUTTONS: Readonly<Record<Locale, readonly [begin: string, confirmation: string]>> = {
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

const normalise = (label: string) => label.trim().replaceAll(/\s+/g, ' ').toLowerCase();
const isEmpty = (text: string | undefined) => text === undefined || text.trim() === '';
const listEmpty = (facts: Readonly<Record<string, string | undefined>>) =>
  Object.entries(facts).flatMap(([name, text]) => (isEmpty(text) ? [name] : []));

/** The rules that a shop breaks, in the order of the list in docs/operations.md. */
export function listLegalFaults(shop: ShopFacts): LegalFault[] {
  const faults: LegalFault[] = [];
  const add = (rule: string, missing: string, isWarning = false) => faults.push({ rule, missing, isWarning });
  const { profile, legalEntity, unitPriceBases } = shop;
  for (const { code, texts, hasGuaranteeNotice, hasImprint, hasReviewStatement } of shop.languages) {
    if (!texts || !ORDER_BUTTONS[code].includes(normalise(texts.orderButton))) {
      const told = texts ? `'${texts.orderButton}' does not say that the order obliges to pay` : 'no words';
      add('order button', `${code}: ${told}; take one of: ${ORDER_BUTTONS[code].join(', ')}`);
    }
    const [begin, confirmation] = WITHDRAWAL_BUTTONS[code];
    if (normalise(texts?.withdrawalButton ?? '') !== begin) {
      add('withdrawal', `${code}: the first button has to say '${begin}'`);
    }
    if (normalise(texts?.withdrawalConfirmation ?? '') !== confirmation) {
      add('withdrawal', `${code}: the second button has to say '${confirmation}'`);
    }
    if (!hasReviewStatement) add('review statement', `${code}: no page says how reviews come about`);
    if (!hasImprint) add('imprint', `${code}: no page`);
    if (!hasGuaranteeNotice) {
      add('guarantee notice', `${code}: the official file (Regulation (EU) 2025/1960) is not there`, true);
    }
    if (shop.sellsOtherGoods && isEmpty(texts?.safety ?? undefined)) {
      add('product safety', `${code}: no safety words for goods that are no feed`);
    }
  }
  if (!profile) add('withdrawal', `no period: state at least ${LEAST_WITHDRAWAL_DAYS} days`);
  else if (profile.withdrawalDays < LEAST_WITHDRAWAL_DAYS) {
    add(
      'withdrawal',
      `a period of ${profile.withdrawalDays} days, which the law wants to be ${LEAST_WITHDRAWAL_DAYS} at least`,
    );
  }
  // Germany: § 5 PAngV, by 100 g or 100 ml no more since 2022-05-28.
  const small = unitPriceBases.filter((basis) => basis === '100g' || basis === '100ml');
  if (shop.regionCode === 'DE' && small.length > 0) {
    add('unit prices', `per ${small.join(' and ')} in Germany, where they are told per kg or litre only`);
  }
  for (const basis of shop.neededBases) {
    if (!unitPriceBases.includes(basis))
      add('unit prices', `none per ${basis}, by which goods of the shop are sold`);
  }
  const { name, street, zipcode, city, registerNumber, vatNumber } = legalEntity;
  for (const fact of listEmpty({ name, street, zipcode, city, registerNumber, vatNumber })) {
    add('imprint', `no ${fact}`);
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
      `orders for ${code} bear its VAT: confirm in legal.json that the shop pays it there (One Stop Shop or registration)`,
    );
  }
  if (shop.sellsOtherGoods) {
    const { manufacturer } = profile ?? {};
    if (!manufacturer) add('product safety', 'no manufacturer');
    else {
      const { name, address, emailAddress } = manufacturer;
      for (const fact of listEmpty({ name, ...address, emailAddress })) {
        add('product safety', `no ${fact} of the manufacturer`);
      }
    }
  }
  for (const place of shop.odrLinks) {
    add('EU platform for disputes', `${place} links ec.europa.eu/consumers/odr, which is closed`);
  }
  return faults;
}
