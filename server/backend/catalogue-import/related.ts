import type { ContentItem } from './shop-content.ts';
import type { ArticleRow, ProductRow } from './shop-file-schemas.ts';

const RELATED_PRODUCTS = 8;
const RELATED_CONTENT = 6;

/** Up to so many products, all are compared with each other. */
const COMPARED_ALL = 500;
/** Beyond that, each is compared with so many of each category for each of its uses. */
const COMPARED_OF_CATEGORY = 6;

/** What is compared of a product. */
export type ComparedProduct = Pick<
  ProductRow,
  'id' | 'key' | 'categoryId' | 'productType' | 'applications' | 'ingredientFlags' | 'ageGroups'
> & {
  /** Only how it is dosed, and the size of its scoop. */
  readonly feedAdvice: Pick<ProductRow['feedAdvice'], 'mode' | 'scoop'>;
  /** Of a scoop that is sold: what it holds, millilitres. */
  readonly scoopMl?: number | null | undefined;
};
type Recommending = Pick<ArticleRow, 'relatedProducts'>;

/**
 * Which products are compared with one: all of them in a small shop. In a large one that would take the square of their number, so it
 * is the first few of every category that serve the same use, and what an article recommends together with it.
 */
export function createCandidates<P extends ComparedProduct>(
  products: readonly P[],
  articles: readonly Recommending[],
): (product: P) => readonly P[] {
  if (products.length <= COMPARED_ALL) return () => products;
  const byKey = new Map(products.map((product) => [product.key, product]));
  const byUse = new Map<string, P[]>();
  const counts = new Map<string, number>();
  for (const product of products) {
    for (const use of product.applications) {
      const place = `${use} ${product.categoryId}`;
      const count = counts.get(place) ?? 0;
      if (count === COMPARED_OF_CATEGORY) continue;
      counts.set(place, count + 1);
      byUse.set(use, [...(byUse.get(use) ?? []), product]);
    }
  }
  const together = new Map<string, P[]>();
  for (const { relatedProducts } of articles) {
    const known = relatedProducts.flatMap((key) => byKey.get(key) ?? []);
    for (const key of relatedProducts) together.set(key, [...(together.get(key) ?? []), ...known]);
  }
  // Many products serve the same uses.
  const known = new Map<string, readonly P[]>();
  return ({ key, applications }) => {
    const uses = applications.join(' ');
    const candidates = known.get(uses) ?? [...new Set(applications.flatMap((use) => byUse.get(use) ?? []))];
    known.set(uses, candidates);
    const recommended = together.get(key);
    return recommended ? [...new Set([...recommended, ...candidates])] : candidates;
  };
}

/**
 * What goes well with a product, best first: what an article recommends together with it, then products of another
 * category for the same uses and horses; two feeds that stand in for each other come last. Ties keep catalogue order. Empty
 * where nothing fits.
 */
export function listRelatedProducts<P extends ComparedProduct>(
  product: P,
  products: readonly P[],
  articles: readonly Recommending[],
): P[] {
  const recommending = articles.filter(({ relatedProducts }) => relatedProducts.includes(product.key));
  const best: { readonly other: P; readonly score: number }[] = [];
  for (const other of products) {
    if (other.id === product.id) continue;
    const score = getScore(product, other, recommending);
    if (score <= (best.length < RELATED_PRODUCTS ? 0 : (best.at(-1)?.score ?? 0))) continue;
    const place = best.findIndex((worse) => worse.score < score);
    best.splice(place === -1 ? best.length : place, 0, { other, score });
    if (best.length > RELATED_PRODUCTS) best.pop();
  }
  return best.map(({ other }) => other);
}

/** Whether a product is fed with another scoop than the one that is sold as `scoop`; false if `scoop` is no scoop. */
const hasOtherScoop = ({ feedAdvice }: ComparedProduct, scoop: ComparedProduct): boolean =>
  scoop.scoopMl != null && feedAdvice.mode !== 'none' && feedAdvice.scoop?.volumeMl !== scoop.scoopMl;

/**
 * Whether a product may be offered with another: feed for another stage of life is fed by mistake (sport muesli to a foal), and a scoop of
 * another size measures a wrong amount.
 */
function isSafeBeside(product: ComparedProduct, other: ComparedProduct): boolean {
  const { ageGroups } = product;
  const isOfOtherAge =
    ageGroups.length > 0 && other.ageGroups.length > 0 && countShared(ageGroups, other.ageGroups) === 0;
  return !isOfOtherAge && !hasOtherScoop(product, other) && !hasOtherScoop(other, product);
}

/** @param recommending articles that recommend the product */
function getScore(
  product: ComparedProduct,
  other: ComparedProduct,
  recommending: readonly Recommending[],
): number {
  if (!isSafeBeside(product, other)) return 0;
  let together = 0;
  for (const { relatedProducts } of recommending) if (relatedProducts.includes(other.key)) together += 1;
  const uses = countShared(product.applications, other.applications);
  const isOtherKind = product.categoryId !== other.categoryId;
  const needs = countShared(product.ingredientFlags, other.ingredientFlags);
  const sameAge = countShared(product.ageGroups, other.ageGroups) > 0;
  // What is fed to nobody (a bucket, saddle soap) goes well with what stands beside it; a gift card with nothing.
  const isBeside = !isOtherKind && product.applications.length === 0 && other.applications.length === 0;
  if (together + uses + needs === 0 && !sameAge && !isBeside) return 0;
  // Somebody who orders a test wants feed advice next, not the other way round.
  const isTest = other.productType > 3 && product.productType <= 3;
  return (
    together * 10 +
    uses * (isOtherKind ? 3 : 1) +
    needs +
    (isOtherKind || isBeside ? 1 : 0) +
    (sameAge ? 1 : 0) -
    (isTest ? 4 : 0)
  );
}

function countShared(a: readonly string[], b: readonly string[]): number {
  let count = 0;
  for (const value of a) if (b.includes(value)) count += 1;
  return count;
}

/** Pages that lead on to articles: by key, the kinds and keys that they name, in this order. */
const CONTENT_OF_PAGES: Readonly<Record<string, readonly string[]>> = {
  home: ['advice', 'blog'],
  'group-home': ['news', 'about', 'silo-supply'],
  'customer-service': ['faq', 'delivery', 'returns', 'payment'],
  contact: ['faq', 'customer-service'],
  delivery: ['faq-orders-returns', 'returns', 'payment'],
  returns: ['faq-orders-returns', 'withdrawal', 'delivery'],
  payment: ['faq-orders-returns', 'delivery'],
  withdrawal: ['faq-orders-returns', 'returns'],
  about: ['partner', 'news'],
  'become-a-dealer': ['partner', 'about'],
  jobs: ['about', 'contact'],
  'roughage-tests': ['how-rqs-works', 'roughage-sampling', 'reading-hygiene-scan', 'partner-laboratory'],
  'how-rqs-works': ['roughage-tests', 'roughage-sampling', 'reading-hygiene-scan', 'partner-laboratory'],
  'silo-supply': ['faq-feed-advice', 'contact'],
  'not-found': ['customer-service', 'contact'],
};

/** Articles of another kind that an article leads on to, after those of its own kind. */
const KINDS_AFTER: Readonly<Record<ContentItem['kind'], readonly ContentItem['kind'][]>> = {
  landing: [],
  page: [],
  advice: ['faq', 'blog'],
  blog: ['advice'],
  news: ['blog'],
  faq: ['advice'],
  partner: ['news', 'advice'],
  // What a category or the overview holds, its page lists by itself.
  adviceCategory: ['faq'],
  adviceVideo: ['advice'],
  blogOverview: ['blogCategory'],
  blogCategory: [],
};

/** Content to read on with, best first; within a kind the newest first. */
export function listRelatedContent(item: ContentItem, all: readonly ContentItem[]): ContentItem[] {
  const wanted =
    item.kind === 'page' ? (CONTENT_OF_PAGES[item.key] ?? []) : [item.kind, ...KINDS_AFTER[item.kind]];
  const newestFirst = [...all].sort((a, b) => (b.publishedOn ?? '').localeCompare(a.publishedOn ?? ''));
  const found = wanted.flatMap((name) =>
    newestFirst.filter((other) => other.key === name || (other.kind === name && other.kind !== 'page')),
  );
  return [...new Set(found)].filter((other) => other.key !== item.key).slice(0, RELATED_CONTENT);
}
