import type { CartState } from '../store/cart.ts';
import type { CalculatedCartView, CartLineView } from '../store/fetch-cart.ts';
import type { CategoryPath, Impression } from './impressions.ts';

/** Tracked cart line: a product like an impression, with a number of pieces. */
export interface TrackedItem extends Impression {
  readonly quantity: number;
}

/** Number of pieces of a line. */
interface LinePieces {
  readonly line: CartLineView;
  readonly quantity: number;
}

/**
 * Returns the added and removed pieces between two states of a cart. Gifts are added automatically and are
 * ignored.
 */
export function listCartChanges(
  before: Pick<CalculatedCartView, 'products'> | null,
  after: Pick<CalculatedCartView, 'products'> | null,
): { readonly added: readonly LinePieces[]; readonly removed: readonly LinePieces[] } {
  const [former = [], current = []] = [before?.products, after?.products];
  const countIn = (lines: readonly CartLineView[], { productVariantId }: CartLineView) =>
    lines.find((known) => known.productVariantId === productVariantId)?.quantity ?? 0;
  const compare = (lines: readonly CartLineView[], others: readonly CartLineView[]) =>
    lines.flatMap((line) => {
      const quantity = line.quantity - countIn(others, line);
      return quantity > 0 ? [{ line, quantity }] : [];
    });
  return { added: compare(current, former), removed: compare(former, current) };
}

interface CartEventOptions {
  readonly brand: string;
  readonly findCategory: (categoryId: number) => Promise<CategoryPath>;
  readonly send: (
    event: 'viewCart' | 'addToCart' | 'removeFromCart' | 'beginCheckout',
    items: readonly TrackedItem[],
  ) => void;
}

async function createTrackedItem(
  { line, quantity }: LinePieces,
  { brand, findCategory }: CartEventOptions,
): Promise<TrackedItem> {
  const { product } = line;
  return {
    id: product.productId,
    name: product.title,
    price: product.price.amountInclVat / 100,
    brand,
    ...(await findCategory(product.categoryId)),
    variant: product.productVariantId,
    quantity,
  };
}

/**
 * Tracks products that this tab adds to and removes from the cart. Other tabs track their own changes.
 *
 * @param store the visitor's cart in this tab
 * @param onChange subscribes to cart changes; the listener is called with whether another tab made the
 *   change
 * @param options.hasCart whether a cart exists; if not, the contents of the first loaded cart are all new
 * @returns function that stops tracking
 */
export function trackCartChanges(
  store: { get(): CartState; subscribe(listener: () => void): () => void },
  onChange: (listener: (isOtherTab: boolean) => void) => () => void,
  options: CartEventOptions & { readonly hasCart: boolean },
): () => void {
  let known = store.get();
  /** Whether this tab has changed the cart and the new cart is not loaded yet. */
  let isOwnChange = false;
  let isStopped = false;
  const trackPieces = async (event: 'addToCart' | 'removeFromCart', pieces: readonly LinePieces[]) => {
    if (pieces.length === 0) return;
    const items = await Promise.all(pieces.map((entry) => createTrackedItem(entry, options)));
    if (!isStopped) options.send(event, items);
  };
  const stopChanges = onChange((isOtherTab) => {
    if (!isOtherTab) isOwnChange = true;
  });
  const stopStates = store.subscribe(() => {
    const state = store.get();
    if (state.status !== 'ready' || state.loaded === known.loaded) return;
    const before = known.loaded.calculatedCart;
    // Without a previous state the new products are unknown.
    const isKnown = known.status !== 'unknown' || known.loaded.cart !== null || !options.hasCart;
    known = state;
    if (!isOwnChange) return;
    isOwnChange = false;
    if (!isKnown) return;
    const { added, removed } = listCartChanges(before, state.loaded.calculatedCart);
    void trackPieces('addToCart', added);
    void trackPieces('removeFromCart', removed);
  });
  return () => {
    isStopped = true;
    stopChanges();
    stopStates();
  };
}

/**
 * Tracks the contents of the cart.
 *
 * @param event 'viewCart' for the cart page, 'beginCheckout' for the first step of the checkout
 */
export async function trackCartView(
  event: 'viewCart' | 'beginCheckout',
  calculated: Pick<CalculatedCartView, 'products'> | null,
  options: CartEventOptions,
): Promise<void> {
  const lines = calculated?.products ?? [];
  options.send(
    event,
    await Promise.all(lines.map((line) => createTrackedItem({ line, quantity: line.quantity }, options))),
  );
}
