import { randomUUID } from 'node:crypto';
import { and, asc, eq, gt, isNull, lt } from 'drizzle-orm';
import { HOUR_MS, MINUTE_MS } from '../../../../shared/rules/durations.ts';
import { automaticActor } from '../audit/audit.ts';
import type { Database } from '../database/database.ts';
import { defineLimits, type Limiter } from '../limits/limiter.ts';
import { type PasswordHasher, rehash } from '../security/password-hasher.ts';
import { readCommonPasswords } from '../security/password-word-lists.ts';
import { createToken, hashToken } from '../security/token.ts';
import { declineApprovalRequestsOf, deleteOldRequests } from './approval-requests.ts';
import { FAILED_SIGN_IN_OPERATION, logChanges } from './change-log.ts';
import type { SecondFactors } from './second-factor.ts';
import { adminLog, staffMember, staffSession } from './tables.ts';

/** Maximum length of a session, in hours: a working day. */
export const STAFF_SESSION_HOURS = 8;
/** Time without a request after which a session ends, in minutes. */
const SESSION_IDLE_MINUTES = 30;
/** Minimum time between two extensions of a session, in ms, so that most requests write nothing. */
const MIN_SESSION_EXTENSION_MS = MINUTE_MS;
const ENROLMENT_VALIDITY_HOURS = 24;
/** Maximum length of a password. Longer ones are not hashed. */
const MAX_PASSWORD_LENGTH = 200;
export const MIN_STAFF_PASSWORD_LENGTH = 12;
export const STAFF_NAME_PATTERN = /^[a-z][a-z0-9.-]{1,39}$/;

/** Maximum failed sign-ins in 15 minutes: per name and in total. */
export const staffSignInLimits = defineLimits('staff sign-ins', {
  perName: { maxAttempts: 10, windowMs: HOUR_MS / 4 },
  all: { maxAttempts: 100, windowMs: HOUR_MS / 4 },
});

/** Signed-in staff member. */
export interface SignedInStaffMember {
  readonly staffMemberId: string;
  readonly name: string;
  readonly locale: string | null;
  /** SHA-256 of the cookie. */
  readonly tokenHash: string;
}

/** Staff member as listed. */
export interface StaffMemberSummary {
  readonly staffMemberId: string;
  readonly name: string;
  readonly createdAt: Date;
  /** True after the first password and code were entered. */
  readonly isEnrolled: boolean;
}

export type Enrolment =
  | { readonly kind: 'done' }
  | { readonly kind: 'ended' | 'weak_password' | 'wrong_code' };

/** Staff members of the shop and their sign-in. */
export interface StaffAccounts {
  /** Returns the staff member of an enrolment code; null if it is unknown or expired. */
  findEnrolment(
    code: string,
    now: Date,
  ): Promise<{ readonly name: string; readonly secret: string; readonly url: string } | null>;
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
  signOut(staffMember: SignedInStaffMember, now: Date): Promise<void>;
  /**
   * Returns the staff member of a session cookie; null if the session has ended or the member was removed.
   */
  findSession(token: string, now: Date): Promise<SignedInStaffMember | null>;
  setNotice(tokenHash: string, notice: string | null): Promise<void>;
  /** Returns and deletes the pending message of a session. */
  takeNotice(tokenHash: string): Promise<string | null>;
  setLocale(staffMemberId: string, locale: string): Promise<void>;
}

/**
 * Adds a staff member, who sets a password with the returned code within a day.
 *
 * @returns null if the name is in use
 */
export async function addStaffMember(
  transaction: Database,
  { name, secondFactor, now }: { readonly name: string; readonly secondFactor: Buffer; readonly now: Date },
): Promise<{ readonly staffMemberId: string; readonly code: string } | null> {
  const code = createToken();
  const [row] = await transaction
    .insert(staffMember)
    .values({
      staffMemberId: randomUUID(),
      name,
      secondFactor,
      enrolmentHash: hashToken(code),
      enrolmentEndsAt: new Date(now.getTime() + ENROLMENT_VALIDITY_HOURS * HOUR_MS),
      createdAt: now,
    })
    .onConflictDoNothing()
    .returning({ staffMemberId: staffMember.staffMemberId });
  return row ? { staffMemberId: row.staffMemberId, code } : null;
}

/** Lists all present staff members by name. */
export async function listStaffMembers(database: Database): Promise<StaffMemberSummary[]> {
  const rows = await database
    .select()
    .from(staffMember)
    .where(isNull(staffMember.removedAt))
    .orderBy(asc(staffMember.name));
  return rows.map(({ staffMemberId, name, createdAt, passwordHash }) => ({
    staffMemberId,
    name,
    createdAt,
    isEnrolled: passwordHash !== null,
  }));
}

/** Lists the secrets of all present staff members, to count the keys that they use. */
export async function listStaffSecrets(
  database: Database,
): Promise<{ readonly passwordHash: string | null; readonly secondFactor: Buffer }[]> {
  return database
    .select({ passwordHash: staffMember.passwordHash, secondFactor: staffMember.secondFactor })
    .from(staffMember)
    .where(isNull(staffMember.removedAt));
}

/**
 * Removes a staff member, ends their sessions and declines their requests.
 *
 * @returns their id; null if no member has the name
 */
export async function removeStaffMember(
  transaction: Database,
  { name, now }: { readonly name: string; readonly now: Date },
): Promise<string | null> {
  const [row] = await transaction
    .update(staffMember)
    .set({ removedAt: now, passwordHash: null, enrolmentHash: null })
    .where(and(isNull(staffMember.removedAt), eq(staffMember.name, name)))
    .returning({ staffMemberId: staffMember.staffMemberId });
  if (!row) return null;
  await transaction.delete(staffSession).where(eq(staffSession.staffMemberId, row.staffMemberId));
  await declineApprovalRequestsOf(transaction, row.staffMemberId, now);
  return row.staffMemberId;
}

/** Deletes ended sessions, old requests, and log entries older than the given moment. */
export async function deleteOldAdminRows(
  database: Database,
  { now, logBefore }: { readonly now: Date; readonly logBefore: Date },
): Promise<void> {
  await database.delete(staffSession).where(lt(staffSession.endsAt, now));
  await database.delete(adminLog).where(lt(adminLog.at, logBefore));
  await deleteOldRequests(database, now);
}

/** Returns when a session ends without another request. */
const getSessionEnd = (createdAt: Date, now: Date): Date =>
  new Date(
    Math.min(
      createdAt.getTime() + STAFF_SESSION_HOURS * HOUR_MS,
      now.getTime() + SESSION_IDLE_MINUTES * MINUTE_MS,
    ),
  );

/** Creates the staff members' sign-in. */
export function createStaffAccounts(deps: {
  readonly database: Database;
  readonly passwordHasher: PasswordHasher;
  readonly secondFactors: SecondFactors;
  readonly limiter: Limiter;
}): StaffAccounts {
  const { database, passwordHasher, secondFactors, limiter } = deps;
  const isActive = isNull(staffMember.removedAt);
  let common: ReadonlySet<string> | undefined;

  async function findByEnrolment(code: string, now: Date) {
    const [row] = await database
      .select()
      .from(staffMember)
      .where(
        and(
          isActive,
          eq(staffMember.enrolmentHash, hashToken(code.trim())),
          gt(staffMember.enrolmentEndsAt, now),
        ),
      );
    return row;
  }

  /** Counts an attempt before it runs, so that concurrent attempts are limited like sequential ones. */
  async function countTry(name: string): Promise<() => Promise<void>> {
    await limiter.take(staffSignInLimits.all, 'all');
    await limiter.take(staffSignInLimits.perName, name);
    return async () => {
      await limiter.release(staffSignInLimits.perName, name);
      await limiter.release(staffSignInLimits.all, 'all');
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
    operation: 'session.begin' | typeof FAILED_SIGN_IN_OPERATION | 'session.end',
    who: { readonly staffMemberId: string; readonly name: string } | null,
    now: Date,
  ): Promise<void> =>
    logChanges(handle, {
      operation,
      changes: [{ resource: 'keeper', resourceId: who?.name ?? 'unknown', before: null, after: null }],
      actor: who ? { kind: 'keeper', id: who.staffMemberId } : automaticActor,
      now,
    });

  /** Returns true if a password is easy to guess: a common one, or the name with digits around it. */
  function isWeak(password: string, name: string): boolean {
    const length = [...password].length;
    if (length < MIN_STAFF_PASSWORD_LENGTH || length > MAX_PASSWORD_LENGTH) return true;
    const lower = password.toLowerCase();
    common ??= readCommonPasswords();
    return lower.includes(name) || common.has(lower) || new Set(lower).size < 5;
  }

  /**
   * Stores the secrets of a staff member under the current key, unless they have signed in again since.
   *
   * @param password null if its hash is not outdated
   */
  async function renewSecrets(row: typeof staffMember.$inferSelect, password: string | null): Promise<void> {
    const secondFactor = secondFactors.renew(row.secondFactor);
    const passwordHash = password === null ? null : await rehash(passwordHasher, password);
    if (secondFactor === null && passwordHash === null) return;
    await database
      .update(staffMember)
      .set({ ...(passwordHash !== null && { passwordHash }), ...(secondFactor && { secondFactor }) })
      .where(
        and(
          isActive,
          eq(staffMember.staffMemberId, row.staffMemberId),
          eq(staffMember.lastStep, row.lastStep),
        ),
      );
  }

  async function setNotice(tokenHash: string, notice: string | null): Promise<void> {
    await database.update(staffSession).set({ notice }).where(eq(staffSession.tokenHash, tokenHash));
  }

  return {
    async findEnrolment(code, now) {
      const row = await findByEnrolment(code, now);
      return row ? { name: row.name, ...secondFactors.describe(row.secondFactor, row.name) } : null;
    },
    async enrol({ code, password, figures }, now) {
      const release = await countTry(`enrolment ${hashToken(code)}`);
      const row = await findByEnrolment(code, now);
      if (!row) return { kind: 'ended' };
      if (isWeak(password, row.name)) {
        await release();
        return { kind: 'weak_password' };
      }
      const step = secondFactors.verify(row.secondFactor, figures, row.lastStep, now);
      if (step === null) return { kind: 'wrong_code' };
      const passwordHash = await passwordHasher.hash(password);
      const secondFactor = secondFactors.renew(row.secondFactor) ?? row.secondFactor;
      const done = await database
        .update(staffMember)
        .set({ passwordHash, secondFactor, enrolmentHash: null, enrolmentEndsAt: null, lastStep: step })
        .where(
          and(
            isActive,
            eq(staffMember.staffMemberId, row.staffMemberId),
            eq(staffMember.enrolmentHash, hashToken(code.trim())),
          ),
        )
        .returning({ staffMemberId: staffMember.staffMemberId });
      await release();
      return { kind: done.length > 0 ? 'done' : 'ended' };
    },
    async signIn({ name, password, figures }, now) {
      const wanted = name.trim().toLowerCase();
      const release = await countTry(wanted);
      // An invalid name is not looked up, because the database refuses text with NUL.
      const [row] = STAFF_NAME_PATTERN.test(wanted)
        ? await database
            .select()
            .from(staffMember)
            .where(and(isActive, eq(staffMember.name, wanted)))
        : [];
      const isPossible = [...password].length <= MAX_PASSWORD_LENGTH;
      const { isRight, isOutdated } = await passwordHasher.verify(
        isPossible ? password : '',
        row?.passwordHash ?? null,
      );
      const step =
        row && isRight && isPossible
          ? secondFactors.verify(row.secondFactor, figures, row.lastStep, now)
          : null;
      if (!row || step === null) {
        await noteSession(database, FAILED_SIGN_IN_OPERATION, row ?? null, now);
        return null;
      }
      // If two requests send the same code concurrently, the second one finds it used.
      const taken = await database
        .update(staffMember)
        .set({ lastStep: step })
        .where(
          and(isActive, eq(staffMember.staffMemberId, row.staffMemberId), lt(staffMember.lastStep, step)),
        )
        .returning({ staffMemberId: staffMember.staffMemberId });
      if (taken.length === 0) return null;
      await renewSecrets({ ...row, lastStep: step }, isOutdated ? password : null);
      const token = createToken();
      await database.insert(staffSession).values({
        tokenHash: hashToken(token),
        staffMemberId: row.staffMemberId,
        createdAt: now,
        endsAt: getSessionEnd(now, now),
      });
      await noteSession(database, 'session.begin', row, now);
      await release();
      return token;
    },
    async signOut({ tokenHash, ...who }, now) {
      await database.delete(staffSession).where(eq(staffSession.tokenHash, tokenHash));
      await noteSession(database, 'session.end', who, now);
    },
    async findSession(token, now) {
      const tokenHash = hashToken(token);
      const [row] = await database
        .select({
          staffMemberId: staffMember.staffMemberId,
          name: staffMember.name,
          locale: staffMember.locale,
          createdAt: staffSession.createdAt,
          endsAt: staffSession.endsAt,
        })
        .from(staffSession)
        .innerJoin(staffMember, eq(staffMember.staffMemberId, staffSession.staffMemberId))
        .where(and(eq(staffSession.tokenHash, tokenHash), gt(staffSession.endsAt, now), isActive));
      if (!row) return null;
      const { createdAt, endsAt, ...who } = row;
      const end = getSessionEnd(createdAt, now);
      if (end.getTime() - endsAt.getTime() > MIN_SESSION_EXTENSION_MS) {
        await database.update(staffSession).set({ endsAt: end }).where(eq(staffSession.tokenHash, tokenHash));
      }
      return { ...who, tokenHash };
    },
    setNotice,
    async takeNotice(tokenHash) {
      const [row] = await database
        .select({ notice: staffSession.notice })
        .from(staffSession)
        .where(eq(staffSession.tokenHash, tokenHash));
      if (!row?.notice) return null;
      await setNotice(tokenHash, null);
      return row.notice;
    },
    async setLocale(staffMemberId, locale) {
      await database.update(staffMember).set({ locale }).where(eq(staffMember.staffMemberId, staffMemberId));
    },
  };
}
