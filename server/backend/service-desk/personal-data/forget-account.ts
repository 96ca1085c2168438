import { unlinkReviews } from '../../catalogue/reviews/queries.ts';
import { deleteCartsOfAccount, deleteCartsOfGuest } from '../../commerce/carts/queries.ts';
import { deleteOrderNotesOfPerson, unlinkOrdersFromAccount } from '../../commerce/orders/queries.ts';
import { deleteReturnsOfAccount } from '../../commerce/returns/queries.ts';
import { deleteQuotationsOfAddress } from '../../commerce/silo-quotations/queries.ts';
import { deleteRemindersOf } from '../../commerce/stock-reminders/queries.ts';
import type { Database } from '../../core/database/database.ts';
import type { MailWriter } from '../../core/mail/mail-writer.ts';
import { deleteMailsOf } from '../../core/mail/queries.ts';
import { type AccountRecord, deleteAccount } from '../../customers/accounts/queries.ts';
import { deleteSubscriber } from '../../customers/newsletter/queries.ts';
import { deleteAdviceOfAccount } from '../../nutrition/feed-advice/queries.ts';
import { withdrawSamplesOfAccount } from '../../nutrition/lab-results/queries.ts';
import type { SiteDirectory } from '../../sites/site-directory.ts';
import type { LanguageRecord, SiteRecord } from '../../sites/site-record.ts';
import { deleteCampaignRecipient } from '../mail-campaigns/queries.ts';
import { composeAccountClosedMail } from './mails.ts';

/**
 * Deletes an account and all its data, as defined in `personTables`. Records that must be retained by law
 * stay without the account: orders with their documents and payments, and withdrawals. Orders in progress
 * remain accessible by the links in their mails.
 *
 * @param locked account, locked until the transaction ends
 */
export async function forgetAccount(transaction: Database, locked: AccountRecord): Promise<void> {
  const { accountId } = locked;
  await deleteCartsOfAccount(transaction, accountId);
  await deleteReturnsOfAccount(transaction, accountId);
  await deleteAdviceOfAccount(transaction, accountId);
  await withdrawSamplesOfAccount(transaction, accountId);
  await deleteOrderNotesOfPerson(transaction, { accountId });
  await unlinkOrdersFromAccount(transaction, accountId);
  await unlinkReviews(transaction, accountId);
  await deleteRemindersOf(transaction, locked, 'all');
  await deleteSubscriber(transaction, locked);
  await deleteCampaignRecipient(transaction, locked.emailAddress);
  await deleteQuotationsOfAddress(transaction, locked);
  await deleteMailsOf(transaction, locked);
  await deleteAccount(transaction, locked);
}

/** Closes an account on request of its owner, in person or by staff: deletes it and sends a last mail. */
export async function closeAccount(
  transaction: Database,
  { mailWriter }: { readonly mailWriter: MailWriter },
  locked: AccountRecord,
  context: { readonly site: SiteRecord; readonly language: LanguageRecord; readonly now: Date },
): Promise<void> {
  await forgetAccount(transaction, locked);
  await mailWriter.putMail(transaction, {
    kind: 'account-closed',
    ...context,
    recipient: locked.emailAddress,
    compose: composeAccountClosedMail,
  });
}

/** Returns the language of an account, if its site still offers it. */
export async function findAccountLanguage(
  sites: SiteDirectory,
  site: SiteRecord,
  { languageId }: Pick<AccountRecord, 'languageId'>,
): Promise<LanguageRecord | undefined> {
  const isOffered = site.languages.some((row) => row.languageId === languageId);
  return isOffered ? sites.findLanguage(languageId) : undefined;
}

/**
 * Deletes the data of a person without an account: carts, reminders, subscriptions, requests, notes about
 * their orders, and mails. Orders with their documents and withdrawals stay for the statutory retention
 * period.
 */
export async function forgetGuest(
  transaction: Database,
  guest: { readonly siteId: number; readonly emailAddress: string },
): Promise<void> {
  await deleteOrderNotesOfPerson(transaction, guest);
  await deleteCartsOfGuest(transaction, guest);
  await deleteRemindersOf(transaction, guest, 'all');
  await deleteSubscriber(transaction, guest);
  await deleteCampaignRecipient(transaction, guest.emailAddress);
  await deleteQuotationsOfAddress(transaction, guest);
  await deleteMailsOf(transaction, guest);
}
