import type { CallInput } from '../../../../shared/contract/calls.ts';
import { HOUR_MS } from '../../../../shared/rules/durations.ts';
import type { Database } from '../../database/database.ts';
import type { ScopedContext } from '../../http/call.ts';
import { ProblemError } from '../../http/problem-error.ts';
import { defineLimits, type Limiter } from '../../limits/limiter.ts';
import { hashToken } from '../../security/token.ts';
import { type AccountRecord, findAccount } from './queries.ts';
import { findToken, type TokenKind, type TokenRecord } from './token-queries.ts';

/** Tokens are random: who shows many wrong ones has none. */
export const tokenFlood = defineLimits('account tokens', {
  wrongPerVisitor: { acts: 30, windowMs: HOUR_MS },
  closedPerVisitor: { acts: 30, windowMs: HOUR_MS },
});

/** Kinds of the tokens that a call takes, by what the page of the link does with it. */
export const tokenKindsOf = {
  confirm: ['confirm', 'email-change', 'email-undo'],
  reset: ['reset'],
} as const satisfies Readonly<
  Record<CallInput<'checkAccountLink'>['query']['purpose'], readonly TokenKind[]>
>;

/** A token as its link shows it. */
interface ShownToken {
  /** Of the link: a token opens no other account. */
  readonly userId: string;
  readonly token: string;
  readonly kinds: readonly TokenKind[];
}

interface FoundToken {
  readonly token: TokenRecord;
  readonly account: AccountRecord;
}

/** Tokens of mailed links, as callers show them. */
export interface ShownTokens {
  /**
   * The token with its account. It is looked up by its hash, so that the time of the comparison tells nothing of it.
   *
   * @throws ProblemError `token_invalid` for a token that nobody was mailed, of another account, site or kind
   */
  find(context: ScopedContext, shown: ShownToken): Promise<FoundToken>;
  /**
   * Returns whether a token can be used. Changes nothing of it. A used, an expired and an unknown token are the same: false.
   *
   * @throws ProblemError `too_many_attempts` for a visitor who has shown many that cannot be used
   */
  isOpen(context: ScopedContext, shown: ShownToken, now: Date): Promise<boolean>;
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
  async function findShown(
    { site }: Pick<ScopedContext, 'site'>,
    shown: ShownToken,
  ): Promise<FoundToken | null> {
    const token = await findToken(database, hashToken(shown.token));
    const account = token && (await findAccount(database, token.accountId));
    const isOfLink = account?.accountId === shown.userId.toLowerCase() && account.siteId === site.site.siteId;
    return token && account && isOfLink && shown.kinds.includes(token.kind) ? { token, account } : null;
  }

  const isUsable = ({ usedAt, expiresAt }: TokenRecord, now: Date): boolean =>
    usedAt === null && expiresAt > now;

  return {
    async find(context, shown) {
      const found = await findShown(context, shown);
      if (found) return found;
      await limiter.takeOfVisitor(tokenFlood.wrongPerVisitor, context.visitorAddress);
      throw new ProblemError('token_invalid');
    },
    async isOpen(context, shown, now) {
      const found = await findShown(context, shown);
      if (found && isUsable(found.token, now)) return true;
      await limiter.takeOfVisitor(tokenFlood.closedPerVisitor, context.visitorAddress);
      return false;
    },
    reread: findToken,
    assertOpen(token, now) {
      if (!isUsable(token, now)) throw new ProblemError('token_expired');
    },
  };
}
