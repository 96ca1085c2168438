import { and, desc, eq, gt, gte, inArray, isNull, ne } from 'drizzle-orm';
import type { Database } from '../../core/database/database.ts';
import { accountToken } from './tables.ts';

export type TokenRecord = typeof accountToken.$inferSelect;
export type TokenKind = TokenRecord['kind'];

export async function insertToken(transaction: Database, values: Omit<TokenRecord, 'usedAt'>): Promise<void> {
  await transaction.insert(accountToken).values(values);
}

/** Returns the token of a mailed link, even if it was used or has expired. */
export async function findToken(handle: Database, tokenHash: string): Promise<TokenRecord | undefined> {
  const [row] = await handle.select().from(accountToken).where(eq(accountToken.tokenHash, tokenHash));
  return row;
}

export async function markTokenUsed(transaction: Database, tokenHash: string, now: Date): Promise<void> {
  await transaction.update(accountToken).set({ usedAt: now }).where(eq(accountToken.tokenHash, tokenHash));
}

const createOpenTokenCondition = (accountId: string, now: Date) =>
  and(eq(accountToken.accountId, accountId), isNull(accountToken.usedAt), gt(accountToken.expiresAt, now));

/** Ends the unused links of an account. A page then reports them as expired. */
export async function endTokens(
  transaction: Database,
  accountId: string,
  kinds: readonly TokenKind[],
  now: Date,
): Promise<void> {
  await transaction
    .update(accountToken)
    .set({ expiresAt: now })
    .where(and(createOpenTokenCondition(accountId, now), inArray(accountToken.kind, [...kinds])));
}

/** Ends the undo links of changes that were made after, or together with, the change that was undone. */
export async function endLaterUndoTokens(
  transaction: Database,
  undoToken: TokenRecord,
  now: Date,
): Promise<void> {
  await transaction
    .update(accountToken)
    .set({ expiresAt: now })
    .where(
      and(
        createOpenTokenCondition(undoToken.accountId, now),
        eq(accountToken.kind, 'email-undo'),
        gte(accountToken.createdAt, undoToken.createdAt),
        ne(accountToken.tokenHash, undoToken.tokenHash),
      ),
    );
}

/** Returns the address that an account has requested but not confirmed yet; null if there is none. */
export async function findRequestedEmailAddress(
  handle: Database,
  accountId: string,
  now: Date,
): Promise<string | null> {
  const [row] = await handle
    .select({ emailAddress: accountToken.emailAddress })
    .from(accountToken)
    .where(and(createOpenTokenCondition(accountId, now), eq(accountToken.kind, 'email-change')))
    .orderBy(desc(accountToken.createdAt))
    .limit(1);
  return row?.emailAddress ?? null;
}
