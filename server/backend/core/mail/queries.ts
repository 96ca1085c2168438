import { and, desc, eq, gte, inArray, isNotNull, isNull, like, lt, not, or, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { type QueueName, queueItem } from '../queue/tables.ts';
import { mailAttachment, outboxMail } from './tables.ts';

/** Mail as stored. */
export interface StoredMail {
  readonly outboxMailId: number;
  readonly kind: string;
  readonly siteId: number;
  readonly languageId: number;
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly unsubscribeUrl: string | null;
  readonly createdAt: Date;
  readonly sentAt: Date | null;
}

export interface NewMail {
  readonly kind: string;
  readonly siteId: number;
  readonly languageId: number;
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly unsubscribeUrl: string | null;
  /** Ids of stored documents. */
  readonly documents: readonly number[];
  readonly now: Date;
  /** Maximum number of mails of these types together per recipient in 24 hours; null if unlimited. */
  readonly limit: { readonly kinds: readonly string[]; readonly perDay: number } | null;
}

/**
 * Returns SQL that enqueues the mail of the common table expression `mail`. The ordering key is unique per
 * mail, so that no mail waits for another.
 */
const createMailItemSql = (name: QueueName, moment: string) => sql`
  insert into ${queueItem} (name, ordering_key, payload, due_since, run_at)
  select ${name}::text, 'mail ' || outbox_mail_id, jsonb_build_object('mailId', outbox_mail_id),
    ${moment}::timestamptz, ${moment}::timestamptz
  from mail`;
/** Campaign mails, which have their own name in the queue: no other mail waits for them. */
const CAMPAIGN_MAIL_KIND_PATTERN = /^letter-(?:newsletter|offers)-/;

/**
 * Writes a mail and the item of the queue that causes its delivery. Writes nothing if the recipient has reached the daily
 * limit.
 *
 * @param isWanted if false, the statement runs too, but writes nothing
 */
export async function insertMail(transaction: Database, mail: NewMail, isWanted: boolean): Promise<void> {
  const { kind, siteId, languageId, recipient, subject, text, html, unsubscribeUrl, documents, now } = mail;
  const { kinds, perDay } = mail.limit ?? { kinds: [], perDay: null };
  const moment = now.toISOString();
  const name = CAMPAIGN_MAIL_KIND_PATTERN.test(kind) ? 'letter' : 'mail';
  await transaction.execute(sql`
    with mail as (
      insert into ${outboxMail} (
        kind, site_id, language_id, recipient, subject, text, html, unsubscribe_url, created_at
      )
      select ${kind}::text, ${siteId}::integer, ${languageId}::integer, ${recipient}::text, ${subject}::text,
        ${text}::text, ${html}::text, ${unsubscribeUrl}::text, ${moment}::timestamptz
      where ${isWanted}::boolean and (
        ${perDay}::integer is null or ${perDay}::integer > (
          select count(*) from ${outboxMail} as earlier
          where lower(earlier.recipient) = lower(${recipient}::text)
            and earlier.kind = any(${sql.param(kinds)}::text[]) and earlier.created_at > ${moment}::timestamptz - interval '1 day'
        )
      )
      returning outbox_mail_id
    ), attached as (
      insert into ${mailAttachment} (outbox_mail_id, stored_document_id)
      select mail.outbox_mail_id, document.id from mail, unnest(${sql.param(documents)}::bigint[]) as document (id)
    )
    ${createMailItemSql(name, moment)}
  `);
}

/**
 * Sends a mail again, with the same content and documents, as a separate mail with its own delivery and
 * retention.
 */
export async function sendMailAgain(transaction: Database, outboxMailId: number, now: Date): Promise<void> {
  const moment = now.toISOString();
  await transaction.execute(sql`
    with mail as (
      insert into ${outboxMail} (
        kind, site_id, language_id, recipient, subject, text, html, unsubscribe_url, created_at
      )
      select kind, site_id, language_id, recipient, subject, text, html, unsubscribe_url,
        ${moment}::timestamptz
      from ${outboxMail} where outbox_mail_id = ${outboxMailId}::bigint
      returning outbox_mail_id
    ), attached as (
      insert into ${mailAttachment} (outbox_mail_id, stored_document_id)
      select mail.outbox_mail_id, carried.stored_document_id
      from mail, ${mailAttachment} carried where carried.outbox_mail_id = ${outboxMailId}::bigint
    )
    ${createMailItemSql('mail', moment)}
  `);
  transaction.wake('queue');
}

/** Returns a mail; undefined if it was deleted. */
export async function findMail(handle: Database, outboxMailId: number): Promise<StoredMail | undefined> {
  const [row] = await handle
    .select({
      outboxMailId: outboxMail.outboxMailId,
      kind: outboxMail.kind,
      siteId: outboxMail.siteId,
      languageId: outboxMail.languageId,
      recipient: outboxMail.recipient,
      subject: outboxMail.subject,
      text: outboxMail.text,
      html: outboxMail.html,
      unsubscribeUrl: outboxMail.unsubscribeUrl,
      createdAt: outboxMail.createdAt,
      sentAt: outboxMail.sentAt,
    })
    .from(outboxMail)
    .where(eq(outboxMail.outboxMailId, outboxMailId));
  return row;
}

/** Returns recipient and subject of mails by their ids. */
export async function listMailsByIds(
  handle: Database,
  ids: readonly number[],
): Promise<Pick<StoredMail, 'outboxMailId' | 'kind' | 'siteId' | 'recipient' | 'subject'>[]> {
  if (ids.length === 0) return [];
  return handle
    .select({
      outboxMailId: outboxMail.outboxMailId,
      kind: outboxMail.kind,
      siteId: outboxMail.siteId,
      recipient: outboxMail.recipient,
      subject: outboxMail.subject,
    })
    .from(outboxMail)
    .where(inArray(outboxMail.outboxMailId, [...ids]));
}

/** Types of mails that contain codes worth money. Their content is deleted after sending. */
const mailKindsWithCodes = ['gift-cards'];

/** Campaign mails: the content is stored once with the campaign, not per mail. */
const isLetter = like(outboxMail.kind, 'letter-%');

/** Types of mails to a person whose account was deleted. Nothing is stored after sending. */
const mailKindsAfterAccountDeletion = ['account-closed'];

export async function markMailSent(handle: Database, outboxMailId: number, now: Date): Promise<void> {
  await handle
    .delete(outboxMail)
    .where(
      and(eq(outboxMail.outboxMailId, outboxMailId), inArray(outboxMail.kind, mailKindsAfterAccountDeletion)),
    );
  const isEmptied = or(inArray(outboxMail.kind, mailKindsWithCodes), isLetter);
  await handle
    .update(outboxMail)
    .set({
      sentAt: now,
      failure: null,
      text: sql`case when ${isEmptied} then '' else ${outboxMail.text} end`,
      html: sql`case when ${isEmptied} then '' else ${outboxMail.html} end`,
    })
    .where(eq(outboxMail.outboxMailId, outboxMailId));
}

export async function markMailFailed(handle: Database, outboxMailId: number, failure: string): Promise<void> {
  await handle.update(outboxMail).set({ failure }).where(eq(outboxMail.outboxMailId, outboxMailId));
}

/** Deletes old mails, because they contain personal data. Dead items of these mails are deleted too. */
export async function deleteOldMails(
  handle: Database,
  before: { readonly sent: Date; readonly unsent: Date },
): Promise<void> {
  await handle
    .delete(outboxMail)
    .where(and(isNotNull(outboxMail.sentAt), lt(outboxMail.sentAt, before.sent)));
  await handle
    .delete(outboxMail)
    .where(and(isNull(outboxMail.sentAt), lt(outboxMail.createdAt, before.unsent)));
  await handle
    .delete(queueItem)
    .where(and(inArray(queueItem.name, ['mail', 'letter']), lt(queueItem.deadAt, before.unsent)));
}

/**
 * Deletes the mails to an address on a site. Pending mails about an order or a withdrawal and gift card mails
 * remain until they are sent.
 *
 * @param owner.emailAddress normalised address
 */
export async function deleteMailsOf(
  transaction: Database,
  owner: { readonly siteId: number; readonly emailAddress: string },
): Promise<void> {
  const mustBeDelivered = or(
    like(outboxMail.kind, 'order-%'),
    inArray(outboxMail.kind, [...mailKindsWithCodes, 'withdrawal-receipt']),
  );
  await transaction
    .delete(outboxMail)
    .where(
      and(
        eq(outboxMail.siteId, owner.siteId),
        eq(sql`lower(${outboxMail.recipient})`, owner.emailAddress),
        or(isNotNull(outboxMail.sentAt), not(mustBeDelivered ?? sql`false`)),
      ),
    );
}

/**
 * Deletes mails that are not sent yet, so that their items find nothing. A mail being sent at this moment
 * may still be delivered.
 *
 * @param mails.kinds `like` pattern: 'letter-offers-%'
 */
export async function deleteUnsentMails(
  transaction: Database,
  mails: { readonly kinds: string; readonly siteId?: number; readonly emailAddress?: string },
): Promise<void> {
  const { kinds, siteId, emailAddress } = mails;
  await transaction
    .delete(outboxMail)
    .where(
      and(
        isNull(outboxMail.sentAt),
        like(outboxMail.kind, kinds),
        siteId === undefined ? undefined : eq(outboxMail.siteId, siteId),
        emailAddress === undefined ? undefined : eq(sql`lower(${outboxMail.recipient})`, emailAddress),
      ),
    );
}

/** A stored mail without its content. */
export interface MailSummary
  extends Pick<StoredMail, 'outboxMailId' | 'kind' | 'subject' | 'createdAt' | 'sentAt'> {
  readonly failure: string | null;
  /** False for mails with secrets: their content is deleted once they are sent. */
  readonly isWhole: boolean;
}

/** Lists the mails to an address on a site since a time whose subject or text contains a text, the latest first. */
export async function listMailsContaining(
  handle: Database,
  wanted: {
    readonly siteId: number;
    readonly emailAddress: string;
    readonly since: Date;
    readonly text: string;
  },
): Promise<MailSummary[]> {
  return handle
    .select({
      outboxMailId: outboxMail.outboxMailId,
      kind: outboxMail.kind,
      subject: outboxMail.subject,
      createdAt: outboxMail.createdAt,
      sentAt: outboxMail.sentAt,
      failure: outboxMail.failure,
      isWhole: sql<boolean>`${outboxMail.text} <> ''`,
    })
    .from(outboxMail)
    .where(
      and(
        eq(outboxMail.siteId, wanted.siteId),
        sql`lower(${outboxMail.recipient}) = lower(${wanted.emailAddress})`,
        gte(outboxMail.createdAt, wanted.since),
        sql`position(${wanted.text} in ${outboxMail.subject} || ${outboxMail.text}) > 0`,
      ),
    )
    .orderBy(desc(outboxMail.outboxMailId))
    .limit(100);
}

/** Delivery counts of the mails of a kind. */
export interface DeliveryCounts {
  readonly sent: number;
  readonly waiting: number;
  /** Mails rejected by the mail server or given up after days of retries. */
  readonly failed: number;
}

/** Counts the mails of a kind that are still stored. */
export async function countMailsByDelivery(handle: Database, kind: string): Promise<DeliveryCounts> {
  const [row] = await handle
    .select({
      sent: sql<number>`count(*) filter (where ${outboxMail.sentAt} is not null)`.mapWith(Number),
      failed: sql<number>`count(*) filter (where ${queueItem.deadAt} is not null)`.mapWith(Number),
      all: sql<number>`count(*)`.mapWith(Number),
    })
    .from(outboxMail)
    .leftJoin(
      queueItem,
      and(eq(queueItem.orderingKey, sql`'mail ' || ${outboxMail.outboxMailId}`), isNotNull(queueItem.deadAt)),
    )
    .where(eq(outboxMail.kind, kind));
  const { sent = 0, failed = 0, all = 0 } = row ?? {};
  return { sent, failed, waiting: all - sent - failed };
}
