import { HOUR_MS } from '../../../../../shared/rules/durations.ts';
import type { Database } from '../../../core/database/database.ts';
import type { VisitorContext } from '../../../core/http/call.ts';
import { createNotFound } from '../../../core/http/problem-error.ts';
import { defineLimits, type Limiter } from '../../../core/limits/limiter.ts';
import type { LinkTokens } from '../../../core/security/link-tokens.ts';
import type { ScopedContext } from '../../../sites/scoped-call.ts';
import { findOrder } from '../queries.ts';
import type { OrderRecord } from '../types.ts';

/**
 * Limits wrong tokens per visitor. Tokens are random, so many wrong ones indicate guessing. A page that polls
 * with the right token is not limited.
 */
export const orderRateLimits = defineLimits('orders', {
  wrongTokensPerVisitor: { maxAttempts: 30, windowMs: HOUR_MS },
  changesPerVisitor: { maxAttempts: 120, windowMs: HOUR_MS },
  /** Limits queries to the payment provider for one payment, when an order page is loaded repeatedly. */
  providerPerPayment: { maxAttempts: 1, windowMs: 3000 },
});

type CallerContext = ScopedContext & Pick<VisitorContext, 'account'>;

/** Finds the orders that a caller may see or change. */
export interface OrderAccess {
  /**
   * Returns an order if the caller may see it.
   *
   * @param token undefined for a signed-in caller, who must own the order
   * @throws ProblemError `not_found` if the order is not of this site or the token is wrong
   */
  findCallerOrder(context: CallerContext, orderId: string, token: string | undefined): Promise<OrderRecord>;
  /** Does the same for calls that change the order. */
  findChangeableOrder(
    context: CallerContext,
    orderId: string,
    token: string | undefined,
  ): Promise<OrderRecord>;
}

/** Creates the access to orders. */
export function createOrderAccess({
  database,
  limiter,
  linkTokens,
}: {
  readonly database: Database;
  readonly limiter: Limiter;
  readonly linkTokens: LinkTokens;
}): OrderAccess {
  const findCallerOrder: OrderAccess['findCallerOrder'] = async (
    { site, visitorAddress, account },
    orderId,
    token,
  ) => {
    const order = await findOrder(database, orderId);
    // Always compared, so that timing does not reveal whether the order exists.
    const isOwn =
      token === undefined
        ? account !== null && order?.accountId === account.accountId
        : linkTokens.isTokenOf({ purpose: 'order', id: orderId }, token, order?.tokenHash ?? null);
    if (order && isOwn && order.siteId === site.site.siteId) return order;
    await limiter.takeForAddress(orderRateLimits.wrongTokensPerVisitor, visitorAddress);
    throw createNotFound();
  };

  return {
    findCallerOrder,

    async findChangeableOrder(context, orderId, token) {
      await limiter.takeForAddress(orderRateLimits.changesPerVisitor, context.visitorAddress);
      return findCallerOrder(context, orderId, token);
    },
  };
}
