import { randomUUID } from 'node:crypto';
import { and, asc, eq, gt, isNull, lt } from 'drizzle-orm';
import { HOUR_MS } from '../../../shared/rules/durations.ts';
import { shopActor } from '../audit/audit.ts';
import type { Database } from '../database/database.ts';
import { defineLimits, type Limiter } from '../limits/limiter.ts';
import { type PasswordHasher, rehash } from '../security/password-hasher.ts';
import { createToken, hashToken } from '../security/token.ts';
import { readCommonPasswords } from '../security/word-lists.ts';
import { noteChanges, SIGN_IN_FAILED } from './log.ts';
import { declineRequestsOf, deleteOldRequests } from './requests.ts';
import type { SecondFactors } from './second-factor.ts';
import { keeper, keeperLog, keeperSession } from './tables.ts';

/** Maximum length of a session, in hours: a working day. */
export const SESSION_HOURS = 8;
/** Time without a request after which a session ends, in minutes. */
const IDLE_MINUTES = 30;
/** Minimum time between two extensions of a session, in ms, so that most requests write nothing. */
const EXTEND_AFTER_MS = 60_000;
const ENROLMENT_HOURS = 24;
/** Maximum length of a password. Longer ones are not hashed. */
const LONGEST_PASSWORD = 200;
export const SHORTEST_KEEPER_PASSWORD = 12;
export const KEEPER_NAME = /^[a-z][a-z0-9.-]{1,39}$/;

/** Maximum failed sign-ins in 15 minutes: per name and in total. */
export const keeperSignInLimits = defineLimits('keeper sign-ins', {
  perName: { acts: 10, windowMs: HOUR_MS / 4 },
  all: { acts: 100, windowMs: HOUR_MS / 4 },
});

/** Signed-in staff member. */
export interface SignedInKeeper {
  readonly keeperId: string;
  readonly name: string;
  readonly locale: string | null;
  /** SHA-256 of the cookie. */
  readonly tokenHash: string;
}

/** Staff member as listed. */
export interface KeeperSummary {
  readonly keeperId: string;
  readonly name: string;
  readonly createdAt: Date;
  /** True after the first password and code were entered. */
  readonly isEnrolled: boolean;
}

export type Enrolment =
  | { readonly kind: 'done' }
  | { readonly kind: 'ended' | 'weak_password' | 'wrong_code' };

/** Staff members of the shop and their sign-in. */
export interface KeeperPeople {
  /** Returns the staff member of an enrolment code; null if it is unknown or expired. */
  findEnrolment(
    code: string,
    now: Date,
  ): Promise<{
    readonly name: string;
    readonly secret: string;
    readonly url: string;
    readonly picture: ReturnType<SecondFactors['describe']>['picture'];
  } | null>;
  /** @throws ProblemError `too_many_attempts`; HasherBusyError */
  enrol(
    words: { readonly code: string; readonly password: string; readonly figures: string },
    now: Date,
  ): Promise<Enrolment>;
  /**
   * @returns the token of the new session; null if name, password or code is wrong, with the same duration
   *   in each case
   * @throws ProblemError `too_many_attempts`; HasherBusyError
   */
  signIn(
    words: { readonly name: string; readonly password: string; readonly figures: string },
    now: Date,
  ): Promise<string | null>;
  signOut(keeper: SignedInKeeper, now: Date): Promise<void>;
  /**
   * Returns the staff member of a session cookie; null if the session has ended or the member was removed.
   */
  findSession(token: string, now: Date): Promise<SignedInKeeper | null>;
  setNotice(tokenHash: string, notice: string | null): Promise<void>;
  /** Returns and deletes the pending message of a session. */
  takeNotice(tokenHash: string): Promise<string | null>;
  setLocale(keeperId: string, locale: string): Promise<void>;
}

/**
 * Adds a staff member, who sets a password with the returned code within a day.
 *
 * @returns null if the name is in use
 */
export async function addKeeper(
  transaction: Database,
  { name, secondFactor, now }: { readonly name: string; readonly secondFactor: Buffer; readonly now: Date },
): Promise<{ readonly keeperId: string; readonly code: string } | null> {
  const code = createToken();
  const [row] = await transaction
    .insert(keeper)
    .values({
      keeperId: randomUUID(),
      name,
      secondFactor,
      enrolmentHash: hashToken(code),
      enrolmentEndsAt: new Date(now.getTime() + ENROLMENT_HOURS * HOUR_MS),
      createdAt: now,
    })
    .onConflictDoNothing()
    .returning({ keeperId: keeper.keeperId });
  return row ? { keeperId: row.keeperId, code } : null;
}

/** Lists all present staff members by name. */
export async function listKeepers(database: Database): Promise<KeeperSummary[]> {
  const rows = await database.select().from(keeper).where(isNull(keeper.removedAt)).orderBy(asc(keeper.name));
  return rows.map(({ keeperId, name, createdAt, passwordHash }) => ({
    keeperId,
    name,
    createdAt,
    isEnrolled: passwordHash !== null,
  }));
}

/** Lists the secrets of all present staff members, to count the keys that they use. */
export async function listKeeperSecrets(
  database: Database,
): Promise<{ readonly passwordHash: string | null; readonly secondFactor: Buffer }[]> {
  return database
    .select({ passwordHash: keeper.passwordHash, secondFactor: keeper.secondFactor })
    .from(keeper)
    .where(isNull(keeper.removedAt));
}

/**
 * Removes a staff member, ends their sessions and declines their requests.
 *
 * @returns their id; null if no member has the name
 */
export async function removeKeeper(
  transaction: Database,
  { name, now }: { readonly name: string; readonly now: Date },
): Promise<string | null> {
  const [row] = await transaction
    .update(keeper)
    .set({ removedAt: now, passwordHash: null, enrolmentHash: null })
    .where(and(isNull(keeper.removedAt), eq(keeper.name, name)))
    .returning({ keeperId: keeper.keeperId });
  if (!row) return null;
  await transaction.delete(keeperSession).where(eq(keeperSession.keeperId, row.keeperId));
  await declineRequestsOf(transaction, row.keeperId, now);
  return row.keeperId;
}

/** Deletes ended sessions, old requests, and log entries older than the given moment. */
export async function deleteOldKeeperRows(
  database: Database,
  { now, logBefore }: { readonly now: Date; readonly logBefore: Date },
): Promise<void> {
  await database.delete(keeperSession).where(lt(keeperSession.endsAt, now));
  await database.delete(keeperLog).where(lt(keeperLog.at, logBefore));
  await deleteOldRequests(database, now);
}

/** Returns when a session ends without another request. */
const getEnd = (createdAt: Date, now: Date): Date =>
  new Date(Math.min(createdAt.getTime() + SESSION_HOURS * HOUR_MS, now.getTime() + IDLE_MINUTES * 60_000));

/** Creates the staff members' sign-in. */
export function createKeeperPeople(deps: {
  readonly database: Database;
  readonly passwordHasher: PasswordHasher;
  readonly secondFactors: SecondFactors;
  readonly limiter: Limiter;
}): KeeperPeople {
  const { database, passwordHasher, secondFactors, limiter } = deps;
  const isActive = isNull(keeper.removedAt);
  let common: ReadonlySet<string> | undefined;

  async function findByEnrolment(code: string, now: Date) {
    const [row] = await database
      .select()
      .from(keeper)
      .where(
        and(isActive, eq(keeper.enrolmentHash, hashToken(code.trim())), gt(keeper.enrolmentEndsAt, now)),
      );
    return row;
  }

  /** Counts an attempt before it runs, so that concurrent attempts are limited like sequential ones. */
  async function countTry(name: string): Promise<() => Promise<void>> {
    await limiter.take(keeperSignInLimits.all, 'all');
    await limiter.take(keeperSignInLimits.perName, name);
    return async () => {
      await limiter.giveBack(keeperSignInLimits.perName, name);
      await limiter.giveBack(keeperSignInLimits.all, 'all');
    };
  }

  /**
   * Logs a sign-in, a sign-out or a failed sign-in.
   *
   * @param who null for an unknown name, which is not logged because people sometimes type a password into
   *   the wrong field
   */
  const noteSession = (
    handle: Database,
    operation: 'session.begin' | typeof SIGN_IN_FAILED | 'session.end',
    who: { readonly keeperId: string; readonly name: string } | null,
    now: Date,
  ): Promise<void> =>
    noteChanges(handle, {
      operation,
      changes: [{ noun: 'keeper', nounId: who?.name ?? 'unknown', before: null, after: null }],
      actor: who ? { kind: 'keeper', id: who.keeperId } : shopActor,
      now,
    });

  /** Returns true if a password is easy to guess: a common one, or the name with digits around it. */
  function isWeak(password: string, name: string): boolean {
    const length = [...password].length;
    if (length < SHORTEST_KEEPER_PASSWORD || length > LONGEST_PASSWORD) return true;
    const lower = password.toLowerCase();
    common ??= readCommonPasswords();
    return lower.includes(name) || common.has(lower) || new Set(lower).size < 5;
  }

  /**
   * Stores the secrets of a staff member under the current key, unless they have signed in again since.
   *
   * @param password null if its hash is not outdated
   */
  async function renewSecrets(row: typeof keeper.$inferSelect, password: string | null): Promise<void> {
    const secondFactor = secondFactors.renew(row.secondFactor);
    const passwordHash = password === null ? null : await rehash(passwordHasher, password);
    if (secondFactor === null && passwordHash === null) return;
    await database
      .update(keeper)
      .set({ ...(passwordHash !== null && { passwordHash }), ...(secondFactor && { secondFactor }) })
      .where(and(isActive, eq(keeper.keeperId, row.keeperId), eq(keeper.lastStep, row.lastStep)));
  }

  async function setNotice(tokenHash: string, notice: string | null): Promise<void> {
    await database.update(keeperSession).set({ notice }).where(eq(keeperSession.tokenHash, tokenHash));
  }

  return {
    async findEnrolment(code, now) {
      const row = await findByEnrolment(code, now);
      return row ? { name: row.name, ...secondFactors.describe(row.secondFactor, row.name) } : null;
    },
    async enrol({ code, password, figures }, now) {
      const giveBack = await countTry(`enrolment ${hashToken(code)}`);
      const row = await findByEnrolment(code, now);
      if (!row) return { kind: 'ended' };
      if (isWeak(password, row.name)) {
        await giveBack();
        return { kind: 'weak_password' };
      }
      const step = secondFactors.verify(row.secondFactor, figures, row.lastStep, now);
      if (step === null) return { kind: 'wrong_code' };
      const passwordHash = await passwordHasher.hash(password);
      const secondFactor = secondFactors.renew(row.secondFactor) ?? row.secondFactor;
      const done = await database
        .update(keeper)
        .set({ passwordHash, secondFactor, enrolmentHash: null, enrolmentEndsAt: null, lastStep: step })
        .where(
          and(isActive, eq(keeper.keeperId, row.keeperId), eq(keeper.enrolmentHash, hashToken(code.trim()))),
        )
        .returning({ keeperId: keeper.keeperId });
      await giveBack();
      return { kind: done.length > 0 ? 'done' : 'ended' };
    },
    async signIn({ name, password, figures }, now) {
      const wanted = name.trim().toLowerCase();
      const giveBack = await countTry(wanted);
      // An invalid name is not looked up, because the database refuses text with NUL.
      const [row] = KEEPER_NAME.test(wanted)
        ? await database
            .select()
            .from(keeper)
            .where(and(isActive, eq(keeper.name, wanted)))
        : [];
      const isPossible = [...password].length <= LONGEST_PASSWORD;
      const { isRight, isOutdated } = await passwordHasher.verify(
        isPossible ? password : '',
        row?.passwordHash ?? null,
      );
      const step =
        row && isRight && isPossible
          ? secondFactors.verify(row.secondFactor, figures, row.lastStep, now)
          : null;
      if (!row || step === null) {
        await noteSession(database, SIGN_IN_FAILED, row ?? null, now);
        return null;
      }
      // If two requests send the same code concurrently, the second one finds it used.
      const taken = await database
        .update(keeper)
        .set({ lastStep: step })
        .where(and(isActive, eq(keeper.keeperId, row.keeperId), lt(keeper.lastStep, step)))
        .returning({ keeperId: keeper.keeperId });
      if (taken.length === 0) return null;
      await renewSecrets({ ...row, lastStep: step }, isOutdated ? password : null);
      const token = createToken();
      await database.insert(keeperSession).values({
        tokenHash: hashToken(token),
        keeperId: row.keeperId,
        createdAt: now,
        endsAt: getEnd(now, now),
      });
      await noteSession(database, 'session.begin', row, now);
      await giveBack();
      return token;
    },
    async signOut({ tokenHash, ...who }, now) {
      await database.delete(keeperSession).where(eq(keeperSession.tokenHash, tokenHash));
      await noteSession(database, 'session.end', who, now);
    },
    async findSession(token, now) {
      const tokenHash = hashToken(token);
      const [row] = await database
        .select({
          keeperId: keeper.keeperId,
          name: keeper.name,
          locale: keeper.locale,
          createdAt: keeperSession.createdAt,
          endsAt: keeperSession.endsAt,
        })
        .from(keeperSession)
        .innerJoin(keeper, eq(keeper.keeperId, keeperSession.keeperId))
        .where(and(eq(keeperSession.tokenHash, tokenHash), gt(keeperSession.endsAt, now), isActive));
      if (!row) return null;
      const { createdAt, endsAt, ...who } = row;
      const end = getEnd(createdAt, now);
      if (end.getTime() - endsAt.getTime() > EXTEND_AFTER_MS) {
        await database
          .update(keeperSession)
          .set({ endsAt: end })
          .where(eq(keeperSession.tokenHash, tokenHash));
      }
      return { ...who, tokenHash };
    },
    setNotice,
    async takeNotice(tokenHash) {
      const [row] = await database
        .select({ notice: keeperSession.notice })
        .from(keeperSession)
        .where(eq(keeperSession.tokenHash, tokenHash));
      if (!row?.notice) return null;
      await setNotice(tokenHash, null);
      return row.notice;
    },
    async setLocale(keeperId, locale) {
      await database.update(keeper).set({ locale }).where(eq(keeper.keeperId, keeperId));
    },
  };
}
