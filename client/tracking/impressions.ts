import type { ListedProduct } from '../store/listed-product.ts';

/**
 * Debounce delay in milliseconds: impressions are sent together when no other card has become visible for
 * this time.
 */
export const IMPRESSION_PAUSE_MS = 1000;

/** Share of a card that must be visible to count as seen. */
const minVisibleShare = 0.5;

/** Link in a product card that contains the product id. */
const productLinkSelector = 'article a[data-compare]';

function getProductId(card: Element): number {
  return Number(card.querySelector<HTMLElement>('a[data-compare]')?.dataset.compare);
}

/** Tracked data of a visible product. */
export interface Impression {
  /** productId */
  readonly id: number;
  readonly name: string;
  /** Price in euro including VAT. */
  readonly price: number;
  readonly brand: string;
  /** Category of the product, as in its URL; null if it is unknown. */
  readonly category: string | null;
  /** Root category of the product, as in its URL; null if it is unknown. */
  readonly productGroup: string | null;
  /** productVariantId of the pack that the list shows. */
  readonly variant: number;
}

export interface ImpressionOptions {
  /** Element with the cards. Cards may be added at any time. */
  readonly root: HTMLElement;
  readonly brand: string;
  /** Returns the current product by id. Cards of unknown products are not counted. */
  readonly findProduct: (productId: number) => ListedProduct | undefined;
  readonly findCategory: (categoryId: number) => Promise<CategoryPath>;
  readonly send: (impressions: readonly Impression[]) => void;
}

/** Path of a category, by the segments of its URL. */
export interface CategoryPath {
  readonly category: string | null;
  readonly productGroup: string | null;
}

/**
 * Watches which products of a page become visible, each once, and sends them in one event when no other
 * product has become visible for a second.
 *
 * @returns function that stops watching; pending impressions are dropped
 */
export function watchImpressions({
  root,
  brand,
  findProduct,
  findCategory,
  send,
}: ImpressionOptions): () => void {
  const counted = new Set<number>();
  let waiting: ListedProduct[] = [];
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
    { threshold: minVisibleShare },
  );
  // Observing an element twice has no further effect.
  const observeCards = () => {
    for (const link of root.querySelectorAll(productLinkSelector)) {
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
