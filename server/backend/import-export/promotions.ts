import { isCorporate } from '../../../shared/rules/site-type.ts';
import {
  canBeGift,
  findPromotionWithSameCode,
  listPromotionFaults,
  type PromotionBenefit,
  type PromotionDraft,
  type SellingSite,
} from '../catalogue/promotions/promotion-checks.ts';
import { insertPromotion, listPromotions } from '../catalogue/promotions/stored-promotions.ts';
import type { ChangeContext } from '../core/audit/audit.ts';
import { readDay } from '../core/cli/read-day.ts';
import type { Database } from '../core/database/database.ts';
import { takeLock } from '../core/database/locks.ts';
import { IssueList } from '../shop-store/import-error.ts';
import type { ShopFiles } from '../shop-store/read-shop-files.ts';
import { toCents } from '../shop-store/shop-content.ts';
import type { ProductRow, PromotionRow, VariantRow } from '../shop-store/shop-file-schemas.ts';

const PROMOTIONS_FILE = 'promotions.json';
type AddProblem = (field: string, problem: string) => void;

/** Returns the variant that a promotion gives: by article number, or the default variant of a product. */
function findGift(
  { products }: ShopFiles,
  gift: string,
): { readonly product: ProductRow; readonly variant: VariantRow } | undefined {
  const all = products.flatMap((product) => product.variants.map((variant) => ({ product, variant })));
  return (
    all.find(({ variant }) => variant.articleNumber === gift) ??
    all.find(({ product, variant }) => product.key === gift && variant.isDefault)
  );
}

function toBenefit(files: ShopFiles, row: PromotionRow): PromotionBenefit | undefined {
  const { percentage, amount, gift } = row;
  if (percentage !== undefined) return { kind: 'percentage', percentage };
  if (amount !== undefined) return { kind: 'amount', amount: toCents(amount) };
  if (!gift) return { kind: 'freeShipping' };
  const found = findGift(files, gift.product);
  return (
    found && {
      kind: 'freeProduct',
      productVariantId: found.variant.id,
      quantity: gift.quantity ?? 1,
      forEvery: gift.forEvery ?? null,
    }
  );
}

/** Converts a row to ids instead of keys; undefined if its gift does not exist. Unknown keys are omitted. */
function createPromotionDraft(files: ShopFiles, row: PromotionRow, now: Date): PromotionDraft | undefined {
  const gives = toBenefit(files, row);
  if (!gives) return undefined;
  const endsAt = row.until === undefined ? null : parsePeriodEdge(row.until, 'end');
  const begin = row.from === undefined ? null : parsePeriodEdge(row.from, 'begin');
  const toIds = (keys: readonly string[] | undefined, rows: readonly { key: string; id: number }[]) =>
    rows.filter(({ key }) => keys?.includes(key)).map(({ id }) => id);
  return {
    promotionKey: row.key,
    benefit: gives,
    code: row.code ?? null,
    // A promotion that ended before the import never runs.
    startsAt: begin ?? (endsAt !== null && endsAt < now ? endsAt : now),
    endsAt,
    minimumAmount: row.minimum === undefined ? null : toCents(row.minimum),
    usageLimit: row.usageLimit ?? null,
    siteIds: toIds(
      row.sites,
      files.sites.map(({ key, siteId }) => ({ key, id: siteId })),
    ),
    productIds: toIds(row.products, files.products),
    categoryIds: toIds(row.categories, files.categories),
    texts: new Map(
      files.languages.flatMap(({ languageId, code }) => {
        const text = row.texts[code];
        return text
          ? [[languageId, { description: text.description, promotionText: text.promotionText ?? '' }]]
          : [];
      }),
    ),
  };
}

/** Parses a day, as `readDay` does, or a moment. */
function parsePeriodEdge(text: string, edge: 'begin' | 'end'): Date | null {
  if (!text.includes('T')) return readDay(text, edge);
  const moment = new Date(text);
  return Number.isNaN(moment.getTime()) ? null : moment;
}

function listSellingSites({ sites, languages }: ShopFiles): SellingSite[] {
  return sites
    .filter((site) => !isCorporate(site))
    .map(({ siteId, key, languages: spoken }) => ({
      siteId,
      key,
      languages: spoken.flatMap(({ languageId }) => {
        const language = languages.find((other) => other.languageId === languageId);
        return language ? [{ languageId, code: language.code }] : [];
      }),
    }));
}

function checkPromotionRow(
  files: ShopFiles,
  sites: readonly SellingSite[],
  row: PromotionRow,
  add: AddProblem,
): void {
  const { percentage, amount, freeShipping, gift, minimum, from, until } = row;
  const given = [percentage, amount, freeShipping, gift].filter((value) => value !== undefined);
  if (given.length !== 1) add('', 'must have exactly one of percentage, amount, freeShipping and gift');
  if (percentage !== undefined && Math.round(percentage * 100) / 100 !== percentage) {
    add('percentage', 'has more than two decimals');
  }
  for (const [field, euro] of Object.entries({ amount, minimum })) {
    if (euro !== undefined && toCents(euro) / 100 !== euro) add(field, 'has more than two decimals');
  }
  for (const [field, day] of Object.entries({ from, until })) {
    if (day !== undefined && parsePeriodEdge(day, 'begin') === null) add(field, `'${day}' is not a date`);
  }
  const check = (
    field: string,
    keys: readonly string[] | undefined,
    known: readonly string[],
    of: string,
  ) => {
    for (const key of keys ?? [])
      if (!known.includes(key)) add(field, `'${key}' is not ${of}: correct it, or remove it`);
  };
  check(
    'sites',
    row.sites,
    sites.map(({ key }) => key),
    'a shop of sites.json',
  );
  check(
    'products',
    row.products,
    files.products.map(({ key }) => key),
    'a product of catalogue.json',
  );
  check(
    'categories',
    row.categories,
    files.categories.map(({ key }) => key),
    'a category of catalogue.json',
  );
  if (!gift) return;
  const found = findGift(files, gift.product);
  if (!found)
    add(
      'gift.product',
      `'${gift.product}' is neither an article number nor a key of catalogue.json: correct it, or remove the promotion`,
    );
  else if (!canBeGift(found.product.vatClass)) {
    add('gift.product', `'${gift.product}' is a gift card or a test, which cannot be a free gift`);
  }
}

/**
 * Checks promotions: products and sites exist, a name in every language, no two simultaneous promotions with
 * the same code.
 */
export function checkPromotions(files: ShopFiles, issues: IssueList): void {
  const sites = listSellingSites(files);
  const before: PromotionDraft[] = [];
  for (const row of files.promotions) {
    const add: AddProblem = (field, problem) =>
      issues.add(PROMOTIONS_FILE, `promotions.${row.key}`, field, problem);
    checkPromotionRow(files, sites, row, add);
    // Promotions without a start run from the import on. Its date does not matter for these checks.
    const draft = createPromotionDraft(files, row, new Date(0));
    if (!draft) continue;
    for (const { field, problem } of listPromotionFaults(draft, sites)) add(field, problem);
    const same = findPromotionWithSameCode(draft, before);
    if (same) add('code', `'${draft.code}' is also that of promotions.${same.promotionKey} at the same time`);
    before.push(draft);
  }
}

/**
 * Lists promotions with unknown keys. Staff manage existing promotions; they change or end them by the
 * command.
 */
async function listNewPromotions(
  transaction: Database,
  files: ShopFiles,
  now: Date,
): Promise<PromotionDraft[]> {
  if (files.promotions.length === 0) return [];
  const stored = await listPromotions(transaction);
  const known = new Set(stored.map(({ promotionKey }) => promotionKey));
  const issues = new IssueList();
  const drafts = files.promotions.flatMap((row) => {
    const draft = known.has(row.key) ? undefined : createPromotionDraft(files, row, now);
    if (!draft) return [];
    const same = findPromotionWithSameCode(draft, stored);
    if (same) {
      issues.add(
        PROMOTIONS_FILE,
        `promotions.${row.key}`,
        'code',
        `'${draft.code}' is that of the shop's promotion ${same.promotionKey} at the same time: end that one first, or take another code`,
      );
    }
    return [draft];
  });
  issues.throwIfAny();
  return drafts;
}

/** @throws ImportError if an existing promotion has the code of a new one */
export async function checkNewPromotions(transaction: Database, files: ShopFiles, now: Date): Promise<void> {
  await listNewPromotions(transaction, files, now);
}

/**
 * Adds the promotions whose keys do not exist yet.
 *
 * @throws ImportError if an existing promotion has the code of a new one
 */
export async function addPromotions(
  transaction: Database,
  files: ShopFiles,
  by: ChangeContext,
): Promise<void> {
  if (files.promotions.length === 0) return;
  await takeLock(transaction, 'promotions');
  for (const draft of await listNewPromotions(transaction, files, by.now)) {
    await insertPromotion(transaction, draft, by);
  }
}
