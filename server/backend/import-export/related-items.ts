import type { ContentItem } from '../shop-store/shop-content.ts';
import type { ArticleRow, ProductRow } from '../shop-store/shop-file-schemas.ts';

const MAX_RELATED_PRODUCTS = 8;
const MAX_RELATED_CONTENT = 6;

/** Maximum number of products up to which all are compared with each other. */
const MAX_PRODUCTS_TO_COMPARE_ALL = 500;
/** Number of products per category and use with which each product of a larger shop is compared. */
const MAX_COMPARED_PER_CATEGORY = 6;

/** Fields of a product that are compared. */
export type ComparedProduct = Pick<
  ProductRow,
  'id' | 'key' | 'categoryId' | 'productType' | 'applications' | 'ingredientFlags' | 'ageGroups'
> & {
  /** Contains only the dosage and the size of the scoop. */
  readonly feedAdvice: Pick<ProductRow['feedAdvice'], 'mode' | 'scoop'>;
  /** Capacity of a sold scoop, in millilitres. */
  readonly scoopMl?: number | null | undefined;
};
type RecommendingArticle = Pick<ArticleRow, 'relatedProducts'>;

/**
 * Returns a function that lists the products to compare with a given one: all in a small shop. In a large one
 * this would take quadratic time, so it lists the first few products of each category for the same use, and
 * those that an article recommends together with it.
 */
export function createCandidateFinder<P extends ComparedProduct>(
  products: readonly P[],
  articles: readonly RecommendingArticle[],
): (product: P) => readonly P[] {
  if (products.length <= MAX_PRODUCTS_TO_COMPARE_ALL) return () => products;
  const byKey = new Map(products.map((product) => [product.key, product]));
  const byUse = new Map<string, P[]>();
  const counts = new Map<string, number>();
  for (const product of products) {
    for (const use of product.applications) {
      const place = `${use} ${product.categoryId}`;
      const count = counts.get(place) ?? 0;
      if (count === MAX_COMPARED_PER_CATEGORY) continue;
      counts.set(place, count + 1);
      byUse.set(use, [...(byUse.get(use) ?? []), product]);
    }
  }
  const recommendedTogether = new Map<string, P[]>();
  for (const { relatedProducts } of articles) {
    const known = relatedProducts.flatMap((key) => byKey.get(key) ?? []);
    for (const key of relatedProducts)
      recommendedTogether.set(key, [...(recommendedTogether.get(key) ?? []), ...known]);
  }
  // Cached, because many products have the same uses.
  const known = new Map<string, readonly P[]>();
  return ({ key, applications }) => {
    const uses = applications.join(' ');
    const candidates = known.get(uses) ?? [...new Set(applications.flatMap((use) => byUse.get(use) ?? []))];
    known.set(uses, candidates);
    const recommended = recommendedTogether.get(key);
    return recommended ? [...new Set([...recommended, ...candidates])] : candidates;
  };
}

/**
 * Returns the related products of a product, best first: products that an article recommends together with
 * it, then products of another category for the same uses and horses, and last feeds that are alternatives.
 * Equal products keep the catalogue order. Empty if no product is suitable.
 */
export function listRelatedProducts<P extends ComparedProduct>(
  product: P,
  products: readonly P[],
  articles: readonly RecommendingArticle[],
): P[] {
  const recommending = articles.filter(({ relatedProducts }) => relatedProducts.includes(product.key));
  const best: { readonly other: P; readonly score: number }[] = [];
  for (const other of products) {
    if (other.id === product.id) continue;
    const score = getRelationScore(product, other, recommending);
    if (score <= (best.length < MAX_RELATED_PRODUCTS ? 0 : (best.at(-1)?.score ?? 0))) continue;
    const place = best.findIndex((worse) => worse.score < score);
    best.splice(place === -1 ? best.length : place, 0, { other, score });
    if (best.length > MAX_RELATED_PRODUCTS) best.pop();
  }
  return best.map(({ other }) => other);
}

/** Returns true if a product is measured with another scoop than `scoop`; false if `scoop` is not a scoop. */
const hasOtherScoop = ({ feedAdvice }: ComparedProduct, scoop: ComparedProduct): boolean =>
  scoop.scoopMl != null && feedAdvice.mode !== 'none' && feedAdvice.scoop?.volumeMl !== scoop.scoopMl;

/**
 * Returns true if a product may be offered with another. Feed for another stage of life may be fed by mistake
 * (sport muesli to a foal), and a scoop of another size measures a wrong amount.
 */
function canBeRelated(product: ComparedProduct, other: ComparedProduct): boolean {
  const { ageGroups } = product;
  const sharesNoAgeGroup =
    ageGroups.length > 0 && other.ageGroups.length > 0 && countShared(ageGroups, other.ageGroups) === 0;
  return !sharesNoAgeGroup && !hasOtherScoop(product, other) && !hasOtherScoop(other, product);
}

/** @param recommending articles that recommend the product */
function getRelationScore(
  product: ComparedProduct,
  other: ComparedProduct,
  recommending: readonly RecommendingArticle[],
): number {
  if (!canBeRelated(product, other)) return 0;
  let together = 0;
  for (const { relatedProducts } of recommending) if (relatedProducts.includes(other.key)) together += 1;
  const uses = countShared(product.applications, other.applications);
  const isOtherCategory = product.categoryId !== other.categoryId;
  const needs = countShared(product.ingredientFlags, other.ingredientFlags);
  const sameAge = countShared(product.ageGroups, other.ageGroups) > 0;
  // Products without a use (bucket, saddle soap) are related to products of the same category. Gift cards are
  // related to none.
  const isSameCategoryWithoutUse =
    !isOtherCategory && product.applications.length === 0 && other.applications.length === 0;
  if (together + uses + needs === 0 && !sameAge && !isSameCategoryWithoutUse) return 0;
  // Customers who order a test want feed advice next, not the reverse.
  const isRoughageTest = other.productType > 3 && product.productType <= 3;
  return (
    together * 10 +
    uses * (isOtherCategory ? 3 : 1) +
    needs +
    (isOtherCategory || isSameCategoryWithoutUse ? 1 : 0) +
    (sameAge ? 1 : 0) -
    (isRoughageTest ? 4 : 0)
  );
}

function countShared(a: readonly string[], b: readonly string[]): number {
  let count = 0;
  for (const value of a) if (b.includes(value)) count += 1;
  return count;
}

/** Pages that link to articles: by page key, the article types and keys, in this order. */
const CONTENT_BY_PAGE_KEY: Readonly<Record<string, readonly string[]>> = {
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

/** Other article types that an article links to after its own type. */
const FURTHER_ARTICLE_KINDS: Readonly<Record<ContentItem['kind'], readonly ContentItem['kind'][]>> = {
  landing: [],
  page: [],
  advice: ['faq', 'blog'],
  blog: ['advice'],
  news: ['blog'],
  faq: ['advice'],
  partner: ['news', 'advice'],
  // The page of a category or of an overview lists its content itself.
  adviceCategory: ['faq'],
  adviceVideo: ['advice'],
  blogOverview: ['blogCategory'],
  blogCategory: [],
};

/** Returns the related content, best first; within a type the newest first. */
export function listRelatedContent(item: ContentItem, all: readonly ContentItem[]): ContentItem[] {
  const wanted =
    item.kind === 'page'
      ? (CONTENT_BY_PAGE_KEY[item.key] ?? [])
      : [item.kind, ...FURTHER_ARTICLE_KINDS[item.kind]];
  const newestFirst = [...all].sort((a, b) => (b.publishedOn ?? '').localeCompare(a.publishedOn ?? ''));
  const found = wanted.flatMap((name) =>
    newestFirst.filter((other) => other.key === name || (other.kind === name && other.kind !== 'page')),
  );
  return [...new Set(found)].filter((other) => other.key !== item.key).slice(0, MAX_RELATED_CONTENT);
}
