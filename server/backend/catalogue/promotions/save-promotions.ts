import type { ChangeContext } from '../../core/audit/audit.ts';
import type { Database } from '../../core/database/database.ts';
import { takeLock } from '../../core/database/locks.ts';
import { listCategoryKeys } from '../categories/queries.ts';
import { findVariantByArticleOrKey, listProductKeys } from '../products/queries.ts';
import type { PromotionFields } from './parse-arguments.ts';
import {
  canBeGift,
  findPromotionWithSameCode,
  listPromotionFaults,
  type PromotionBenefit,
  type PromotionDraft,
  type PromotionText,
  type SellingSite,
} from './promotion-checks.ts';
import { listSellingSites } from './queries.ts';
import {
  insertPromotion,
  listPromotions,
  type StoredPromotion,
  updatePromotion,
} from './stored-promotions.ts';

/** Result of adding, changing or ending a promotion. A refusal has a line for each problem. */
export type PromotionOutcome =
  | {
      readonly outcome: 'done' | 'unchanged';
      readonly promotion: PromotionDraft;
      /** The promotion before the change; undefined for a new one. */
      readonly before: PromotionDraft | undefined;
    }
  | { readonly outcome: 'unknown' | 'known' }
  | { readonly outcome: 'refused'; readonly faults: readonly PromotionRefusal[] };

/** Why a promotion is refused. */
export interface PromotionRefusal {
  /** Message for the command line. */
  readonly message: string;
  /** Code for the form: text `admin.refusal.<code>`. */
  readonly code: string;
  readonly values?: Readonly<Record<string, string>> | undefined;
}

/** Resolves the names on a command line, and records unknown ones. */
function createIdFinder(transaction: Database, sites: readonly SellingSite[], faults: PromotionRefusal[]) {
  const toIds = (option: string, keys: readonly string[], known: ReadonlyMap<string, number>): number[] =>
    keys.flatMap((key) => {
      const id = known.get(key);
      if (id === undefined) {
        faults.push({
          message: `--${option}: there is no ${option} '${key}'`,
          code: 'promotion_unknown',
          values: { key },
        });
      }
      return id === undefined ? [] : [id];
    });
  return {
    findSites: (keys: readonly string[]) =>
      toIds('site', keys, new Map(sites.map(({ key, siteId }) => [key, siteId]))),
    findProducts: async (keys: readonly string[]) => {
      const products = await listProductKeys(transaction, { keys });
      return toIds('product', keys, new Map(products.map(({ key, productId }) => [key, productId])));
    },
    findCategories: async (keys: readonly string[]) => {
      const categories = await listCategoryKeys(transaction);
      return toIds('category', keys, new Map(categories.map(({ key, categoryId }) => [key, categoryId])));
    },
  };
}

/** Returns the benefit of the promotion: the previous one with the changes of the command line. */
async function readChangedBenefit(
  transaction: Database,
  fields: PromotionFields,
  before: PromotionBenefit | undefined,
  faults: PromotionRefusal[],
): Promise<PromotionBenefit | undefined> {
  const { benefit: gives, quantity, forEvery } = fields;
  if (gives?.kind === 'freeProduct' || (gives === undefined && before?.kind === 'freeProduct')) {
    const former = before?.kind === 'freeProduct' ? before : undefined;
    const gift = gives ? await findVariantByArticleOrKey(transaction, gives.gift) : undefined;
    const refuseGift = (code: string, why: string, key: string) =>
      faults.push({ message: `--gift: ${why}`, code, values: { key } });
    if (gives && !gift) {
      refuseGift('promotion_gift_unknown', `there is no article and no product '${gives.gift}'`, gives.gift);
    }
    if (gives && gift && !canBeGift(gift.vatClass)) {
      const why = `'${gives.gift}' is a gift card or a test, which cannot be a free gift`;
      refuseGift('promotion_gift_alone', why, gives.gift);
    }
    const productVariantId = gift?.productVariantId ?? former?.productVariantId;
    if (productVariantId === undefined) return undefined;
    return {
      kind: 'freeProduct',
      productVariantId,
      quantity: quantity ?? former?.quantity ?? 1,
      forEvery: forEvery === undefined ? (former?.forEvery ?? null) : forEvery,
    };
  }
  if (quantity !== undefined || (forEvery !== undefined && forEvery !== null)) {
    faults.push({
      message: '--quantity and --for-every require a gift.',
      code: 'promotion_no_gift',
    });
  }
  return gives ?? before;
}

/** Returns the previous texts with those of the command line. */
function readChangedTexts(
  fields: PromotionFields,
  before: ReadonlyMap<number, PromotionText>,
  sites: readonly SellingSite[],
  faults: PromotionRefusal[],
): Map<number, PromotionText> {
  const languages = new Map(
    sites.flatMap(({ languages: spoken }) => spoken.map(({ code, languageId }) => [code, languageId])),
  );
  const texts = new Map(before);
  const addTexts = (
    option: string,
    textsByLanguage: ReadonlyMap<string, string>,
    member: keyof PromotionText,
  ) => {
    for (const [code, line] of textsByLanguage) {
      const languageId = languages.get(code);
      if (languageId === undefined) {
        faults.push({
          message: `--${option}: no site offers the language ${code}`,
          code: 'promotion_unknown',
          values: { key: code },
        });
      } else
        texts.set(languageId, {
          description: '',
          promotionText: '',
          ...texts.get(languageId),
          [member]: line,
        });
    }
  };
  addTexts('name', fields.names, 'description');
  addTexts('text', fields.texts, 'promotionText');
  for (const [code, languageId] of languages) {
    if (texts.get(languageId)?.description === '') {
      faults.push({
        message: `--name ${code}=…: --text requires --name in the same language`,
        code: 'promotion_text_alone',
        values: { language: code },
      });
    }
  }
  return texts;
}

/** Creates the requested promotion from the existing one; undefined after recording a problem. */
async function createPromotionDraft(
  transaction: Database,
  promotionKey: string,
  fields: PromotionFields,
  context: {
    readonly before: StoredPromotion | undefined;
    readonly others: readonly StoredPromotion[];
    readonly faults: PromotionRefusal[];
    readonly now: Date;
  },
): Promise<PromotionDraft | undefined> {
  const { before, others, faults, now } = context;
  const sites = await listSellingSites(transaction);
  const finder = createIdFinder(transaction, sites, faults);
  const gives = await readChangedBenefit(transaction, fields, before?.benefit, faults);
  const { code, startsAt, endsAt, minimumAmount, usageLimit } = fields;
  const getOrKeep = <T>(asked: T | null | undefined, former: T | null | undefined): T | null =>
    asked === undefined ? (former ?? null) : asked;
  const draft = {
    promotionKey,
    code: getOrKeep(code, before?.code),
    startsAt: startsAt ?? before?.startsAt ?? now,
    endsAt: getOrKeep(endsAt, before?.endsAt),
    minimumAmount: getOrKeep(minimumAmount, before?.minimumAmount),
    usageLimit: getOrKeep(usageLimit, before?.usageLimit),
    siteIds: fields.sites ? finder.findSites(fields.sites) : (before?.siteIds ?? []),
    productIds: fields.products ? await finder.findProducts(fields.products) : (before?.productIds ?? []),
    categoryIds: fields.categories
      ? await finder.findCategories(fields.categories)
      : (before?.categoryIds ?? []),
    texts: readChangedTexts(fields, before?.texts ?? new Map(), sites, faults),
  };
  if (!gives || faults.length > 0) return undefined;
  const whole: PromotionDraft = { ...draft, benefit: gives };
  for (const { field, problem, code: reason, values } of listPromotionFaults(whole, sites)) {
    const [, language, member] = /^texts\.(.+)\.(.+)$/.exec(field) ?? [];
    const option =
      language === undefined ? field : `${member === 'description' ? 'name' : 'text'} ${language}=…`;
    faults.push({ message: `--${option}: ${problem}`, code: reason, values });
  }
  const same = findPromotionWithSameCode(whole, others);
  if (same) {
    faults.push({
      message: `--code: '${whole.code}' is also that of ${same.promotionKey}, on the same site at the same time`,
      code: 'promotion_code_taken',
      values: { code: whole.code ?? '', promotion: same.promotionKey },
    });
  }
  return faults.length > 0 ? undefined : whole;
}

/** Adds or changes a promotion after checking all of it. */
export async function savePromotion(
  transaction: Database,
  change: {
    readonly kind: 'add' | 'change';
    readonly promotionKey: string;
    readonly fields: PromotionFields;
  },
  by: ChangeContext,
): Promise<PromotionOutcome> {
  const { kind, promotionKey, fields } = change;
  await takeLock(transaction, 'promotions');
  const others = await listPromotions(transaction);
  const before = others.find((row) => row.promotionKey === promotionKey);
  if (kind === 'change' && !before) return { outcome: 'unknown' };
  if (kind === 'add' && before) return { outcome: 'known' };
  const faults: PromotionRefusal[] = [];
  const context = { before, others, faults, now: by.now };
  const promotion = await createPromotionDraft(transaction, promotionKey, fields, context);
  if (!promotion) return { outcome: 'refused', faults };
  if (before) {
    await updatePromotion(transaction, before.promotionId, promotion, { act: 'change', ...by });
  } else await insertPromotion(transaction, promotion, by);
  return { outcome: 'done', promotion, before };
}

/** Ends a promotion now, or before its start. Its row stays, because orders refer to it. */
export async function endPromotion(
  transaction: Database,
  promotionKey: string,
  by: ChangeContext,
): Promise<PromotionOutcome> {
  const { now } = by;
  await takeLock(transaction, 'promotions');
  const before = (await listPromotions(transaction)).find((row) => row.promotionKey === promotionKey);
  if (!before) return { outcome: 'unknown' };
  const endsAt = before.startsAt > now ? before.startsAt : now;
  if (before.endsAt !== null && (before.endsAt <= now || before.endsAt.getTime() === endsAt.getTime())) {
    return { outcome: 'unchanged', promotion: before, before };
  }
  const promotion = { ...before, endsAt };
  await updatePromotion(transaction, before.promotionId, promotion, { act: 'end', ...by });
  return { outcome: 'done', promotion, before };
}
