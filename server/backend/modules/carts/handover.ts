import { and, eq, isNull, lt } from 'drizzle-orm';
import type { CallAnswer, CallInput } from '../../../../shared/contract/calls.ts';
import type { CartDifference } from '../../../../shared/contract/carts.ts';
import { MAX_LINES } from '../../../../shared/rules/cart/cart-limits.ts';
import { getCartHandoverPath } from '../../../../shared/rules/cart/cart-paths.ts';
import { isTest } from '../../../../shared/rules/cart/goods.ts';
import { getPublicOrigin, type PublicAddress } from '../../../../shared/rules/public-origin.ts';
import type { Database } from '../../database/database.ts';
import type { ContextOf, ScopedContext } from '../../http/call.ts';
import { createNotFound, createValidationFailed, ProblemError } from '../../http/problem-error.ts';
import { defineLimits, type Limiter } from '../../limits/limiter.ts';
import type { SiteDirectory } from '../../scope/site-directory.ts';
import { createToken, hashToken } from '../../security/token.ts';
import { findCartCard } from '../gift-cards/queries.ts';
import type { Goods, ProductService } from '../products/service.ts';
import { findCode } from '../promotions/queries.ts';
import type { CartChanger, CartContext } from './change-cart.ts';
import { createCartAnswer } from './create-cart-answer.ts';
import { joinLines } from './join-lines.ts';
import {
  type CartLine,
  type CartRecord,
  deleteSamples,
  findAccess,
  findCart,
  insertSamples,
  listLines,
  listNames,
  lockCart,
  putLine,
  updateCart,
} from './queries.ts';
import { assertSells, CART_COOKIE_SECONDS, type CartService, CORPORATE } from './service.ts';
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
  readonly carts: CartService;
  readonly products: ProductService;
  readonly sites: SiteDirectory;
  readonly publicAddress: PublicAddress;
  readonly limiter: Limiter;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}): HandoverService {
  const { database, changer, carts, products, sites, publicAddress, limiter } = deps;
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

  /** What its former site asked for the lines of a cart. */
  async function fetchFormerGoods(
    context: ScopedContext,
    source: CartRecord,
    ids: readonly number[],
  ): Promise<readonly Goods[]> {
    const site = await sites.findSite(source.siteId);
    return site ? products.fetchGoods({ ...context, site }, ids) : [];
  }

  async function listDifferences(
    context: ScopedContext,
    source: CartRecord,
    sourceLines: readonly CartLine[],
    goods: readonly Goods[],
  ): Promise<CartDifference[]> {
    const ids = sourceLines.map(({ productVariantId }) => productVariantId);
    const former = new Map(
      (await fetchFormerGoods(context, source, ids)).map(({ summary }) => [
        summary.productVariantId,
        summary,
      ]),
    );
    const current = new Map(goods.map(({ summary }) => [summary.productVariantId, summary]));
    const names = new Map(
      (await listNames(database, context.language.languageId, ids)).map((row) => [
        row.productVariantId,
        row.name,
      ]),
    );
    return ids.flatMap((productVariantId): CartDifference[] => {
      const formerAmount = former.get(productVariantId)?.price.amountInclVat ?? null;
      const found = current.get(productVariantId);
      const currentAmount = found?.price.amountInclVat ?? null;
      const description = found?.title ?? names.get(productVariantId) ?? '';
      const told = { productVariantId, description, formerAmount, currentAmount };
      if (!found) return [{ kind: 'dropped', ...told }];
      return formerAmount === currentAmount ? [] : [{ kind: 'price', ...told }];
    });
  }

  /** Puts the lines of one cart beside those of another. */
  async function join(transaction: Database, cartId: number, lines: readonly CartLine[]): Promise<void> {
    for (const line of joinLines(await listLines(transaction, cartId), lines, MAX_LINES)) {
      const { productVariantId, count, samples, dropped } = line;
      await putLine(transaction, { cartId, productVariantId, count });
      if (!isTest(line)) continue;
      await deleteSamples(transaction, cartId, productVariantId, dropped);
      await insertSamples(transaction, cartId, productVariantId, samples);
    }
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
      const { site, cookies, signal, visitorAddress } = context;
      const now = getNow();
      await limiter.takeOfVisitor(handoverFlood.perVisitor, visitorAddress);
      const handover = await findOpen(context, hashToken(body.token), now);
      const source = await findCart(database, handover.cartId);
      if (!source) throw createNotFound();
      const sourceLines = await listLines(database, source.cartId);
      const goods = await products.fetchGoods(
        context,
        sourceLines.map(({ productVariantId }) => productVariantId),
      );
      const differences = await listDifferences(context, source, sourceLines, goods);
      const { siteId } = site.site;
      const { discountCode } = source;
      const isCodeKnown =
        discountCode !== null &&
        (await findCode(database, { siteId, now: context.now, code: discountCode })) === 'running';
      if (discountCode !== null && !isCodeKnown) {
        const nothing = { productVariantId: null, formerAmount: null, currentAmount: null };
        differences.push({ kind: 'code', description: discountCode, ...nothing });
      }

      const own = cookies.cart === null ? null : await carts.prove(cookies.cart, siteId);
      // An employee who looks at a cart receives none into it.
      const target = own !== null && own.impersonatedUntil === null ? own : await createTarget(context);
      const sold = new Set(goods.map(({ summary }) => summary.productVariantId));
      const cart = await database.transaction(
        'receive-cart',
        async (transaction) => {
          const used = await transaction
            .update(cartHandover)
            .set({ usedAt: now })
            .where(and(eq(cartHandover.tokenHash, handover.tokenHash), isNull(cartHandover.usedAt)))
            .returning({ cartId: cartHandover.cartId });
          // Another one with the same token was quicker.
          if (used.length === 0) throw new ProblemError('token_invalid');
          const record = await lockCart(transaction, target.cartId);
          if (!record) throw createNotFound();
          await join(
            transaction,
            target.cartId,
            sourceLines.filter(({ productVariantId }) => sold.has(productVariantId)),
          );
          await updateCart(transaction, target.cartId, {
            lastModified: now,
            discountCode: record.discountCode ?? (isCodeKnown ? discountCode : null),
            mailCampaignId: record.mailCampaignId ?? source.mailCampaignId,
          });
          // Read in here: a token is not used up for an answer that cannot be given.
          const joined = await findCart(transaction, target.cartId);
          if (!joined) throw createNotFound();
          return createCartAnswer(
            joined,
            await listLines(transaction, target.cartId),
            await findCartCard(transaction, target.cartId),
            target,
          );
        },
        { signal },
      );
      context.setCookie({ name: 'cart', value: target.shoppingcartId, maxAgeSeconds: CART_COOKIE_SECONDS });
      return { cart, differences };
    },
  };

  /** A cart of its own id, so that no id of another site opens it. */
  async function createTarget(context: ContextOf<'receiveCart'>) {
    const { shoppingcartId } = await carts.create(context, { query: {} });
    const target = await findAccess(database, {
      idHash: hashToken(shoppingcartId),
      siteId: context.site.site.siteId,
      now: getNow(),
    });
    if (!target) throw createNotFound();
    return { ...target, shoppingcartId };
  }
}

/** Forgets the hand-overs from before a moment. */
export async function deleteOldHandovers(handle: Database, before: Date): Promise<void> {
  await handle.delete(cartHandover).where(lt(cartHandover.createdAt, before));
}
