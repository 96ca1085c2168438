import { FREE_SHIPPING_PROMOTION_KEY } from '../../../../shared/rules/cart/calculate-cart.ts';
import { normaliseDiscountCode } from '../../../../shared/rules/cart/discount-code.ts';

/** The benefit of a promotion. For a gift, without its available stock. */
export type PromotionBenefit =
  | {
      readonly kind: 'percentage' /** Percentage above 0, up to 100, with two decimals. */;
      readonly percentage: number;
    }
  | { readonly kind: 'amount' /** Euro cents incl. VAT. */; readonly amount: number }
  | { readonly kind: 'freeShipping' }
  | {
      readonly kind: 'freeProduct';
      readonly productVariantId: number;
      readonly quantity: number;
      /** Number of pieces that earn the gift each time; null: the gift is given once. */
      readonly forEvery: number | null;
    };

export interface PromotionText {
  readonly description: string;
  /** Text next to the benefit; empty if there is none. */
  readonly promotionText: string;
}

/** A promotion as entered. */
export interface PromotionDraft {
  readonly promotionKey: string;
  readonly benefit: PromotionBenefit;
  readonly code: string | null;
  readonly startsAt: Date;
  /** First instant at which it is no longer active. */
  readonly endsAt: Date | null;
  /** Euro cents incl. VAT. */
  readonly minimumAmount: number | null;
  readonly usageLimit: number | null;
  /** Empty: all sites. */
  readonly siteIds: readonly number[];
  /** This and the categories empty: the whole order. */
  readonly productIds: readonly number[];
  readonly categoryIds: readonly number[];
  /** Texts by languageId. */
  readonly texts: ReadonlyMap<number, PromotionText>;
}

/** A site with products, and the languages that visitors can choose. */
export interface SellingSite {
  readonly siteId: number;
  readonly key: string;
  readonly languages: readonly { readonly languageId: number; readonly code: string }[];
}

/** A problem, with its field as named in promotions.json, such as `texts.nl.description`. */
export interface PromotionFault {
  readonly field: string;
  readonly problem: string;
  /** Code for the form: text `admin.refusal.<code>`. */
  readonly code: string;
  readonly values?: Readonly<Record<string, string>>;
}

/** Letters, digits and common separators; other characters are hard to spell on the phone. */
const codePattern = /^[\p{L}\p{M}\p{N}._+%-]{1,40}$/u;

/**
 * VAT classes of goods that need more than packing: a gift card needs a number, a test needs the names of its
 * samples.
 */
const NON_GIFT_VAT_CLASSES: ReadonlySet<string> = new Set(['voucher', 'lab']);

/** Returns whether goods of a VAT class can be gifts. */
export const canBeGift = (vatClass: string): boolean => !NON_GIFT_VAT_CLASSES.has(vatClass);

/** Lists the problems of a promotion: its code, its period, and missing texts in a language of its sites. */
export function listPromotionFaults(
  draft: PromotionDraft,
  sites: readonly SellingSite[],
): readonly PromotionFault[] {
  const { promotionKey, code, startsAt, endsAt, benefit: gives, siteIds, texts } = draft;
  const faults: PromotionFault[] = [];
  const add = (field: string, problem: string, code: string, values: Readonly<Record<string, string>> = {}) =>
    faults.push({ field, problem, code, values });
  if (promotionKey === FREE_SHIPPING_PROMOTION_KEY) {
    add('promotionKey', 'is reserved for free delivery above an amount', 'promotion_key_reserved');
  }
  if (code !== null && !codePattern.test(normaliseDiscountCode(code))) {
    add('code', 'must have 1 to 40 letters and digits, with . _ + % or - between them', 'promotion_code');
  }
  if (endsAt !== null && endsAt <= startsAt) add('until', 'must be after the start', 'until_before_from');
  const targetSites = sites.filter(({ siteId }) => siteIds.length === 0 || siteIds.includes(siteId));
  const languages = new Map(
    targetSites.flatMap(({ key, languages: spoken }) =>
      spoken.map(({ languageId, code: language }) => [languageId, { language, key }] as const),
    ),
  );
  for (const [languageId, { language, key }] of languages) {
    const text = texts.get(languageId);
    if (!text?.description) {
      const values = { language, site: key };
      add(
        `texts.${language}.description`,
        `is missing: ${key} offers this language`,
        'promotion_name_missing',
        values,
      );
    }
    if (gives.kind === 'freeProduct' && text && text.promotionText === '') {
      const values = { language, site: key };
      add(
        `texts.${language}.promotionText`,
        `is missing: describe what the gift is for, as on ${key}`,
        'promotion_text_missing',
        values,
      );
    }
  }
  return faults;
}

const haveSharedIds = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === 0 || b.length === 0 || a.some((id) => b.includes(id));

/**
 * Finds another promotion with the same code on the same site at the same time, which would make the code
 * ambiguous.
 */
export function findPromotionWithSameCode<T extends PromotionDraft>(
  draft: PromotionDraft,
  others: readonly T[],
): T | undefined {
  const { code, promotionKey } = draft;
  if (code === null) return undefined;
  const normalisedCode = normaliseDiscountCode(code);
  return others.find(
    (other) =>
      other.promotionKey !== promotionKey &&
      other.code !== null &&
      normaliseDiscountCode(other.code) === normalisedCode &&
      haveSharedIds(other.siteIds, draft.siteIds) &&
      (other.endsAt === null || other.endsAt > draft.startsAt) &&
      (draft.endsAt === null || draft.endsAt > other.startsAt),
  );
}
