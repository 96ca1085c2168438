import { and, asc, count, eq, gt, inArray, isNotNull, isNull, lt, lte, max, or, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { deleteUnsentMails } from '../../mail/queries.ts';
import { createToken } from '../../security/token.ts';
import {
  type ConsentSource,
  type LetterKind,
  letterKinds,
  newsletterConsent,
  newsletterSubscriber,
} from './tables.ts';

export type { ConsentSource, LetterKind } from './tables.ts';
export { letterKinds } from './tables.ts';

/** Whose letters are meant: an address on a site. */
export interface LetterReader {
  readonly siteId: number;
  /** In its normal form. */
  readonly emailAddress: string;
}

/** What was agreed to, and how that is provable. */
export interface GivenConsent {
  readonly languageId: number;
  readonly source: ConsentSource;
  /** What stood beside the button. */
  readonly words: string;
  /** /24 of IPv4, /48 of IPv6; null where it is not known. */
  readonly network: string | null;
  readonly now: Date;
}

/** Which letters somebody gets. */
export type LetterChoices = Readonly<Record<LetterKind, boolean>>;

/** The beginning of the names of the mails that are letters of a kind. */
export const getLetterMailKind = (kind: LetterKind): string => `letter-${kind}-`;

const isReader = (
  table: typeof newsletterSubscriber | typeof newsletterConsent,
  { siteId, emailAddress }: LetterReader,
) => and(eq(table.siteId, siteId), eq(table.emailAddress, emailAddress));

/** Which letters an address gets on a site. */
export async function findChoices(handle: Database, reader: LetterReader): Promise<LetterChoices> {
  const [row] = await handle
    .select({ newsletter: newsletterSubscriber.newsletter, offers: newsletterSubscriber.offers })
    .from(newsletterSubscriber)
    .where(isReader(newsletterSubscriber, reader));
  return row ?? { newsletter: false, offers: false };
}

/**
 * Keeps that somebody has asked for the newsletter, until the mailed link is followed.
 *
 * @returns whether it is to be confirmed: false where the address gets it already, and nothing is kept
 */
export async function keepRequest(
  transaction: Database,
  reader: LetterReader,
  consent: GivenConsent & { readonly confirmTokenHash: string },
): Promise<boolean> {
  const { siteId, emailAddress } = reader;
  const { languageId, source, words, network, now, confirmTokenHash } = consent;
  const { rows } = (await transaction.execute(sql`
    insert into ${newsletterConsent} (
      site_id, language_id, email_address, kind, source, words, network, created_at, confirm_token_hash
    )
    select ${siteId}::integer, ${languageId}::integer, ${emailAddress}::text, 'newsletter', ${source}::text, ${words}::text,
      ${network}::text, ${now.toISOString()}::timestamptz, ${confirmTokenHash}::text
    where not exists (
      select 1 from ${newsletterSubscriber}
      where site_id = ${siteId}::integer and email_address = ${emailAddress}::text and newsletter
    )
    returning consent_id
  `)) as { rows: unknown[] };
  return rows.length > 0;
}

export type RequestRecord = Pick<
  typeof newsletterConsent.$inferSelect,
  'consentId' | 'siteId' | 'emailAddress' | 'languageId' | 'kind' | 'createdAt' | 'confirmedAt' | 'endedAt'
>;

/** What a mailed link confirms, locked for the transaction. */
export async function lockRequest(
  transaction: Database,
  siteId: number,
  confirmTokenHash: string,
): Promise<RequestRecord | undefined> {
  const { consentId, emailAddress, languageId, kind, createdAt, confirmedAt, endedAt } = newsletterConsent;
  const [row] = await transaction
    .select({
      consentId,
      siteId: newsletterConsent.siteId,
      emailAddress,
      languageId,
      kind,
      createdAt,
      confirmedAt,
      endedAt,
    })
    .from(newsletterConsent)
    .where(
      and(eq(newsletterConsent.siteId, siteId), eq(newsletterConsent.confirmTokenHash, confirmTokenHash)),
    )
    .for('update');
  return row;
}

/** Has an address get letters of some kinds, in a language. */
async function addKinds(
  transaction: Database,
  { siteId, emailAddress }: LetterReader,
  { languageId, now, ...choices }: LetterChoices & { readonly languageId: number; readonly now: Date },
): Promise<void> {
  await transaction
    .insert(newsletterSubscriber)
    .values({ siteId, emailAddress, languageId, unsubscribeKey: createToken(), createdAt: now, ...choices })
    .onConflictDoUpdate({
      target: [newsletterSubscriber.siteId, newsletterSubscriber.emailAddress],
      set: {
        languageId,
        newsletter: sql`${newsletterSubscriber.newsletter} or excluded.newsletter`,
        offers: sql`${newsletterSubscriber.offers} or excluded.offers`,
      },
    });
}

/** Has what was asked for count from now on. */
export async function confirmRequest(
  transaction: Database,
  request: RequestRecord,
  now: Date,
): Promise<void> {
  await transaction
    .update(newsletterConsent)
    .set({ confirmedAt: now })
    .where(eq(newsletterConsent.consentId, request.consentId));
  const { languageId, kind } = request;
  await addKinds(transaction, request, {
    newsletter: kind === 'newsletter',
    offers: kind === 'offers',
    languageId,
    now,
  });
}

/** The same for somebody whose mailbox was proven before, such as the owner of an account. What they get already is left as it is. */
export async function agree(
  transaction: Database,
  { siteId, emailAddress }: LetterReader,
  kind: LetterKind,
  consent: GivenConsent,
): Promise<void> {
  const { languageId, source, words, network, now } = consent;
  if ((await findChoices(transaction, { siteId, emailAddress }))[kind]) return;
  await transaction.insert(newsletterConsent).values({
    siteId,
    languageId,
    emailAddress,
    kind,
    source,
    words,
    network,
    createdAt: now,
    confirmedAt: now,
  });
  await addKinds(
    transaction,
    { siteId, emailAddress },
    { newsletter: kind === 'newsletter', offers: kind === 'offers', languageId, now },
  );
}

/**
 * Ends letters of some kinds: nothing that waits in the outbox is sent, what was never confirmed is forgotten, and the proof of what was
 * agreed to is kept for its time.
 */
export async function endLetters(
  transaction: Database,
  reader: LetterReader,
  kinds: readonly LetterKind[],
  now: Date,
): Promise<void> {
  const { siteId, emailAddress } = reader;
  // First what was agreed to, then who gets it: the order of whoever confirms.
  for (const kind of kinds) {
    const isOfKind = and(isReader(newsletterConsent, reader), eq(newsletterConsent.kind, kind));
    await transaction.delete(newsletterConsent).where(and(isOfKind, isNull(newsletterConsent.confirmedAt)));
    await transaction
      .update(newsletterConsent)
      .set({ endedAt: now })
      .where(and(isOfKind, isNull(newsletterConsent.endedAt)));
  }
  const left = letterKinds.filter((kind) => !kinds.includes(kind));
  const [stay] = left;
  if (stay === undefined) {
    await transaction.delete(newsletterSubscriber).where(isReader(newsletterSubscriber, reader));
  } else {
    const staying = newsletterSubscriber[stay];
    await transaction
      .delete(newsletterSubscriber)
      .where(and(isReader(newsletterSubscriber, reader), eq(staying, false)));
    await transaction
      .update(newsletterSubscriber)
      .set(Object.fromEntries(kinds.map((kind) => [kind, false])))
      .where(isReader(newsletterSubscriber, reader));
  }
  for (const kind of kinds) {
    await deleteUnsentMails(transaction, { kinds: `${getLetterMailKind(kind)}%`, siteId, emailAddress });
  }
}

/** Whose letters a token of one of their mails ends. */
export async function findReaderOfToken(
  handle: Database,
  siteId: number,
  { token, tokenHash }: { readonly token: string; readonly tokenHash: string },
): Promise<LetterReader | undefined> {
  const [subscriber] = await handle
    .select({ siteId: newsletterSubscriber.siteId, emailAddress: newsletterSubscriber.emailAddress })
    .from(newsletterSubscriber)
    .where(and(eq(newsletterSubscriber.siteId, siteId), eq(newsletterSubscriber.unsubscribeKey, token)));
  if (subscriber) return subscriber;
  const [asked] = await handle
    .select({ siteId: newsletterConsent.siteId, emailAddress: newsletterConsent.emailAddress })
    .from(newsletterConsent)
    .where(and(eq(newsletterConsent.siteId, siteId), eq(newsletterConsent.confirmTokenHash, tokenHash)));
  return asked;
}

/**
 * Takes letters along to another address of the same owner. What either has got, the new one gets; the link in letters to the former address
 * ends nothing any more, since another person may read that mailbox by now.
 */
export async function moveLetters(
  transaction: Database,
  from: LetterReader,
  newAddress: string,
): Promise<void> {
  const { siteId, emailAddress } = from;
  if (newAddress === emailAddress) return;
  const to = { siteId, emailAddress: newAddress };
  for (const kind of letterKinds) {
    await deleteUnsentMails(transaction, { kinds: `${getLetterMailKind(kind)}%`, siteId, emailAddress });
  }
  // What was asked for and not confirmed was asked for by whoever reads the former mailbox.
  await transaction
    .delete(newsletterConsent)
    .where(and(isReader(newsletterConsent, from), isNull(newsletterConsent.confirmedAt)));
  await transaction
    .update(newsletterConsent)
    .set({ emailAddress: newAddress, confirmTokenHash: null })
    .where(isReader(newsletterConsent, from));
  const [former] = await transaction
    .delete(newsletterSubscriber)
    .where(isReader(newsletterSubscriber, from))
    .returning();
  if (!former) return;
  const { newsletter, offers, languageId, createdAt } = former;
  await addKinds(transaction, to, { newsletter, offers, languageId, now: createdAt });
}

/** Has letters speak another language from now on; whoever gets none is left alone. */
export async function setLanguage(
  transaction: Database,
  reader: LetterReader,
  languageId: number,
): Promise<void> {
  await transaction
    .update(newsletterSubscriber)
    .set({ languageId })
    .where(isReader(newsletterSubscriber, reader));
}

/** Forgets all that is kept of an address: its letters, and what it has agreed to. */
export async function forgetReader(transaction: Database, reader: LetterReader): Promise<void> {
  await transaction.delete(newsletterConsent).where(isReader(newsletterConsent, reader));
  await transaction.delete(newsletterSubscriber).where(isReader(newsletterSubscriber, reader));
}

/** Forgets what was never confirmed, and the proof of what ended long ago. */
export async function deleteOldConsents(
  handle: Database,
  before: { readonly unconfirmed: Date; readonly ended: Date },
): Promise<void> {
  await handle
    .delete(newsletterConsent)
    .where(
      or(
        and(isNull(newsletterConsent.confirmedAt), lt(newsletterConsent.createdAt, before.unconfirmed)),
        and(isNotNull(newsletterConsent.endedAt), lt(newsletterConsent.endedAt, before.ended)),
      ),
    );
}

/** Who a letter goes to. */
export interface LockedReader extends LetterReader {
  readonly subscriberId: number;
  readonly languageId: number;
  readonly unsubscribeKey: string;
}

/**
 * Those who get letters of a kind on some sites, in the order in which they came. Whoever ends them at this moment is waited for, or waits
 * for what is written to them now.
 */
export async function lockReaders(
  transaction: Database,
  options: {
    readonly kind: LetterKind;
    readonly siteIds: readonly number[];
    /** Ids of subscribers: those after the first, up to the second. */
    readonly after: number;
    readonly upTo: number;
    readonly limit: number;
  },
): Promise<LockedReader[]> {
  const { kind, siteIds, after, upTo, limit } = options;
  const { subscriberId, siteId, languageId, emailAddress, unsubscribeKey } = newsletterSubscriber;
  return transaction
    .select({ subscriberId, siteId, languageId, emailAddress, unsubscribeKey })
    .from(newsletterSubscriber)
    .where(
      and(
        gt(subscriberId, after),
        lte(subscriberId, upTo),
        inArray(siteId, [...siteIds]),
        eq(newsletterSubscriber[kind], true),
      ),
    )
    .orderBy(asc(subscriberId))
    .limit(limit)
    .for('share');
}

/** The id of whoever came last; 0 where nobody has. */
export async function findLastSubscriberId(handle: Database): Promise<number> {
  const [row] = await handle
    .select({ last: max(newsletterSubscriber.subscriberId) })
    .from(newsletterSubscriber);
  return row?.last ?? 0;
}

/** How many get which letters, by site and language. */
export interface SubscriberCount {
  readonly siteId: number;
  readonly languageId: number;
  readonly newsletter: number;
  readonly offers: number;
}

/** Counts who gets letters; of addresses nothing is told. */
export async function countSubscribers(handle: Database): Promise<SubscriberCount[]> {
  const { siteId, languageId, newsletter, offers } = newsletterSubscriber;
  return handle
    .select({
      siteId,
      languageId,
      newsletter: count(sql`case when ${newsletter} then 1 end`),
      offers: count(sql`case when ${offers} then 1 end`),
    })
    .from(newsletterSubscriber)
    .groupBy(siteId, languageId)
    .orderBy(siteId, languageId);
}

/** Somebody who gets letters, as a list for the shop's own people names them. */
export interface ListedSubscriber {
  readonly subscriberId: number;
  readonly siteId: number;
  readonly languageId: number;
  readonly emailAddress: string;
  readonly newsletter: boolean;
  readonly offers: boolean;
  readonly createdAt: Date;
}

const listed = {
  subscriberId: newsletterSubscriber.subscriberId,
  siteId: newsletterSubscriber.siteId,
  languageId: newsletterSubscriber.languageId,
  emailAddress: newsletterSubscriber.emailAddress,
  newsletter: newsletterSubscriber.newsletter,
  offers: newsletterSubscriber.offers,
  createdAt: newsletterSubscriber.createdAt,
};

/** Some of those who get letters, in the order in which they came. */
export async function listSubscribers(
  handle: Database,
  {
    siteId,
    after,
    limit,
  }: { readonly siteId: number | null; readonly after: number; readonly limit: number },
): Promise<ListedSubscriber[]> {
  return handle
    .select(listed)
    .from(newsletterSubscriber)
    .where(
      and(
        gt(newsletterSubscriber.subscriberId, after),
        siteId === null ? undefined : eq(newsletterSubscriber.siteId, siteId),
      ),
    )
    .orderBy(newsletterSubscriber.subscriberId)
    .limit(limit);
}
