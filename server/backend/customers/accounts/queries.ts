import {
  and,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  notExists,
  or,
  sql,
} from 'drizzle-orm';
import type { Address } from '../../../../shared/contract/addresses.ts';
import type { Database } from '../../core/database/database.ts';
import { memoizePerHandle } from '../../core/database/memoize-per-handle.ts';
import type { KeyUsageCount } from '../../core/security/key-ring.ts';
import { createPasswordKeyIdExpression } from '../../core/security/password-key-id.ts';
import type { AccountOrders } from './account-ports.ts';
import { account, accountAddress, accountRequest, accountSession, accountToken } from './tables.ts';
import type { AccountRecord } from './types.ts';

export type AccountChanges = Partial<Omit<typeof account.$inferInsert, 'accountId' | 'siteId' | 'createdAt'>>;
export type SessionRecord = typeof accountSession.$inferSelect;

/**
 * Counts the passwords of accounts and pending registrations by the id of the key that they are hashed with.
 */
export async function countPasswordsByKey(handle: Database): Promise<KeyUsageCount[]> {
  const registered = sql`${accountRequest.registration} ->> 'passwordHash'`;
  const [accounts, requests] = [
    await handle
      .select({ keyId: createPasswordKeyIdExpression(account.passwordHash), count: count() })
      .from(account)
      .where(isNotNull(account.passwordHash))
      .groupBy(sql`1`),
    await handle
      .select({ keyId: createPasswordKeyIdExpression(registered), count: count() })
      .from(accountRequest)
      .where(isNotNull(accountRequest.registration))
      .groupBy(sql`1`),
  ];
  return [...accounts, ...requests];
}

/** Returns an account of a site by its address in normal form. */
export async function findAccountByEmailAddress(
  handle: Database,
  siteId: number,
  emailAddress: string,
): Promise<AccountRecord | undefined> {
  const [row] = await handle
    .select()
    .from(account)
    .where(and(eq(account.siteId, siteId), eq(account.emailAddress, emailAddress)));
  return row;
}

/** Returns an account of any site by its id. */
export async function findAccount(handle: Database, accountId: string): Promise<AccountRecord | undefined> {
  const [row] = await handle.select().from(account).where(eq(account.accountId, accountId));
  return row;
}

/**
 * Lists the stored addresses of an account: its own, its delivery addresses, and that of its latest order.
 */
export async function listStoredAddresses(
  handle: Database,
  accountId: string,
  { findLatestBilling }: Pick<AccountOrders, 'findLatestBilling'>,
): Promise<Address[]> {
  const saved = await handle
    .select({ recipient: accountAddress.recipient })
    .from(accountAddress)
    .where(eq(accountAddress.accountId, accountId));
  const [record, latest] = await Promise.all([
    findAccount(handle, accountId),
    findLatestBilling(handle, accountId),
  ]);
  const { address, shipping, alternativeShippingAddress } = record ?? {};
  return [
    address,
    shipping?.address,
    alternativeShippingAddress?.address,
    latest?.address,
    ...saved.map(({ recipient }) => recipient.address),
  ].filter((stored) => stored != null);
}

/** Returns an account by its id and locks it until the transaction ends. */
export async function lockAccount(
  transaction: Database,
  accountId: string,
): Promise<AccountRecord | undefined> {
  const [row] = await transaction
    .select()
    .from(account)
    .where(eq(account.accountId, accountId))
    .for('update');
  return row;
}

/** @returns false if the site already has an account with this address */
export async function insertAccount(
  transaction: Database,
  values: typeof account.$inferInsert,
): Promise<boolean> {
  const rows = await transaction
    .insert(account)
    .values(values)
    .onConflictDoNothing()
    .returning({ accountId: account.accountId });
  return rows.length > 0;
}

export async function updateAccount(
  transaction: Database,
  accountId: string,
  changes: AccountChanges,
): Promise<void> {
  await transaction.update(account).set(changes).where(eq(account.accountId, accountId));
}

const prepareSessionQuery = memoizePerHandle((handle) =>
  handle
    .select({
      accountSessionId: accountSession.accountSessionId,
      accountId: accountSession.accountId,
      createdAt: accountSession.createdAt,
      lastSeenAt: accountSession.lastSeenAt,
      authenticatedAt: accountSession.authenticatedAt,
      isKept: accountSession.isKept,
    })
    .from(accountSession)
    .innerJoin(account, eq(account.accountId, accountSession.accountId))
    .where(
      and(
        eq(accountSession.tokenHash, sql.placeholder('tokenHash')),
        eq(account.siteId, sql.placeholder('siteId')),
      ),
    )
    .prepare('find_account_session'),
);

export type FoundSession = Pick<
  SessionRecord,
  'accountSessionId' | 'accountId' | 'createdAt' | 'lastSeenAt' | 'authenticatedAt' | 'isKept'
>;

/** Returns the session of a token on a site, expired or not. */
export async function findSession(
  handle: Database,
  session: { readonly tokenHash: string; readonly siteId: number },
): Promise<FoundSession | undefined> {
  const [row] = await prepareSessionQuery(handle).execute(session);
  return row;
}

export async function insertSession(
  transaction: Database,
  values: typeof accountSession.$inferInsert,
): Promise<void> {
  await transaction.insert(accountSession).values(values);
}

export async function updateSession(
  handle: Database,
  accountSessionId: string,
  changes: Partial<
    Pick<SessionRecord, 'lastSeenAt' | 'tokenHash' | 'authenticatedAt' | 'handoverHash' | 'handoverAt'>
  >,
): Promise<void> {
  await handle
    .update(accountSession)
    .set(changes)
    .where(eq(accountSession.accountSessionId, accountSessionId));
}

/** Lists the sessions of an account, the one last seen first. */
export async function listSessions(handle: Database, accountId: string): Promise<SessionRecord[]> {
  return handle
    .select()
    .from(accountSession)
    .where(eq(accountSession.accountId, accountId))
    .orderBy(desc(accountSession.lastSeenAt), accountSession.accountSessionId);
}

/** Returns the account of a session by the session id. */
export async function findSessionAccountId(
  handle: Database,
  accountSessionId: string,
): Promise<string | undefined> {
  const [row] = await handle
    .select({ accountId: accountSession.accountId })
    .from(accountSession)
    .where(eq(accountSession.accountSessionId, accountSessionId));
  return row?.accountId;
}

/**
 * Consumes the pending hand-over of a session.
 *
 * @param handover.since earliest creation time of a valid hand-over
 * @returns the session; undefined if it has no such hand-over
 */
export async function consumeSessionHandover(
  transaction: Database,
  handover: { readonly accountSessionId: string; readonly handoverHash: string; readonly since: Date },
): Promise<SessionRecord | undefined> {
  const [row] = await transaction
    .update(accountSession)
    .set({ handoverHash: null, handoverAt: null })
    .where(
      and(
        eq(accountSession.accountSessionId, handover.accountSessionId),
        eq(accountSession.handoverHash, handover.handoverHash),
        gt(accountSession.handoverAt, handover.since),
      ),
    )
    .returning();
  return row;
}

/** Returns the id of the browser of a session. */
export const getSessionBrowserId = ({
  browserId,
  accountSessionId,
}: Pick<SessionRecord, 'browserId' | 'accountSessionId'>): string => browserId ?? accountSessionId;

/** Returns whether a session belongs to a browser. */
export async function isSessionOfBrowser(
  handle: Database,
  accountSessionId: string,
  browserId: string,
): Promise<boolean> {
  const [row] = await handle
    .select({ accountSessionId: accountSession.accountSessionId, browserId: accountSession.browserId })
    .from(accountSession)
    .where(eq(accountSession.accountSessionId, accountSessionId));
  return row !== undefined && getSessionBrowserId(row) === browserId;
}

/** Deletes the sessions of the same browser on the hosts of other languages. */
export async function deleteSessionsOfSameBrowser(
  transaction: Database,
  accountSessionId: string,
): Promise<void> {
  const [found] = await transaction
    .select({
      accountId: accountSession.accountId,
      accountSessionId: accountSession.accountSessionId,
      browserId: accountSession.browserId,
    })
    .from(accountSession)
    .where(eq(accountSession.accountSessionId, accountSessionId));
  if (!found) return;
  const browserId = getSessionBrowserId(found);
  await transaction
    .delete(accountSession)
    .where(
      and(
        eq(accountSession.accountId, found.accountId),
        ne(accountSession.accountSessionId, accountSessionId),
        or(eq(accountSession.accountSessionId, browserId), eq(accountSession.browserId, browserId)),
      ),
    );
}

/**
 * Deletes a session of an account, and the other sessions of the same browser.
 *
 * @returns false if the account has no session with this id
 */
export async function deleteSession(
  handle: Database,
  accountId: string,
  accountSessionId: string,
): Promise<boolean> {
  const [found] = await handle
    .select({ accountSessionId: accountSession.accountSessionId, browserId: accountSession.browserId })
    .from(accountSession)
    .where(
      and(eq(accountSession.accountId, accountId), eq(accountSession.accountSessionId, accountSessionId)),
    );
  if (!found) return false;
  const browserId = getSessionBrowserId(found);
  const rows = await handle
    .delete(accountSession)
    .where(
      and(
        eq(accountSession.accountId, accountId),
        or(eq(accountSession.accountSessionId, browserId), eq(accountSession.browserId, browserId)),
      ),
    )
    .returning({ accountSessionId: accountSession.accountSessionId });
  return rows.length > 0;
}

/** Deletes all sessions of an account but one. @param exceptSessionId the session to keep; null deletes all */
export async function deleteSessions(
  transaction: Database,
  accountId: string,
  exceptSessionId: string | null,
): Promise<void> {
  await transaction
    .delete(accountSession)
    .where(
      and(
        eq(accountSession.accountId, accountId),
        exceptSessionId === null ? undefined : ne(accountSession.accountSessionId, exceptSessionId),
      ),
    );
}

/** The times before which sessions have expired. */
export interface EndedSessionCutoffs {
  readonly browserSeenBefore: Date;
  readonly browserStartedBefore: Date;
  readonly keptSeenBefore: Date;
  readonly keptStartedBefore: Date;
}

/** Deletes expired sessions. */
export async function deleteEndedSessions(handle: Database, limits: EndedSessionCutoffs): Promise<void> {
  const isOver = (isKept: boolean, seenBefore: Date, startedBefore: Date) =>
    and(
      eq(accountSession.isKept, isKept),
      or(lte(accountSession.lastSeenAt, seenBefore), lte(accountSession.createdAt, startedBefore)),
    );
  await handle
    .delete(accountSession)
    .where(
      or(
        isOver(false, limits.browserSeenBefore, limits.browserStartedBefore),
        isOver(true, limits.keptSeenBefore, limits.keptStartedBefore),
      ),
    );
}

/** Deletes the tokens of mailed links that expired before a time. */
export async function deleteEndedTokens(handle: Database, before: Date): Promise<void> {
  await handle.delete(accountToken).where(lt(accountToken.expiresAt, before));
}

/** Deletes requests made before a time that could not be processed. */
export async function deleteOldRequests(handle: Database, before: Date): Promise<void> {
  await handle.delete(accountRequest).where(lt(accountRequest.createdAt, before));
}

/**
 * Deletes accounts created before a time that were never activated, with the tokens of their mailed links.
 * They have no other data: orders, carts and reviews need an activated account.
 */
export async function deleteUnactivatedAccounts(
  handle: Database,
  { before, now }: { readonly before: Date; readonly now: Date },
): Promise<void> {
  const openToken = handle
    .select({ tokenHash: accountToken.tokenHash })
    .from(accountToken)
    .where(and(eq(accountToken.accountId, account.accountId), gt(accountToken.expiresAt, now)));
  // A link that was mailed again recently still works.
  const isStale = and(isNull(account.activatedAt), lt(account.createdAt, before), notExists(openToken));
  const stale = handle.select({ accountId: account.accountId }).from(account).where(isStale);
  await handle.delete(accountToken).where(inArray(accountToken.accountId, stale));
  // If a new link was mailed in between, the account waits for the next run.
  const token = handle
    .select({ tokenHash: accountToken.tokenHash })
    .from(accountToken)
    .where(eq(accountToken.accountId, account.accountId));
  await handle.delete(account).where(and(isStale, notExists(token)));
}

/**
 * Deletes an account with its saved addresses, sessions, tokens and requests made without a session. The
 * caller has deleted the rows that refer to the account.
 */
export async function deleteAccount(
  transaction: Database,
  closed: Pick<AccountRecord, 'accountId' | 'siteId' | 'emailAddress'>,
): Promise<void> {
  const { accountId, siteId, emailAddress } = closed;
  await transaction
    .delete(accountRequest)
    .where(
      and(
        eq(accountRequest.siteId, siteId),
        or(eq(accountRequest.subject, emailAddress), eq(accountRequest.subject, accountId)),
      ),
    );
  for (const table of [accountAddress, accountToken, accountSession, account]) {
    await transaction.delete(table).where(eq(table.accountId, accountId));
  }
}

/** Returns the address of an account owner who gets mails about laboratory results; undefined for others. */
export async function findMailAddressForLabResults(
  handle: Database,
  accountId: string,
): Promise<string | undefined> {
  const [owner] = await handle
    .select({ emailAddress: account.emailAddress, wantsMail: account.labResults })
    .from(account)
    .where(eq(account.accountId, accountId));
  return owner?.wantsMail ? owner.emailAddress : undefined;
}
