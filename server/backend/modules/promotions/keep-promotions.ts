import type { Actor } from '../../audit/audit.ts';
import type { Database } from '../../database/database.ts';
import { takeLock } from '../../database/locks.ts';
import {
  canBeGiven,
  findSameCode,
  listPromotionFaults,
  type PromotionDraft,
  type PromotionGift,
  type PromotionText,
  type SellingSite,
} from './promotion-checks.ts';
import { findGift, type KeyOfId, listCategories, listProducts, listSellingSites } from './queries.ts';
import type { AskedFields } from './read-order.ts';
import {
  insertPromotion,
  listPromotions,
  type StoredPromotion,
  updatePromotion,
} from './store-promotions.ts';

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
  readonly said: string;
  /** Code for the form: text `admin.refusal.<code>`. */
  readonly code: string;
  readonly values?: Readonly<Record<string, string>> | undefined;
}

/** Resolves the names on a command line, and records unknown ones. */
function createFinder(transaction: Database, sites: readonly SellingSite[], faults: PromotionRefusal[]) {
  const toIds = (option: string, keys: readonly string[], known: ReadonlyMap<string, number>): number[] =>
    keys.flatMap((key) => {
      const id = known.get(key);
      if (id === undefined) {
        faults.push({
          said: `--${option}: there is no ${option} '${key}'`,
          code: 'promotion_unknown',
          values: { key },
        });
      }
      return id === undefined ? [] : [id];
    });
  const toMap = (rows: readonly KeyOfId[]) => new Map(rows.map(({ key, id }) => [key, id]));
  return {
    findSites: (keys: readonly string[]) =>
      toIds('site', keys, new Map(sites.map(({ key, siteId }) => [key, siteId]))),
    findProducts: async (keys: readonly string[]) =>
      toIds('product', keys, toMap(await listProducts(transaction, { keys }))),
    findCategories: async (keys: readonly string[]) =>
      toIds('category', keys, toMap(await listCategories(transaction))),
  };
}

/** Returns the benefit of the promotion: the previous one with the changes of the command line. */
async function readGives(
  transaction: Database,
  fields: AskedFields,
  before: PromotionGift | undefined,
  faults: PromotionRefusal[],
): Promise<PromotionGift | undefined> {
  const { gives, quantity, forEvery } = fields;
  if (gives?.kind === 'freeProduct' || (gives === undefined && before?.kind === 'freeProduct')) {
    const former = before?.kind === 'freeProduct' ? before : undefined;
    const gift = gives ? await findGift(transaction, gives.gift) : undefined;
    const refuseGift = (code: string, why: string, key: string) =>
      faults.push({ said: `--gift: ${why}`, code, values: { key } });
    if (gives && !gift) {
      refuseGift('promotion_gift_unknown', `there is no article and no product '${gives.gift}'`, gives.gift);
    }
    if (gives && gift && !canBeGiven(gift.vatClass)) {
      const why = `'${gives.gift}' is a gift card or a test, which cannot be given along`;
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
      said: '--quantity and --for-every say how many of a gift are given: there is none.',
      code: 'promotion_no_gift',
    });
  }
  return gives ?? before;
}

/** Returns the previous texts with those of the command line. */
function readTexts(
  fields: AskedFields,
  before: ReadonlyMap<number, PromotionText>,
  sites: readonly SellingSite[],
  faults: PromotionRefusal[],
): Map<number, PromotionText> {
  const languages = new Map(
    sites.flatMap(({ languages: spoken }) => spoken.map(({ code, languageId }) => [code, languageId])),
  );
  const texts = new Map(before);
  const put = (option: string, said: ReadonlyMap<string, string>, member: keyof PromotionText) => {
    for (const [code, line] of said) {
      const languageId = languages.get(code);
      if (languageId === undefined) {
        faults.push({
          said: `--${option}: no shop speaks ${code}`,
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
  put('name', fields.names, 'description');
  put('text', fields.texts, 'promotionText');
  for (const [code, languageId] of languages) {
    if (texts.get(languageId)?.description === '') {
      faults.push({
        said: `--name ${code}=…: --text has no name with it`,
        code: 'promotion_text_alone',
        values: { language: code },
      });
    }
  }
  return texts;
}

/** Creates the requested promotion from the existing one; undefined after recording a problem. */
async function makeDraft(
  transaction: Database,
  promotionKey: string,
  fields: AskedFields,
  context: {
    readonly before: StoredPromotion | undefined;
    readonly others: readonly StoredPromotion[];
    readonly faults: PromotionRefusal[];
    readonly now: Date;
  },
): Promise<PromotionDraft | undefined> {
  const { before, others, faults, now } = context;
  const sites = await listSellingSites(transaction);
  const finder = createFinder(transaction, sites, faults);
  const gives = await readGives(transaction, fields, before?.gives, faults);
  const { code, startsAt, endsAt, minimumAmount, usageLimit } = fields;
  const keep = <T>(asked: T | null | undefined, former: T | null | undefined): T | null =>
    asked === undefined ? (former ?? null) : asked;
  const draft = {
    promotionKey,
    code: keep(code, before?.code),
    startsAt: startsAt ?? before?.startsAt ?? now,
    endsAt: keep(endsAt, before?.endsAt),
    minimumAmount: keep(minimumAmount, before?.minimumAmount),
    usageLimit: keep(usageLimit, before?.usageLimit),
    siteIds: fields.sites ? finder.findSites(fields.sites) : (before?.siteIds ?? []),
    productIds: fields.products ? await finder.findProducts(fields.products) : (before?.productIds ?? []),
    categoryIds: fields.categories
      ? await finder.findCategories(fields.categories)
      : (before?.categoryIds ?? []),
    texts: readTexts(fields, before?.texts ?? new Map(), sites, faults),
  };
  if (!gives || faults.length > 0) return undefined;
  const whole: PromotionDraft = { ...draft, gives };
  for (const { field, problem, code: reason, values } of listPromotionFaults(whole, sites)) {
    const [, language, member] = /^texts\.(.+)\.(.+)$/.exec(field) ?? [];
    const option =
      language === undefined ? field : `${member === 'description' ? 'name' : 'text'} ${language}=…`;
    faults.push({ said: `--${option}: ${problem}`, code: reason, values });
  }
  const same = findSameCode(whole, others);
  if (same) {
    faults.push({
      said: `--code: '${whole.code}' is also that of ${same.promotionKey}, on the same site at the same time`,
      code: 'promotion_code_taken',
      values: { code: whole.code ?? '', promotion: same.promotionKey },
    });
  }
  return faults.length > 0 ? undefined : whole;
}

/** Adds or changes a promotion after checking all of it. */
export async function keepPromotion(
  transaction: Database,
  order: { readonly kind: 'add' | 'change'; readonly promotionKey: string; readonly fields: AskedFields },
  by: { readonly actor: Actor; readonly now: Date },
): Promise<PromotionOutcome> {
  const { kind, promotionKey, fields } = order;
  await takeLock(transaction, 'promotions');
  const others = await listPromotions(transaction);
  const before = others.find((row) => row.promotionKey === promotionKey);
  if (kind === 'change' && !before) return { outcome: 'unknown' };
  if (kind === 'add' && before) return { outcome: 'known' };
  const faults: PromotionRefusal[] = [];
  const context = { before, others, faults, now: by.now };
  const promotion = await makeDraft(transaction, promotionKey, fields, context);
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
  by: { readonly actor: Actor; readonly now: Date },
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
