import { and, eq, isNull, lt } from 'drizzle-orm';
import type { CallAnswer, CallInput } from '../../../../shared/contract/calls.ts';
import { getCartHandoverPath } from '../../../../shared/rules/cart/cart-paths.ts';
import { getPublicOrigin, type PublicAddress } from '../../../../shared/rules/public-origin.ts';
import type { Database } from '../../database/database.ts';
import type { ContextOf, ScopedContext } from '../../http/call.ts';
import { createNotFound, createValidationFailed, ProblemError } from '../../http/problem-error.ts';
import { defineLimits, type Limiter } from '../../limits/limiter.ts';
import type { SiteDirectory } from '../../scope/site-directory.ts';
import { createToken, hashToken } from '../../security/token.ts';
import type { ProductService } from '../products/service.ts';
import type { CartChanger, CartContext } from './change-cart.ts';
import { type CartRecord, findCart, listLines } from './queries.ts';
import type { ReceiveLines } from './receive-lines.ts';
import { assertSells, CORPORATE } from './service.ts';
import { cartHandover } from './tables.ts';

/** Brings a cart from one site to another one, whose host has cookies and storage of its own. */
export interface HandoverService {
  handOver(context: CartContext, input: CallInput<'handOverCart'>): Promise<CallAnswer<'handOverCart'>>;
  receive(
    context: ContextOf<'receiveCart'>,
    input: CallInput<'receiveCart'>,
  ): Promise<CallAnswer<'receiveCart'>>;
}

/** How long the address that takes a cart over works. */
const HANDOVER_MS = 5 * 60_000;
const HOUR_MS = 3_600_000;

export const handoverFlood = defineLimits('cart hand-overs', {
  perCart: { acts: 30, windowMs: HOUR_MS },
  perVisitor: { acts: 60, windowMs: HOUR_MS },
});

type Handover = typeof cartHandover.$inferSelect;

/** Makes the service. */
export function createHandoverService(deps: {
  readonly database: Database;
  readonly changer: CartChanger;
  readonly receiveLines: ReceiveLines;
  readonly products: ProductService;
  readonly sites: SiteDirectory;
  readonly publicAddress: PublicAddress;
  readonly limiter: Limiter;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}): HandoverService {
  const { database, changer, receiveLines, products, sites, publicAddress, limiter } = deps;
  const getNow = () => new Date(deps.clock());

  /** @throws ProblemError where there is no such hand-over to this site, it was used, or is over */
  async function findOpen({ site }: ScopedContext, tokenHash: string, now: Date): Promise<Handover> {
    const [found] = await database.select().from(cartHandover).where(eq(cartHandover.tokenHash, tokenHash));
    if (!found || found.siteId !== site.site.siteId || found.usedAt !== null) {
      throw new ProblemError('token_invalid');
    }
    if (now.getTime() - found.createdAt.getTime() > HANDOVER_MS) throw new ProblemError('token_expired');
    return found;
  }

  /** What its former site asks for one piece of each line of a cart. */
  async function fetchFormerAmounts(
    context: ScopedContext,
    source: CartRecord,
    ids: readonly number[],
  ): Promise<Map<number, number>> {
    const site = await sites.findSite(source.siteId);
    const goods = site ? await products.fetchGoods({ ...context, site }, ids) : [];
    return new Map(goods.map(({ summary }) => [summary.productVariantId, summary.price.amountInclVat]));
  }

  return {
    async handOver(context, { body }) {
      const site = await sites.findSite(body.siteId);
      const language = site?.languages.find(({ languageId }) => languageId === body.languageId);
      const isOther = body.siteId !== context.site.site.siteId;
      if (!site || !language || !isOther || site.site.type === CORPORATE) {
        throw createValidationFailed([{ field: 'siteId', code: 'unknown' }]);
      }
      await limiter.take(handoverFlood.perCart, context.cart.cartId);
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
      assertSells(context);
      const now = getNow();
      await limiter.takeOfVisitor(handoverFlood.perVisitor, context.visitorAddress);
      const handover = await findOpen(context, hashToken(body.token), now);
      const source = await findCart(database, handover.cartId);
      if (!source) throw createNotFound();
      const lines = await listLines(database, source.cartId);
      const ids = lines.map(({ productVariantId }) => productVariantId);
      const { discountCode, mailCampaignId } = source;
      const formerAmounts = await fetchFormerAmounts(context, source, ids);
      return receiveLines(
        context,
        { lines, formerAmounts, discountCode, mailCampaignId },
        async (transaction) => {
          const used = await transaction
            .update(cartHandover)
            .set({ usedAt: now })
            .where(and(eq(cartHandover.tokenHash, handover.tokenHash), isNull(cartHandover.usedAt)))
            .returning({ cartId: cartHandover.cartId });
          // Another one with the same token was quicker.
          if (used.length === 0) throw new ProblemError('token_invalid');
        },
      );
    },
  };
}

/** Forgets the hand-overs from before a moment. */
export async function deleteOldHandovers(handle: Database, before: Date): Promise<void> {
  await handle.delete(cartHandover).where(lt(cartHandover.createdAt, before));
}
