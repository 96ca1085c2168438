import type { Database } from '../../database/database.ts';
import type { MailWriter } from '../../mail/mail-writer.ts';
import { deleteMailsOf } from '../../mail/queries.ts';
import type { SiteDirectory } from '../../scope/site-directory.ts';
import type { LanguageRecord, SiteRecord } from '../../scope/site-record.ts';
import { type AccountRecord, deleteAccount } from '../accounts/queries.ts';
import { deleteCartsOfAccount, deleteCartsOfGuest } from '../carts/queries.ts';
import { deleteAdviceOfAccount } from '../feed-advice/queries.ts';
import { withdrawSamplesOfAccount } from '../lab-results/queries.ts';
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
  await deleteQuotationsOf(transaction, locked);
  await deleteMailsOf(transaction, locked);
  await deleteAccount(transaction, locked);
}

/** Closes an account for its owner, or for those whom its owner has asked: forgets it, and tells them by a last mail. */
export async function closeAccount(
  transaction: Database,
  deps: { readonly sites: SiteDirectory; readonly mailWriter: MailWriter },
  locked: AccountRecord,
  {
    now,
    asked,
  }: {
    readonly now: Date;
    /** Where its owner asked for it; left out: the site of the account, in its language. */
    readonly asked?: { readonly site: SiteRecord; readonly language: LanguageRecord };
  },
): Promise<void> {
  const site = asked?.site ?? (await deps.sites.findSiteOfMail(locked.siteId));
  // The mail speaks the language of the account, if the site still does.
  const isSpoken = site?.languages.some(({ languageId }) => languageId === locked.languageId) ?? false;
  const own = isSpoken ? await deps.sites.findLanguage(locked.languageId) : undefined;
  const language =
    own ?? asked?.language ?? (site && (await deps.sites.findLanguage(site.site.fallbackLanguageId)));
  await forgetAccount(transaction, locked);
  if (!site || !language) return;
  await deps.mailWriter.putMail(transaction, {
    kind: 'account-closed',
    site,
    language,
    recipient: locked.emailAddress,
    now,
    compose: composeClosedMail,
  });
}

/**
 * Forgets what is kept of somebody without an account: reminders, requests, notes about their orders and mails. Orders with their papers
 * and withdrawals stay as long as the law asks for.
 */
export async function forgetGuest(
  transaction: Database,
  guest: { readonly siteId: number; readonly emailAddress: string },
): Promise<void> {
  await deleteNotesOf(transaction, guest);
  await deleteCartsOfGuest(transaction, guest);
  await deleteRemindersOf(transaction, guest, 'all');
  await deleteQuotationsOf(transaction, guest);
  await deleteMailsOf(transaction, guest);
}
