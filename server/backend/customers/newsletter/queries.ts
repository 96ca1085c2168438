import { and, asc, count, eq, gt, inArray, isNotNull, isNull, lt, lte, max, or, sql } from 'drizzle-orm';
import type { Database } from '../../core/database/database.ts';
import { deleteUnsentMails } from '../../core/mail/queries.ts';
import { createToken } from '../../core/security/token.ts';
import {
  type ConsentSource,
  newsletterConsent,
  newsletterSubscriber,
  type SubscriptionKind,
  subscriptionKinds,
} from './tables.ts';

export type { ConsentSource, SubscriptionKind } from './tables.ts';
export { subscriptionKinds } from './tables.ts';

/** A subscriber: an address on a site. */
export interface SubscriberKey {
  readonly siteId: number;
  /** Address in its normal form. */
  readonly emailAddress: string;
}

/** A consent and its proof. */
export interface ConsentRecord {
  readonly languageId: number;
  readonly source: ConsentSource;
  /** Text displayed next to the button. */
  readonly words: string;
  /** /24 of IPv4, /48 of IPv6; null if unknown. */
  readonly network: string | null;
  readonly now: Date;
}

/** The mail kinds that a subscriber gets. */
export type SubscriptionChoices = Readonly<Record<SubscriptionKind, boolean>>;

/** Returns the prefix of the mail kinds of campaigns of a kind. */
export const getCampaignMailKindPrefix = (kind: SubscriptionKind): string => `letter-${kind}-`;

const createSubscriberCondition = (
  table: typeof newsletterSubscriber | typeof newsletterConsent,
  { siteId, emailAddress }: SubscriberKey,
) => and(eq(table.siteId, siteId), eq(table.emailAddress, emailAddress));

/** Returns the mail kinds that an address gets on a site. */
export async function findSubscriptions(
  handle: Database,
  reader: SubscriberKey,
): Promise<SubscriptionChoices> {
  const [row] = await handle
    .select({ newsletter: newsletterSubscriber.newsletter, offers: newsletterSubscriber.offers })
    .from(newsletterSubscriber)
    .where(createSubscriberCondition(newsletterSubscriber, reader));
  return row ?? { newsletter: false, offers: false };
}

/**
 * Stores a subscription request until the mailed link is followed.
 *
 * @returns whether it needs confirmation; false if the address is already subscribed and nothing is stored
 */
export async function storeSubscriptionRequest(
  transaction: Database,
  reader: SubscriberKey,
  consent: ConsentRecord & { readonly confirmTokenHash: string },
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

/** Returns the request that a mailed link confirms, and locks it until the transaction ends. */
export async function lockSubscriptionRequest(
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

/** Subscribes an address to mail kinds in a language. */
async function addSubscriptions(
  transaction: Database,
  { siteId, emailAddress }: SubscriberKey,
  { languageId, now, ...choices }: SubscriptionChoices & { readonly languageId: number; readonly now: Date },
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

/** Confirms a request. The subscription takes effect now. */
export async function confirmSubscriptionRequest(
  transaction: Database,
  request: RequestRecord,
  now: Date,
): Promise<void> {
  await transaction
    .update(newsletterConsent)
    .set({ confirmedAt: now })
    .where(eq(newsletterConsent.consentId, request.consentId));
  const { languageId, kind } = request;
  await addSubscriptions(transaction, request, {
    newsletter: kind === 'newsletter',
    offers: kind === 'offers',
    languageId,
    now,
  });
}

/**
 * Subscribes a person whose mailbox was proven before, such as an account owner. Existing subscriptions are
 * left unchanged.
 */
export async function subscribeConfirmedAddress(
  transaction: Database,
  { siteId, emailAddress }: SubscriberKey,
  kind: SubscriptionKind,
  consent: ConsentRecord,
): Promise<void> {
  const { languageId, source, words, network, now } = consent;
  if ((await findSubscriptions(transaction, { siteId, emailAddress }))[kind]) return;
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
  await addSubscriptions(
    transaction,
    { siteId, emailAddress },
    { newsletter: kind === 'newsletter', offers: kind === 'offers', languageId, now },
  );
}

/**
 * Ends subscriptions to some mail kinds: removes unsent mails from the outbox, deletes unconfirmed requests,
 * and keeps the proof of consents for the retention period.
 */
export async function endSubscriptions(
  transaction: Database,
  reader: SubscriberKey,
  kinds: readonly SubscriptionKind[],
  now: Date,
): Promise<void> {
  const { siteId, emailAddress } = reader;
  // Consents are locked before subscribers, in the same order as a confirmation.
  for (const kind of kinds) {
    const matchesKind = and(
      createSubscriberCondition(newsletterConsent, reader),
      eq(newsletterConsent.kind, kind),
    );
    await transaction
      .delete(newsletterConsent)
      .where(and(matchesKind, isNull(newsletterConsent.confirmedAt)));
    await transaction
      .update(newsletterConsent)
      .set({ endedAt: now })
      .where(and(matchesKind, isNull(newsletterConsent.endedAt)));
  }
  const remainingKinds = subscriptionKinds.filter((kind) => !kinds.includes(kind));
  const [remainingKind] = remainingKinds;
  if (remainingKind === undefined) {
    await transaction
      .delete(newsletterSubscriber)
      .where(createSubscriberCondition(newsletterSubscriber, reader));
  } else {
    const remainingColumn = newsletterSubscriber[remainingKind];
    await transaction
      .delete(newsletterSubscriber)
      .where(and(createSubscriberCondition(newsletterSubscriber, reader), eq(remainingColumn, false)));
    await transaction
      .update(newsletterSubscriber)
      .set(Object.fromEntries(kinds.map((kind) => [kind, false])))
      .where(createSubscriberCondition(newsletterSubscriber, reader));
  }
  for (const kind of kinds) {
    await deleteUnsentMails(transaction, {
      kinds: `${getCampaignMailKindPrefix(kind)}%`,
      siteId,
      emailAddress,
    });
  }
}

/** Returns the subscriber of an unsubscribe token from a mail. */
export async function findSubscriberByToken(
  handle: Database,
  siteId: number,
  { token, tokenHash }: { readonly token: string; readonly tokenHash: string },
): Promise<SubscriberKey | undefined> {
  const [subscriber] = await handle
    .select({ siteId: newsletterSubscriber.siteId, emailAddress: newsletterSubscriber.emailAddress })
    .from(newsletterSubscriber)
    .where(and(eq(newsletterSubscriber.siteId, siteId), eq(newsletterSubscriber.unsubscribeKey, token)));
  if (subscriber) return subscriber;
  const [consent] = await handle
    .select({ siteId: newsletterConsent.siteId, emailAddress: newsletterConsent.emailAddress })
    .from(newsletterConsent)
    .where(and(eq(newsletterConsent.siteId, siteId), eq(newsletterConsent.confirmTokenHash, tokenHash)));
  return consent;
}

/**
 * Moves the subscriptions of an owner to another address. The new address gets the kinds of both. The
 * unsubscribe link in mails to the former address becomes invalid, since that mailbox may belong to another
 * person by now.
 */
export async function moveSubscriptions(
  transaction: Database,
  from: SubscriberKey,
  newAddress: string,
): Promise<void> {
  const { siteId, emailAddress } = from;
  if (newAddress === emailAddress) return;
  const to = { siteId, emailAddress: newAddress };
  for (const kind of subscriptionKinds) {
    await deleteUnsentMails(transaction, {
      kinds: `${getCampaignMailKindPrefix(kind)}%`,
      siteId,
      emailAddress,
    });
  }
  // Unconfirmed requests are deleted: they were made for the former mailbox.
  await transaction
    .delete(newsletterConsent)
    .where(and(createSubscriberCondition(newsletterConsent, from), isNull(newsletterConsent.confirmedAt)));
  await transaction
    .update(newsletterConsent)
    .set({ emailAddress: newAddress, confirmTokenHash: null })
    .where(createSubscriberCondition(newsletterConsent, from));
  const [former] = await transaction
    .delete(newsletterSubscriber)
    .where(createSubscriberCondition(newsletterSubscriber, from))
    .returning();
  if (!former) return;
  const { newsletter, offers, languageId, createdAt } = former;
  await addSubscriptions(transaction, to, { newsletter, offers, languageId, now: createdAt });
}

/** Changes the language of subscriptions. Does nothing if the address has none. */
export async function setSubscriberLanguage(
  transaction: Database,
  reader: SubscriberKey,
  languageId: number,
): Promise<void> {
  await transaction
    .update(newsletterSubscriber)
    .set({ languageId })
    .where(createSubscriberCondition(newsletterSubscriber, reader));
}

/** Deletes all data of an address: its subscriptions and consents. */
export async function deleteSubscriber(transaction: Database, reader: SubscriberKey): Promise<void> {
  await transaction.delete(newsletterConsent).where(createSubscriberCondition(newsletterConsent, reader));
  await transaction
    .delete(newsletterSubscriber)
    .where(createSubscriberCondition(newsletterSubscriber, reader));
}

/** Deletes unconfirmed requests, and the proof of consents that ended long ago. */
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

/** A recipient of a campaign. */
export interface LockedSubscriber extends SubscriberKey {
  readonly subscriberId: number;
  readonly languageId: number;
  readonly unsubscribeKey: string;
}

/**
 * Returns and locks subscribers of a kind on some sites, in the order in which they subscribed. A concurrent
 * unsubscription finishes first, or waits until the mail is written.
 */
export async function lockSubscribers(
  transaction: Database,
  options: {
    readonly kind: SubscriptionKind;
    readonly siteIds: readonly number[];
    /** Range of subscriber ids: after this one, up to and including `upTo`. */
    readonly after: number;
    readonly upTo: number;
    readonly limit: number;
  },
): Promise<LockedSubscriber[]> {
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

/** Returns the id of the latest subscriber; 0 if there is none. */
export async function findLastSubscriberId(handle: Database): Promise<number> {
  const [row] = await handle
    .select({ last: max(newsletterSubscriber.subscriberId) })
    .from(newsletterSubscriber);
  return row?.last ?? 0;
}

/** Number of subscribers by mail kind, site and language. */
export interface SubscriberCount {
  readonly siteId: number;
  readonly languageId: number;
  readonly newsletter: number;
  readonly offers: number;
}

/** Counts subscribers. The result contains no addresses. */
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

/** A subscriber in an internal list. */
export interface ListedSubscriber {
  readonly subscriberId: number;
  readonly siteId: number;
  readonly languageId: number;
  readonly emailAddress: string;
  readonly newsletter: boolean;
  readonly offers: boolean;
  readonly createdAt: Date;
}

const listedSubscriberColumns = {
  subscriberId: newsletterSubscriber.subscriberId,
  siteId: newsletterSubscriber.siteId,
  languageId: newsletterSubscriber.languageId,
  emailAddress: newsletterSubscriber.emailAddress,
  newsletter: newsletterSubscriber.newsletter,
  offers: newsletterSubscriber.offers,
  createdAt: newsletterSubscriber.createdAt,
};

/** Lists a batch of subscribers, in the order in which they subscribed. */
export async function listSubscribers(
  handle: Database,
  {
    siteId,
    after,
    limit,
  }: { readonly siteId: number | null; readonly after: number; readonly limit: number },
): Promise<ListedSubscriber[]> {
  return handle
    .select(listedSubscriberColumns)
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
