import { and, desc, eq, isNotNull, isNull, lt } from 'drizzle-orm';
import type { CallAnswer, CallInput } from '../../../../shared/contract/calls.ts';
import { HOUR_MS, MINUTE_MS } from '../../../../shared/rules/durations.ts';
import { type Actor, commandActor, recordAuditEntry } from '../../core/audit/audit.ts';
import type { Database } from '../../core/database/database.ts';
import { ProblemError } from '../../core/http/problem-error.ts';
import { defineLimits, type Limiter } from '../../core/limits/limiter.ts';
import { createToken, hashToken } from '../../core/security/token.ts';
import { assertSiteSells } from '../../sites/assert-site-sells.ts';
import type { ContextOf } from '../../sites/scoped-call.ts';
import { findCartGiftCard } from '../gift-cards/queries.ts';
import { createCartAnswer } from './create-cart-answer.ts';
import { findCart, insertCartAccess, listCartLines } from './queries.ts';
import { cartAccess, cartImpersonation } from './tables.ts';

/** Lets a staff member view a visitor's cart under a separate id for a limited time. */
export interface ImpersonationService {
  impersonate(
    context: ContextOf<'impersonateCart'>,
    input: CallInput<'impersonateCart'>,
  ): Promise<CallAnswer<'impersonateCart'>>;
}

/** Validity of an unused key in milliseconds. */
export const IMPERSONATION_KEY_VALIDITY_MS = 15 * MINUTE_MS;
/** Validity of the separate cart id in milliseconds. */
export const IMPERSONATION_DURATION_MS = HOUR_MS;

/** Limits wrong keys. Keys are random, so many attempts indicate guessing. */
export const impersonationRateLimits = defineLimits('impersonations', {
  perVisitor: { maxAttempts: 30, windowMs: HOUR_MS },
});

/** Creates the service. */
export function createImpersonationService(deps: {
  readonly database: Database;
  readonly limiter: Limiter;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}): ImpersonationService {
  const { database, limiter, clock } = deps;
  return {
    async impersonate(context, { query: { key } }) {
      assertSiteSells(context);
      await limiter.takeForAddress(impersonationRateLimits.perVisitor, context.visitorAddress);
      const now = new Date(clock());
      const shoppingcartId = createToken();
      const impersonatedUntil = new Date(now.getTime() + IMPERSONATION_DURATION_MS);
      const answer = await database.transaction(
        'impersonate-cart',
        async (transaction) => {
          const [used] = await transaction
            .update(cartImpersonation)
            .set({ usedAt: now })
            .where(and(eq(cartImpersonation.keyHash, hashToken(key)), isNull(cartImpersonation.usedAt)))
            .returning();
          // Unknown, used and expired keys return the same error, and so does a key for a cart of another
          // site.
          if (!used || now.getTime() - used.createdAt.getTime() > IMPERSONATION_KEY_VALIDITY_MS) {
            throw new ProblemError('token_invalid');
          }
          const { cartId } = used;
          const record = await findCart(transaction, cartId);
          if (record?.siteId !== context.site.site.siteId) throw new ProblemError('token_invalid');
          await recordAuditEntry(transaction, {
            actor: commandActor,
            act: 'impersonate',
            resource: 'cart',
            resourceId: cartId,
            now,
          });
          await insertCartAccess(transaction, {
            idHash: hashToken(shoppingcartId),
            cartId,
            impersonatedUntil,
          });
          // The answer is read in the transaction, so that a failure does not use up the key.
          return createCartAnswer(
            record,
            await listCartLines(transaction, cartId),
            await findCartGiftCard(transaction, cartId),
            {
              shoppingcartId,
              impersonatedUntil,
            },
          );
        },
        { signal: context.signal },
      );
      context.setCookie({
        name: 'cart',
        value: shoppingcartId,
        maxAgeSeconds: IMPERSONATION_DURATION_MS / 1000,
      });
      return answer;
    },
  };
}

/**
 * Creates a key for a cart and logs who requested it.
 *
 * @returns the key, and the site and language of the cart; undefined if the cart does not exist
 */
export async function createImpersonationKey(
  transaction: Database,
  { cartId, actor, now }: { readonly cartId: number; readonly actor: Actor; readonly now: Date },
): Promise<{ readonly key: string; readonly siteId: number; readonly languageId: number } | undefined> {
  const record = await findCart(transaction, cartId);
  if (!record) return undefined;
  const key = createToken();
  await recordAuditEntry(transaction, {
    actor,
    act: 'make-impersonation-key',
    resource: 'cart',
    resourceId: cartId,
    now,
  });
  await transaction.insert(cartImpersonation).values({ keyHash: hashToken(key), cartId, createdAt: now });
  return { key, siteId: record.siteId, languageId: record.languageId };
}

/** Lists the keys of the last day, the latest first. */
export async function listKeys(handle: Database): Promise<(typeof cartImpersonation.$inferSelect)[]> {
  return handle
    .select()
    .from(cartImpersonation)
    .orderBy(desc(cartImpersonation.createdAt), cartImpersonation.keyHash)
    .limit(200);
}

/**
 * Revokes a key and, if it was used, the staff member's access to the cart.
 *
 * @returns the number of its cart; undefined if the key does not exist
 */
export async function revokeKey(
  transaction: Database,
  { keyHash, actor, now }: { readonly keyHash: string; readonly actor: Actor; readonly now: Date },
): Promise<number | undefined> {
  const [row] = await transaction
    .delete(cartImpersonation)
    .where(eq(cartImpersonation.keyHash, keyHash))
    .returning({ cartId: cartImpersonation.cartId });
  if (!row) return undefined;
  const { cartId } = row;
  await transaction
    .delete(cartAccess)
    .where(and(eq(cartAccess.cartId, cartId), isNotNull(cartAccess.impersonatedUntil)));
  await recordAuditEntry(transaction, {
    actor,
    act: 'revoke-impersonation-key',
    resource: 'cart',
    resourceId: cartId,
    now,
  });
  return cartId;
}

/** Deletes keys created before a time. */
export async function deleteOldImpersonationKeys(handle: Database, before: Date): Promise<void> {
  await handle.delete(cartImpersonation).where(lt(cartImpersonation.createdAt, before));
}
