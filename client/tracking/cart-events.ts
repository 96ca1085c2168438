import type { CartState } from '../store/cart.ts';
import type { ShownCalculation, ShownLine } from '../store/fetch-cart.ts';
import type { CategoryPath, Impression } from './impressions.ts';

/** What is told of a line of the cart: a product as of any that was seen, and how many pieces. */
export interface TrackedItem extends Impression {
  readonly quantity: number;
}

/** So many pieces of a line. */
interface Pieces {
  readonly line: ShownLine;
  readonly quantity: number;
}

/** What has come into a cart and what has gone out of it between two states of it. Gifts come and go by themselves, and are neither. */
export function listCartChanges(
  before: Pick<ShownCalculation, 'products'> | null,
  after: Pick<ShownCalculation, 'products'> | null,
): { readonly added: readonly Pieces[]; readonly removed: readonly Pieces[] } {
  const [former = [], current = []] = [before?.products, after?.products];
  const countIn = (lines: readonly ShownLine[], { productVariantId }: ShownLine) =>
    lines.find((known) => known.productVariantId === productVariantId)?.quantity ?? 0;
  const compare = (lines: readonly ShownLine[], others: readonly ShownLine[]) =>
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

async function createItem(
  { line, quantity }: Pieces,
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
 * Tells what this tab puts into the cart and takes out of it. What other tabs do is told by them.
 *
 * @param store the visitor's cart in this tab, and when it changes
 * @param onChange calls when somebody has changed it, told whether another tab has
 * @param options.hasCart there is one to be loaded; where there is none, all of what comes first is new
 * @returns ends it
 */
export function watchCart(
  store: { get(): CartState; subscribe(listener: () => void): () => void },
  onChange: (listener: (isElsewhere: boolean) => void) => () => void,
  options: CartEventOptions & { readonly hasCart: boolean },
): () => void {
  let known = store.get();
  /** This tab has changed the cart, and it is not known yet how. */
  let isOwn = false;
  let isStopped = false;
  const tell = async (event: 'addToCart' | 'removeFromCart', pieces: readonly Pieces[]) => {
    if (pieces.length === 0) return;
    const items = await Promise.all(pieces.map((entry) => createItem(entry, options)));
    if (!isStopped) options.send(event, items);
  };
  const stopChanges = onChange((isElsewhere) => {
    if (!isElsewhere) isOwn = true;
  });
  const stopStates = store.subscribe(() => {
    const state = store.get();
    if (state.status !== 'ready' || state.loaded === known.loaded) return;
    const before = known.loaded.calculatedCart;
    // Before anything was known of it, nobody can say what of it is new.
    const isKnown = known.status !== 'unknown' || known.loaded.cart !== null || !options.hasCart;
    known = state;
    if (!isOwn) return;
    isOwn = false;
    if (!isKnown) return;
    const { added, removed } = listCartChanges(before, state.loaded.calculatedCart);
    void tell('addToCart', added);
    void tell('removeFromCart', removed);
  });
  return () => {
    isStopped = true;
    stopChanges();
    stopStates();
  };
}

/**
 * Tells what is in the cart.
 *
 * @param event 'viewCart' where its page is seen, 'beginCheckout' where the first step of the checkout is
 */
export async function tellCartView(
  event: 'viewCart' | 'beginCheckout',
  calculated: Pick<ShownCalculation, 'products'> | null,
  options: CartEventOptions,
): Promise<void> {
  const lines = calculated?.products ?? [];
  options.send(
    event,
    await Promise.all(lines.map((line) => createItem({ line, quantity: line.quantity }, options))),
  );
}
