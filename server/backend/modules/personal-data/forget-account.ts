import type { Database } from '../../database/database.ts';
import type { MailWriter } from '../../mail/mail-writer.ts';
import { deleteMailsOf } from '../../mail/queries.ts';
import type { SiteDirectory } from '../../scope/site-directory.ts';
import type { LanguageRecord, SiteRecord } from '../../scope/site-record.ts';
import { type AccountRecord, deleteAccount } from '../accounts/queries.ts';
import { deleteCartsOfAccount, deleteCartsOfGuest } from '../carts/queries.ts';
import { deleteAdviceOfAccount } from '../feed-advice/queries.ts';
import { withdrawSamplesOfAccount } from '../lab-results/queries.ts';
import { deleteRecipient } from '../letters/queries.ts';
import { forgetReader } from '../newsletter/queries.ts';
import { deleteNotesOf, unlinkOrders } from '../orders/queries.ts';
import { deleteReturnsOfAccount } from '../returns/queries.ts';
import { unlinkReviews } from '../reviews/queries.ts';
import { deleteQuotationsOf } from '../silo-quotations/queries.ts';
import { deleteRemindersOf } from '../stock-reminders/queries.ts';
import { composeClosedMail } from './mails.ts';

/**
 * Forgets an account and all that is of it, as `personTables` says. What the law asks to keep stays and names no account any more:
 * orders with their papers and payments, and withdrawals; orders that are not over are reached by the links in their mails.
 *
 * @param locked for this transaction alone
 */
export async function forgetAccount(transaction: Database, locked: AccountRecord): Promise<void> {
  const { accountId } = locked;
  await deleteCartsOfAccount(transaction, accountId);
  await deleteReturnsOfAccount(transaction, accountId);
  await deleteAdviceOfAccount(transaction, accountId);
  await withdrawSamplesOfAccount(transaction, accountId);
  await deleteNotesOf(transaction, { accountId });
  await unlinkOrders(transaction, accountId);
  await unlinkReviews(transaction, accountId);
  await deleteRemindersOf(transaction, locked, 'all');
  await forgetReader(transaction, locked);
  await deleteRecipient(transaction, locked.emailAddress);
  await deleteQuotationsOf(transaction, locked);
  await deleteMailsOf(transaction, locked);
  await deleteAccount(transaction, locked);
}

/** Closes an account for its owner, or for those whom its owner has asked: forgets it, and tells them by a last mail. */
export async function closeAccount(
  transaction: Database,
  { mailWriter }: { readonly mailWriter: MailWriter },
  locked: AccountRecord,
  told: { readonly site: SiteRecord; readonly language: LanguageRecord; readonly now: Date },
): Promise<void> {
  await forgetAccount(transaction, locked);
  await mailWriter.putMail(transaction, {
    kind: 'account-closed',
    ...told,
    recipient: locked.emailAddress,
    compose: composeClosedMail,
  });
}

/** The language of an account, if its site still speaks it. */
export async function findOwnLanguage(
  sites: SiteDirectory,
  site: SiteRecord,
  { languageId }: Pick<AccountRecord, 'languageId'>,
): Promise<LanguageRecord | undefined> {
  const isSpoken = site.languages.some((row) => row.languageId === languageId);
  return isSpoken ? sites.findLanguage(languageId) : undefined;
}

/**
 * Forgets what is kept of somebody without an account: carts, reminders, letters, requests, notes about their orders and mails. Orders with their papers
 * and withdrawals stay as long as the law asks for.
 */
export async function forgetGuest(
  transaction: Database,
  guest: { readonly siteId: number; readonly emailAddress: string },
): Promise<void> {
  await deleteNotesOf(transaction, guest);
  await deleteCartsOfGuest(transaction, guest);
  await deleteRemindersOf(transaction, guest, 'all');
  await forgetReader(transaction, guest);
  await deleteRecipient(transaction, guest.emailAddress);
  await deleteQuotationsOf(transaction, guest);
  await deleteMailsOf(transaction, guest);
}
