import type { CardProduct } from '../store/card-product.ts';

/** Impressions are sent together once no other card has come into sight for this long, in milliseconds. */
export const IMPRESSION_PAUSE_MS = 1000;

/** As much of a card as must be in sight to count as seen. */
const seenShare = 0.5;

/** In a card of a product: tells which one. */
const linkSelector = 'article a[data-compare]';

function getProductId(card: Element): number {
  return Number(card.querySelector<HTMLElement>('a[data-compare]')?.dataset.compare);
}

/** What is told of a product that was seen. */
export interface Impression {
  /** productId */
  readonly id: number;
  readonly name: string;
  /** Euro, VAT included. */
  readonly price: number;
  readonly brand: string;
  /** The product's own category, as its address names it; null where it could not be found out. */
  readonly category: string | null;
  /** The root category that it is in, likewise. */
  readonly productGroup: string | null;
  /** productVariantId of the pack that the list shows. */
  readonly variant: number;
}

export interface ImpressionOptions {
  /** Element with the cards; others may join them at any time. */
  readonly root: HTMLElement;
  readonly brand: string;
  /** What the page knows of a product now; a card of any other product is not counted. */
  readonly findProduct: (productId: number) => CardProduct | undefined;
  readonly findCategory: (categoryId: number) => Promise<CategoryPath>;
  readonly send: (impressions: readonly Impression[]) => void;
}

/** Where a category stands, by the segments of its address. */
export interface CategoryPath {
  readonly category: string | null;
  readonly productGroup: string | null;
}

/**
 * Watches which products of a page come into sight, each once, and tells of them in one go when no other has come into sight for a
 * second.
 *
 * @returns ends it; what was not sent by then never is
 */
export function watchImpressions({
  root,
  brand,
  findProduct,
  findCategory,
  send,
}: ImpressionOptions): () => void {
  const counted = new Set<number>();
  let waiting: CardProduct[] = [];
  let timer: number | undefined;
  let isStopped = false;

  const flush = async () => {
    const seen = waiting;
    waiting = [];
    const impressions = await Promise.all(
      seen.map(async (product): Promise<Impression> => {
        const path = await findCategory(product.categoryId);
        return {
          id: product.productId,
          name: product.title,
          price: product.price.amountInclVat / 100,
          brand,
          ...path,
          variant: product.productVariantId,
        };
      }),
    );
    if (!isStopped) send(impressions);
  };

  const intersections = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) continue;
        const product = findProduct(getProductId(target));
        if (!product || counted.has(product.productId)) continue;
        counted.add(product.productId);
        intersections.unobserve(target);
        waiting.push(product);
        window.clearTimeout(timer);
        timer = window.setTimeout(flush, IMPRESSION_PAUSE_MS);
      }
    },
    { threshold: seenShare },
  );
  // Observing an element twice is observing it once.
  const observeCards = () => {
    for (const link of root.querySelectorAll(linkSelector)) {
      const card = link.closest('article');
      if (card && !counted.has(getProductId(card))) intersections.observe(card);
    }
  };
  const mutations = new MutationObserver(observeCards);
  observeCards();
  mutations.observe(root, { childList: true, subtree: true });

  return () => {
    isStopped = true;
    window.clearTimeout(timer);
    intersections.disconnect();
    mutations.disconnect();
  };
}
