import type { Database } from '../../database/database.ts';
import type { ScopedContext } from '../../http/call.ts';
import { ProblemError } from '../../http/problem-error.ts';
import { defineLimits, type Limiter } from '../../limits/limiter.ts';
import { hashToken } from '../../security/token.ts';
import { type AccountRecord, findAccount } from './queries.ts';
import { findToken, type TokenKind, type TokenRecord } from './token-queries.ts';

/** Tokens are random: who shows many wrong ones has none. */
export const tokenFlood = defineLimits('account tokens', {
  wrongPerVisitor: { acts: 30, windowMs: 3_600_000 },
});

/** Tokens of mailed links, as callers show them. */
export interface ShownTokens {
  /**
   * The token with its account. It is looked up by its hash, so that the time of the comparison tells nothing of it.
   *
   * @param shown.userId of the link: a token opens no other account
   * @throws ProblemError `token_invalid` for a token that nobody was mailed, of another account, site or kind
   */
  find(
    context: ScopedContext,
    shown: { readonly userId: string; readonly token: string; readonly kinds: readonly TokenKind[] },
  ): Promise<{ readonly token: TokenRecord; readonly account: AccountRecord }>;
  /** The same token within a transaction that has locked its account: whatever changes one locks the account first. */
  reread(transaction: Database, tokenHash: string): Promise<TokenRecord | undefined>;
  /** @throws ProblemError `token_expired` for one that was used, or is over */
  assertOpen(token: TokenRecord, now: Date): void;
}

/** Makes it. */
export function createShownTokens({
  database,
  limiter,
}: {
  readonly database: Database;
  readonly limiter: Limiter;
}): ShownTokens {
  return {
    async find({ site, visitorAddress }, shown) {
      const token = await findToken(database, hashToken(shown.token));
      const account = token && (await findAccount(database, token.accountId));
      if (
        token &&
        account &&
        account.accountId === shown.userId.toLowerCase() &&
        account.siteId === site.site.siteId &&
        shown.kinds.includes(token.kind)
      ) {
        return { token, account };
      }
      await limiter.takeOfVisitor(tokenFlood.wrongPerVisitor, visitorAddress);
      throw new ProblemError('token_invalid');
    },
    reread: findToken,
    assertOpen({ usedAt, expiresAt }, now) {
      if (usedAt !== null || expiresAt <= now) throw new ProblemError('token_expired');
    },
  };
}
