import { FREE_SHIPPING_KEY } from '../../../../shared/rules/cart/calculate-cart.ts';
import { normaliseCode } from '../../../../shared/rules/cart/discount-code.ts';

/** What a promotion gives; of a gift without what is in stock. */
export type PromotionGift =
  | { readonly kind: 'percentage' /** Above 0, to 100, two decimals. */; readonly percentage: number }
  | { readonly kind: 'amount' /** Euro cents incl. VAT. */; readonly amount: number }
  | { readonly kind: 'freeShipping' }
  | {
      readonly kind: 'freeProduct';
      readonly productVariantId: number;
      readonly quantity: number;
      /** Pieces that earn the gift each time; null: it is given once. */
      readonly forEvery: number | null;
    };

export interface PromotionText {
  readonly description: string;
  /** Empty where nothing is said beside what is given. */
  readonly promotionText: string;
}

/** A promotion as somebody wants it. */
export interface PromotionDraft {
  readonly promotionKey: string;
  readonly gives: PromotionGift;
  readonly code: string | null;
  readonly startsAt: Date;
  /** The first instant at which it does not run any more. */
  readonly endsAt: Date | null;
  /** Euro cents incl. VAT. */
  readonly minimumAmount: number | null;
  readonly usageLimit: number | null;
  /** None: all shops. */
  readonly siteIds: readonly number[];
  /** None of both: the whole order. */
  readonly productIds: readonly number[];
  readonly categoryIds: readonly number[];
  /** By languageId. */
  readonly texts: ReadonlyMap<number, PromotionText>;
}

/** A site that sells something, with the languages that its visitors may choose. */
export interface SellingSite {
  readonly siteId: number;
  readonly key: string;
  readonly languages: readonly { readonly languageId: number; readonly code: string }[];
}

/** A field as promotions.json names it: `texts.nl.description`. */
export interface PromotionFault {
  readonly field: string;
  readonly problem: string;
  /** The same for whoever fills in a form: text `keeper.refusal.<code>`. */
  readonly code: string;
  readonly values?: Readonly<Record<string, string>>;
}

/** Letters, figures and what people write between them; the rest is hard to say on the phone. */
const codePattern = /^[\p{L}\p{M}\p{N}._+%-]{1,40}$/u;

/** Goods that need more than to be put into a parcel: a gift card its number, a test the names of its samples. */
const NOT_GIVEN: ReadonlySet<string> = new Set(['voucher', 'lab']);

/** Whether goods of a class can be given along with others. */
export const canBeGiven = (vatClass: string): boolean => !NOT_GIVEN.has(vatClass);

/** What is wrong with a promotion by itself: its code, its period, and what it does not say in a language of a site that it runs on. */
export function listPromotionFaults(
  draft: PromotionDraft,
  sites: readonly SellingSite[],
): readonly PromotionFault[] {
  const { promotionKey, code, startsAt, endsAt, gives, siteIds, texts } = draft;
  const faults: PromotionFault[] = [];
  const add = (field: string, problem: string, code: string, values: Readonly<Record<string, string>> = {}) =>
    faults.push({ field, problem, code, values });
  if (promotionKey === FREE_SHIPPING_KEY) {
    add('promotionKey', 'is that of delivery free from an amount on', 'promotion_key_reserved');
  }
  if (code !== null && !codePattern.test(normaliseCode(code))) {
    add('code', 'has 1 to 40 letters and figures, with . _ + % or - between them', 'promotion_code');
  }
  if (endsAt !== null && endsAt <= startsAt) add('until', 'is not after its beginning', 'until_before_from');
  const meant = sites.filter(({ siteId }) => siteIds.length === 0 || siteIds.includes(siteId));
  const languages = new Map(
    meant.flatMap(({ key, languages: spoken }) =>
      spoken.map(({ languageId, code: language }) => [languageId, { language, key }] as const),
    ),
  );
  for (const [languageId, { language, key }] of languages) {
    const text = texts.get(languageId);
    if (!text?.description) {
      const values = { language, site: key };
      add(
        `texts.${language}.description`,
        `is missing: ${key} speaks this language`,
        'promotion_name_missing',
        values,
      );
    }
    if (gives.kind === 'freeProduct' && text && text.promotionText === '') {
      const values = { language, site: key };
      add(
        `texts.${language}.promotionText`,
        `is missing: say what the gift is for, as on ${key}`,
        'promotion_text_missing',
        values,
      );
    }
  }
  return faults;
}

const shareOne = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === 0 || b.length === 0 || a.some((id) => b.includes(id));

/** The other promotion that has the same code on the same site at some moment: nobody could say which of them is meant. */
export function findSameCode<T extends PromotionDraft>(
  draft: PromotionDraft,
  others: readonly T[],
): T | undefined {
  const { code, promotionKey } = draft;
  if (code === null) return undefined;
  const asked = normaliseCode(code);
  return others.find(
    (other) =>
      other.promotionKey !== promotionKey &&
      other.code !== null &&
      normaliseCode(other.code) === asked &&
      shareOne(other.siteIds, draft.siteIds) &&
      (other.endsAt === null || other.endsAt > draft.startsAt) &&
      (draft.endsAt === null || draft.endsAt > other.startsAt),
  );
}
