import type { Database } from '../../database/database.ts';
import { deleteMailsOf } from '../../mail/queries.ts';
import { type AccountRecord, deleteAccount } from '../accounts/queries.ts';
import { deleteCartsOfAccount } from '../carts/queries.ts';
import { deleteAdviceOfAccount } from '../feed-advice/queries.ts';
import { withdrawSamplesOfAccount } from '../lab-results/queries.ts';
import { deleteRecipient } from '../letters/queries.ts';
import { forgetReader } from '../newsletter/queries.ts';
import { unlinkOrders } from '../orders/queries.ts';
import { deleteReturnsOfAccount } from '../returns/queries.ts';
import { unlinkReviews } from '../reviews/queries.ts';
import { deleteQuotationsOf } from '../silo-quotations/queries.ts';
import { deleteRemindersOf } from '../stock-reminders/queries.ts';

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
  await unlinkOrders(transaction, accountId);
  await unlinkReviews(transaction, accountId);
  await deleteRemindersOf(transaction, locked, 'all');
  await forgetReader(transaction, locked);
  await deleteRecipient(transaction, locked.emailAddress);
  await deleteQuotationsOf(transaction, locked);
  await deleteMailsOf(transaction, locked);
  await deleteAccount(transaction, locked);
}
