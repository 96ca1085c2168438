import type { Cart, CartDifference } from '../../../../shared/contract/carts.ts';
import { listVariantNames } from '../../catalogue/products/queries.ts';
import type { CartVariant, ProductService } from '../../catalogue/products/service.ts';
import { findCode } from '../../catalogue/promotions/queries.ts';
import type { Database } from '../../core/database/database.ts';
import type { VisitorContext } from '../../core/http/call.ts';
import { type CallerCart, canAccessCart } from '../../core/http/caller.ts';
import { createNotFound } from '../../core/http/problem-error.ts';
import { hashToken } from '../../core/security/token.ts';
import type { ScopedContext } from '../../sites/scoped-call.ts';
import { findCartGiftCard } from '../gift-cards/queries.ts';
import { CART_COOKIE_SECONDS } from './cart-cookie.ts';
import { createCartAnswer } from './create-cart-answer.ts';
import type { JoinableLine } from './join-lines.ts';
import {
  type CartChange,
  type CartRecord,
  findCart,
  findCartAccess,
  listCartLines,
  lockCart,
  updateCart,
} from './queries.ts';
import type { CartService } from './types.ts';
import { writeJoinedLines } from './write-joined-lines.ts';

/** Goods that are added to a visitor's cart from another site's cart or from an order. */
export interface TransferredLines {
  readonly lines: readonly JoinableLine[];
  /**
   * Former price of one piece of a variant in euro cents incl. VAT; missing if the variant is no longer sold
   * there.
   */
  readonly formerAmounts: ReadonlyMap<number, number>;
  readonly discountCode: string | null;
  readonly mailCampaignId: string | null;
  /** Details of the source order. The cart only takes those that it does not have. */
  readonly details?: CartDetails;
}

/** Customer, delivery and payment method of a cart. */
export type CartDetails = Pick<
  CartChange,
  | 'billing'
  | 'shipping'
  | 'alternativeShippingAddress'
  | 'dealerId'
  | 'parcelShopId'
  | 'parcelShopZipcodeOrCity'
  | 'paymentMethodId'
  | 'issuer'
>;

/**
 * Returns the order details that a cart takes over. Customer and delivery are taken together, so that no
 * parcel goes to the address of another person.
 */
function fillEmptyDetails(record: CartRecord, details: CartDetails): CartDetails {
  const { paymentMethodId, issuer, ...addresses } = details;
  const isEmpty = [
    record.billing,
    record.shipping,
    record.alternativeShippingAddress,
    record.dealerId,
    record.parcelShopId,
  ].every((value) => value === null);
  return {
    ...(isEmpty && addresses),
    ...(record.paymentMethodId === null && { paymentMethodId, issuer }),
  };
}

/**
 * Adds goods that the site sells to the cart in the visitor's cookie, or to a new one, and reports the
 * differences.
 *
 * @param before work in the same transaction that must succeed first
 */
export type TransferLines = (
  context: ScopedContext & VisitorContext,
  received: TransferredLines,
  before?: (transaction: Database) => Promise<void>,
) => Promise<{ readonly cart: Cart; readonly differences: CartDifference[] }>;

/** Creates the function that receives goods. */
export function createTransferLines(deps: {
  readonly database: Database;
  readonly carts: CartService;
  readonly products: ProductService;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}): TransferLines {
  const { database, carts, products } = deps;
  const getNow = () => new Date(deps.clock());

  async function listDifferences(
    { language }: ScopedContext,
    { lines, formerAmounts }: TransferredLines,
    goods: readonly CartVariant[],
  ): Promise<CartDifference[]> {
    const ids = lines.map(({ productVariantId }) => productVariantId);
    const current = new Map(goods.map(({ summary }) => [summary.productVariantId, summary]));
    const names = new Map(
      (await listVariantNames(database, language.languageId, ids)).map((row) => [
        row.productVariantId,
        row.name,
      ]),
    );
    return ids.flatMap((productVariantId): CartDifference[] => {
      const formerAmount = formerAmounts.get(productVariantId) ?? null;
      const found = current.get(productVariantId);
      const currentAmount = found?.price.amountInclVat ?? null;
      const description = found?.title ?? names.get(productVariantId) ?? '';
      const told = { productVariantId, description, formerAmount, currentAmount };
      if (!found) return [{ kind: 'dropped', ...told }];
      return formerAmount === currentAmount ? [] : [{ kind: 'price', ...told }];
    });
  }

  /** Creates a cart with a new id, so that no id from another site opens it. */
  async function createTarget(context: ScopedContext & VisitorContext): Promise<CallerCart> {
    const { shoppingcartId } = await carts.create(context, { query: {} });
    const target = await findCartAccess(database, {
      idHash: hashToken(shoppingcartId),
      siteId: context.site.site.siteId,
      now: getNow(),
    });
    if (!target) throw createNotFound();
    return { ...target, shoppingcartId };
  }

  return async (context, received, before) => {
    const { site, cookies, signal } = context;
    const { siteId } = site.site;
    const { lines, discountCode, mailCampaignId, details } = received;
    const goods = await products.fetchCartVariants(
      context,
      lines.map(({ productVariantId }) => productVariantId),
    );
    const differences = await listDifferences(context, received, goods);
    const isCodeKnown =
      discountCode !== null &&
      (await findCode(database, { siteId, now: context.now, code: discountCode })) === 'running';
    if (discountCode !== null && !isCodeKnown) {
      const nothing = { productVariantId: null, formerAmount: null, currentAmount: null };
      differences.push({ kind: 'code', description: discountCode, ...nothing });
    }

    const own = cookies.cart === null ? null : await carts.findCallerCart(cookies.cart, siteId);
    // Goods are not added to a cart that a staff member views, to an ordered cart, or to another account's
    // cart.
    const isOwn =
      own !== null && own.impersonatedUntil === null && !own.isOrdered && canAccessCart(own, context.account);
    const target = isOwn ? own : await createTarget(context);
    const sold = new Set(goods.map(({ summary }) => summary.productVariantId));
    const cart = await database.transaction(
      'receive-cart',
      async (transaction) => {
        await before?.(transaction);
        const record = await lockCart(transaction, target.cartId);
        if (!record) throw createNotFound();
        await writeJoinedLines(
          transaction,
          target.cartId,
          lines.filter(({ productVariantId }) => sold.has(productVariantId)),
        );
        await updateCart(transaction, target.cartId, {
          lastModified: getNow(),
          discountCode: record.discountCode ?? (isCodeKnown ? discountCode : null),
          mailCampaignId: record.mailCampaignId ?? mailCampaignId,
          ...(details && fillEmptyDetails(record, details)),
        });
        // The answer is read in the transaction, so that a failure does not use up the token.
        const joined = await findCart(transaction, target.cartId);
        if (!joined) throw createNotFound();
        return createCartAnswer(
          joined,
          await listCartLines(transaction, target.cartId),
          await findCartGiftCard(transaction, target.cartId),
          target,
        );
      },
      { signal },
    );
    context.setCookie({ name: 'cart', value: target.shoppingcartId, maxAgeSeconds: CART_COOKIE_SECONDS });
    return { cart, differences };
  };
}
