import { and, eq, isNull, lt } from 'drizzle-orm';
import type { CallAnswer, CallInput } from '../../../../shared/contract/calls.ts';
import { getCartHandoverPath } from '../../../../shared/rules/cart/cart-paths.ts';
import { HOUR_MS, MINUTE_MS } from '../../../../shared/rules/durations.ts';
import { getPublicOrigin, type PublicAddress } from '../../../../shared/rules/public-origin.ts';
import { isCorporate } from '../../../../shared/rules/site-type.ts';
import type { ProductService } from '../../catalogue/products/service.ts';
import type { Database } from '../../core/database/database.ts';
import { canAccessCart } from '../../core/http/caller.ts';
import { createNotFound, createValidationFailed, ProblemError } from '../../core/http/problem-error.ts';
import { defineLimits, type Limiter } from '../../core/limits/limiter.ts';
import { createToken, hashToken } from '../../core/security/token.ts';
import { assertSiteSells } from '../../sites/assert-site-sells.ts';
import type { ContextOf, ScopedContext } from '../../sites/scoped-call.ts';
import type { SiteDirectory } from '../../sites/site-directory.ts';
import { findCartGiftCard } from '../gift-cards/queries.ts';
import { CART_COOKIE_SECONDS } from './cart-cookie.ts';
import type { CartChanger, CartContext } from './change-cart.ts';
import { createCartAnswer } from './create-cart-answer.ts';
import {
  type CartRecord,
  findCart,
  findCartAccess,
  insertCartAccess,
  listCartLines,
  lockCart,
} from './queries.ts';
import { cartHandover } from './tables.ts';
import type { TransferLines } from './transfer-lines.ts';
import { writeJoinedLines } from './write-joined-lines.ts';

/**
 * Moves a cart to another site, or shares it with another language of its site. Each has a host with its own
 * cookies and storage.
 */
export interface CartHandoverService {
  handOver(context: CartContext, input: CallInput<'handOverCart'>): Promise<CallAnswer<'handOverCart'>>;
  receive(
    context: ContextOf<'receiveCart'>,
    input: CallInput<'receiveCart'>,
  ): Promise<CallAnswer<'receiveCart'>>;
}

/**
 * Validity in milliseconds of the URL that takes a cart over: to another site, and to another language of the
 * same site.
 */
const HANDOVER_VALIDITY_MS = 5 * MINUTE_MS;
const CART_SHARE_VALIDITY_MS = MINUTE_MS;

export const cartHandoverRateLimits = defineLimits('cart hand-overs', {
  perCart: { maxAttempts: 30, windowMs: HOUR_MS },
  perVisitor: { maxAttempts: 60, windowMs: HOUR_MS },
});

type CartHandoverRecord = typeof cartHandover.$inferSelect;

/** Creates the service. */
export function createCartHandoverService(deps: {
  readonly database: Database;
  readonly changer: CartChanger;
  readonly transferLines: TransferLines;
  readonly products: ProductService;
  readonly sites: SiteDirectory;
  readonly publicAddress: PublicAddress;
  readonly limiter: Limiter;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}): CartHandoverService {
  const { database, changer, transferLines, products, sites, publicAddress, limiter } = deps;
  const getNow = () => new Date(deps.clock());

  /** @throws ProblemError if this site has no such hand-over, or it was used or has expired */
  async function findUnusedHandover(
    { site }: ScopedContext,
    tokenHash: string,
    now: Date,
  ): Promise<{ readonly handover: CartHandoverRecord; readonly source: CartRecord }> {
    const [found] = await database.select().from(cartHandover).where(eq(cartHandover.tokenHash, tokenHash));
    if (!found || found.siteId !== site.site.siteId || found.usedAt !== null) {
      throw new ProblemError('token_invalid');
    }
    const source = await findCart(database, found.cartId);
    if (!source) throw createNotFound();
    const limitMs = source.siteId === found.siteId ? CART_SHARE_VALIDITY_MS : HANDOVER_VALIDITY_MS;
    if (now.getTime() - found.createdAt.getTime() > limitMs) throw new ProblemError('token_expired');
    return { handover: found, source };
  }

  /** @throws ProblemError if another request has used the same token */
  async function markUsed(
    transaction: Database,
    { tokenHash }: CartHandoverRecord,
    now: Date,
  ): Promise<void> {
    const updatedRows = await transaction
      .update(cartHandover)
      .set({ usedAt: now })
      .where(and(eq(cartHandover.tokenHash, tokenHash), isNull(cartHandover.usedAt)))
      .returning({ cartId: cartHandover.cartId });
    if (updatedRows.length === 0) throw new ProblemError('token_invalid');
  }

  /**
   * Opens the same cart on the host of another language of its site. The cart of that host is merged into it.
   */
  async function openOnOtherHost(
    context: ContextOf<'receiveCart'>,
    handover: CartHandoverRecord,
    now: Date,
  ): Promise<CallAnswer<'receiveCart'>> {
    const { site, cookies, account, signal } = context;
    const { cartId } = handover;
    const shoppingcartId = createToken();
    const own =
      cookies.cart === null
        ? undefined
        : await findCartAccess(database, { idHash: hashToken(cookies.cart), siteId: site.site.siteId, now });
    const shouldMerge =
      own !== undefined &&
      own.cartId !== cartId &&
      own.impersonatedUntil === null &&
      !own.isOrdered &&
      canAccessCart(own, account);
    const cart = await database.transaction(
      'receive-cart',
      async (transaction) => {
        await markUsed(transaction, handover, now);
        const record = await lockCart(transaction, cartId);
        // A concurrent request may have ordered the cart or assigned it to an account.
        if (!record || record.orderedAt !== null || record.accountId !== null) throw createNotFound();
        if (shouldMerge)
          await writeJoinedLines(transaction, cartId, await listCartLines(transaction, own.cartId));
        await insertCartAccess(transaction, {
          idHash: hashToken(shoppingcartId),
          cartId,
          impersonatedUntil: null,
        });
        return createCartAnswer(
          record,
          await listCartLines(transaction, cartId),
          await findCartGiftCard(transaction, cartId),
          { shoppingcartId, impersonatedUntil: null },
        );
      },
      { signal },
    );
    context.setCookie({ name: 'cart', value: shoppingcartId, maxAgeSeconds: CART_COOKIE_SECONDS });
    return { cart, differences: [] };
  }

  /** Returns the price of one piece of each line on the former site. */
  async function fetchFormerAmounts(
    context: ScopedContext,
    source: CartRecord,
    ids: readonly number[],
  ): Promise<Map<number, number>> {
    const site = await sites.findSite(source.siteId);
    const goods = site ? await products.fetchCartVariants({ ...context, site }, ids) : [];
    return new Map(goods.map(({ summary }) => [summary.productVariantId, summary.price.amountInclVat]));
  }

  return {
    async handOver(context, { body }) {
      const site = await sites.findSite(body.siteId);
      const language = site?.languages.find(({ languageId }) => languageId === body.languageId);
      const isSameSite = body.siteId === context.site.site.siteId;
      // An id given to a staff member expires; a new id for another host would not.
      const isPossible = isSameSite
        ? body.languageId !== context.language.languageId && context.cart.impersonatedUntil === null
        : site !== undefined && !isCorporate(site.site);
      if (!site || !language || !isPossible) {
        throw createValidationFailed([{ field: 'siteId', code: 'unknown' }]);
      }
      await limiter.take(cartHandoverRateLimits.perCart, context.cart.cartId);
      const token = createToken();
      await changer.change(context, 'hand-over', async (transaction, { cartId }) => {
        await transaction.insert(cartHandover).values({
          tokenHash: hashToken(token),
          cartId,
          ...body,
          createdAt: getNow(),
        });
      });
      const locale = (await sites.findLanguage(body.languageId))?.code ?? 'en';
      const origin = getPublicOrigin(language.domain, publicAddress);
      return { url: `${origin}${getCartHandoverPath(locale)}#${token}` };
    },

    async receive(context, { body }) {
      assertSiteSells(context);
      const now = getNow();
      await limiter.takeForAddress(cartHandoverRateLimits.perVisitor, context.visitorAddress);
      const { handover, source } = await findUnusedHandover(context, hashToken(body.token), now);
      // A session is only known on its own host. From there the goods of an account go into a guest's cart;
      // the goods of a guest go into the cart of the account that is signed in here.
      const isGuestCart = source.accountId === null && context.account === null;
      if (source.siteId === context.site.site.siteId && isGuestCart) {
        return openOnOtherHost(context, handover, now);
      }
      const lines = await listCartLines(database, source.cartId);
      const ids = lines.map(({ productVariantId }) => productVariantId);
      const { discountCode, mailCampaignId } = source;
      const formerAmounts = await fetchFormerAmounts(context, source, ids);
      return transferLines(context, { lines, formerAmounts, discountCode, mailCampaignId }, (transaction) =>
        markUsed(transaction, handover, now),
      );
    },
  };
}

/** Deletes hand-overs created before a time. */
export async function deleteOldCartHandovers(handle: Database, before: Date): Promise<void> {
  await handle.delete(cartHandover).where(lt(cartHandover.createdAt, before));
}
