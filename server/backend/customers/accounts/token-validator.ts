import type { CallInput } from '../../../../shared/contract/calls.ts';
import { HOUR_MS } from '../../../../shared/rules/durations.ts';
import type { Database } from '../../core/database/database.ts';
import { ProblemError } from '../../core/http/problem-error.ts';
import { defineLimits, type Limiter } from '../../core/limits/limiter.ts';
import { hashToken } from '../../core/security/token.ts';
import type { ScopedContext } from '../../sites/scoped-call.ts';
import { findAccount } from './queries.ts';
import { findToken, type TokenKind, type TokenRecord } from './token-queries.ts';
import type { AccountRecord } from './types.ts';

/** Limits wrong tokens per visitor. Tokens are random, so many wrong ones indicate guessing. */
export const tokenRateLimits = defineLimits('account tokens', {
  wrongPerVisitor: { maxAttempts: 30, windowMs: HOUR_MS },
  closedPerVisitor: { maxAttempts: 30, windowMs: HOUR_MS },
});

/** Token kinds that each call accepts, by the action of the page behind the link. */
export const tokenKindsByPurpose = {
  confirm: ['confirm', 'email-change', 'email-undo'],
  reset: ['reset'],
} as const satisfies Readonly<
  Record<CallInput<'checkAccountLink'>['query']['purpose'], readonly TokenKind[]>
>;

/** A token with the account id from its link. */
interface PresentedToken {
  /** Account id from the link: a token cannot be used for another account. */
  readonly userId: string;
  readonly token: string;
  readonly kinds: readonly TokenKind[];
}

interface TokenWithAccount {
  readonly token: TokenRecord;
  readonly account: AccountRecord;
}

/** Validates the tokens of mailed links that callers present. */
export interface TokenValidator {
  /**
   * Returns a token and its account. Looks the token up by its hash, so that timing reveals nothing about it.
   *
   * @throws ProblemError `token_invalid` if the token was never mailed, or belongs to another account, site
   * or kind
   */
  find(context: ScopedContext, presented: PresentedToken): Promise<TokenWithAccount>;
  /**
   * Returns whether a token can be used, without changing it. Returns false for used, expired and unknown
   * tokens alike.
   *
   * @throws ProblemError `too_many_attempts` if the visitor has presented many unusable tokens
   */
  isOpen(context: ScopedContext, presented: PresentedToken, now: Date): Promise<boolean>;
  /**
   * Reads the token again in a transaction that has locked its account. Every change of a token locks the
   * account first.
   */
  reload(transaction: Database, tokenHash: string): Promise<TokenRecord | undefined>;
  /** @throws ProblemError `token_expired` if the token was used or has expired */
  assertOpen(token: TokenRecord, now: Date): void;
}

/** Creates the token validation. */
export function createTokenValidator({
  database,
  limiter,
}: {
  readonly database: Database;
  readonly limiter: Limiter;
}): TokenValidator {
  async function findPresentedToken(
    { site }: Pick<ScopedContext, 'site'>,
    presented: PresentedToken,
  ): Promise<TokenWithAccount | null> {
    const token = await findToken(database, hashToken(presented.token));
    const account = token && (await findAccount(database, token.accountId));
    const matchesLink =
      account?.accountId === presented.userId.toLowerCase() && account.siteId === site.site.siteId;
    return token && account && matchesLink && presented.kinds.includes(token.kind)
      ? { token, account }
      : null;
  }

  const isUsable = ({ usedAt, expiresAt }: TokenRecord, now: Date): boolean =>
    usedAt === null && expiresAt > now;

  return {
    async find(context, presented) {
      const found = await findPresentedToken(context, presented);
      if (found) return found;
      await limiter.takeForAddress(tokenRateLimits.wrongPerVisitor, context.visitorAddress);
      throw new ProblemError('token_invalid');
    },
    async isOpen(context, presented, now) {
      const found = await findPresentedToken(context, presented);
      if (found && isUsable(found.token, now)) return true;
      await limiter.takeForAddress(tokenRateLimits.closedPerVisitor, context.visitorAddress);
      return false;
    },
    reload: findToken,
    assertOpen(token, now) {
      if (!isUsable(token, now)) throw new ProblemError('token_expired');
    },
  };
}
