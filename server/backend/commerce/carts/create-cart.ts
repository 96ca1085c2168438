import { getNetwork } from '../../../platform/client-network.ts';
import type { Database } from '../../core/database/database.ts';
import type { Limiter } from '../../core/limits/limiter.ts';
import { createToken, hashToken } from '../../core/security/token.ts';
import { lockAccount } from '../../customers/accounts/queries.ts';
import { assertSiteSells } from '../../sites/assert-site-sells.ts';
import { findCartGiftCard } from '../gift-cards/queries.ts';
import type { AccountCartService } from './account-carts.ts';
import { CART_COOKIE_SECONDS } from './cart-cookie.ts';
import { createCartAnswer } from './create-cart-answer.ts';
import { findCart, insertCart, listCartLines } from './queries.ts';
import { cartRateLimits } from './rate-limits.ts';
import type { CartService } from './types.ts';

/** Creates the function that creates carts. */
export function createCartFactory(deps: {
  readonly database: Database;
  readonly accountCarts: AccountCartService;
  readonly limiter: Limiter;
  readonly getNow: () => Date;
}): CartService['create'] {
  const { database, accountCarts, limiter, getNow } = deps;
  return async (context, { query }) => {
    assertSiteSells(context);
    const { site, language, visitorAddress, signal, setCookie } = context;
    await limiter.takeForAddress(cartRateLimits.perVisitor, visitorAddress);
    const now = getNow();
    const { shoppingcartId, record, lines, giftCard } = await database.transaction(
      'create-cart',
      async (transaction) => {
        // If the account was closed in the meantime, the cart becomes a guest's cart.
        const account = context.account && (await lockAccount(transaction, context.account.accountId));
        const own = account && (await accountCarts.open(transaction, account.accountId));
        if (own) {
          const { cartId } = own.record;
          const lines = await listCartLines(transaction, cartId);
          return { ...own, lines, giftCard: await findCartGiftCard(transaction, cartId) };
        }
        const shoppingcartId = createToken();
        const cartId = await insertCart(
          transaction,
          {
            siteId: site.site.siteId,
            languageId: language.languageId,
            created: now,
            lastModified: now,
            storeId: query.storeId ?? null,
            clientIp: visitorAddress === null ? null : getNetwork(visitorAddress),
            mailCampaignId: query.mailCampaignId ?? null,
            accountId: account?.accountId ?? null,
          },
          hashToken(shoppingcartId),
        );
        const record = await findCart(transaction, cartId);
        if (!record) throw new Error('The cart was not inserted');
        return { shoppingcartId, record, lines: [], giftCard: null };
      },
      { signal },
    );
    setCookie({ name: 'cart', value: shoppingcartId, maxAgeSeconds: CART_COOKIE_SECONDS });
    return createCartAnswer(record, lines, giftCard, { shoppingcartId, impersonatedUntil: null });
  };
}
