import { and, eq, inArray, isNotNull, isNull, like, lt, not, or, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { language } from '../modules/languages/tables.ts';
import { outboxEvent } from '../outbox/tables.ts';
import { mailAttachment, outboxMail } from './tables.ts';

/** A mail as it was written. */
export interface StoredMail {
  readonly outboxMailId: number;
  readonly kind: string;
  readonly siteId: number;
  readonly culture: string;
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
  /** Mails of some kinds together that the recipient may get in 24 hours; null for no limit. */
  readonly limit: { readonly kinds: readonly string[]; readonly perDay: number } | null;
}

/** One mail never waits for another, so each has a key of its own. */
const eventColumns = sql`kind, ordering_key, payload, created_at, next_attempt_at`;
const eventOfMail = (moment: string, payload = sql`'{}'`) => sql`
  select 'mail', 'mail ' || outbox_mail_id, ${payload}::jsonb || jsonb_build_object('mailId', outbox_mail_id),
    ${moment}::timestamptz, ${moment}::timestamptz`;
/** Delivered beside other mails, and never before them. */
const LETTER = /^letter-(?:newsletter|offers)-/;

/**
 * Writes a mail and the event that has it sent. Writes nothing if the recipient has had as many as they may get in a day.
 *
 * @param isWanted false: the statement runs all the same and writes nothing
 */
export async function insertMail(transaction: Database, mail: NewMail, isWanted: boolean): Promise<void> {
  const { kind, siteId, languageId, recipient, subject, text, html, unsubscribeUrl, documents, now } = mail;
  const { kinds, perDay } = mail.limit ?? { kinds: [], perDay: null };
  const moment = now.toISOString();
  const payload = LETTER.test(kind) ? sql`'{"isLetter": true}'` : undefined;
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
    insert into ${outboxEvent} (${eventColumns}) ${eventOfMail(moment, payload)} from mail
  `);
}

/** Has a mail sent once more, as it was written and with what it carried: a mail of its own, which ends and is forgotten by itself. */
export async function copyMail(transaction: Database, outboxMailId: number, now: Date): Promise<void> {
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
    insert into ${outboxEvent} (${eventColumns}) ${eventOfMail(moment)} from mail
  `);
  transaction.wake('events');
}

/** A mail; undefined where it was deleted. */
export async function findMail(handle: Database, outboxMailId: number): Promise<StoredMail | undefined> {
  const [row] = await handle
    .select({
      outboxMailId: outboxMail.outboxMailId,
      kind: outboxMail.kind,
      siteId: outboxMail.siteId,
      culture: language.culture,
      recipient: outboxMail.recipient,
      subject: outboxMail.subject,
      text: outboxMail.text,
      html: outboxMail.html,
      unsubscribeUrl: outboxMail.unsubscribeUrl,
      createdAt: outboxMail.createdAt,
      sentAt: outboxMail.sentAt,
    })
    .from(outboxMail)
    .innerJoin(language, eq(language.languageId, outboxMail.languageId))
    .where(eq(outboxMail.outboxMailId, outboxMailId));
  return row;
}

/** Some mails, by their ids: whom they are for and what they are about. */
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

/** Mails that are money for whoever reads them: nothing of what they say is kept once they are sent. */
const moneyMails = ['gift-cards'];

/** Letters: what they say is kept with the letter, not a hundred thousand times beside it. */
const isLetter = like(outboxMail.kind, 'letter-%');

/** Mails to somebody who has asked the shop to forget them: nothing is kept of one that was sent. */
const lastMails = ['account-closed'];

export async function markSent(handle: Database, outboxMailId: number, now: Date): Promise<void> {
  await handle
    .delete(outboxMail)
    .where(and(eq(outboxMail.outboxMailId, outboxMailId), inArray(outboxMail.kind, lastMails)));
  const isEmptied = or(inArray(outboxMail.kind, moneyMails), isLetter);
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

export async function markFailed(handle: Database, outboxMailId: number, failure: string): Promise<void> {
  await handle.update(outboxMail).set({ failure }).where(eq(outboxMail.outboxMailId, outboxMailId));
}

/** Mails name people: none is kept for longer than somebody may ask about it, and what was given up goes with it. */
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
    .delete(outboxEvent)
    .where(and(eq(outboxEvent.kind, 'mail'), lt(outboxEvent.deadAt, before.unsent)));
}

/**
 * Forgets the mails to an address on a site; those that were not sent and tell of an order or what the law asks for are sent first.
 *
 * @param owner.emailAddress in its normal form
 */
export async function deleteMailsOf(
  transaction: Database,
  owner: { readonly siteId: number; readonly emailAddress: string },
): Promise<void> {
  const isOwed = or(
    like(outboxMail.kind, 'order-%'),
    inArray(outboxMail.kind, [...moneyMails, 'withdrawal-receipt']),
  );
  await transaction
    .delete(outboxMail)
    .where(
      and(
        eq(outboxMail.siteId, owner.siteId),
        eq(sql`lower(${outboxMail.recipient})`, owner.emailAddress),
        or(isNotNull(outboxMail.sentAt), not(isOwed ?? sql`false`)),
      ),
    );
}

/**
 * Takes mails back that were not sent yet: their events find nothing then. One that is being handed over just now may still go.
 *
 * @param mails.kinds pattern of `like`: 'letter-offers-%'
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
