import type { Database } from '../../core/database/database.ts';
import type { MailWriter } from '../../core/mail/mail-writer.ts';
import type {
  AccountOwner,
  ErasureStep,
  PersonalDataSource,
  PersonIdentity,
} from '../../core/privacy/personal-data-source.ts';
import type { AccountRecord } from '../../customers/accounts/types.ts';
import type { SiteDirectory } from '../../sites/site-directory.ts';
import type { LanguageRecord, SiteRecord } from '../../sites/site-record.ts';
import { composeAccountClosedMail } from './mails.ts';

/** Runs steps one by one, in the order of their positions. */
async function runErasureSteps<P extends PersonIdentity>(
  transaction: Database,
  steps: readonly ErasureStep<P>[],
  person: P,
): Promise<void> {
  const ordered = steps.toSorted((one, other) => one.position - other.position);
  for (const step of ordered) await step.erase(transaction, person);
}

/**
 * Deletes an account and all its data, as the sources define it. Records that must be retained by law stay
 * without the account: orders with their documents and payments, and withdrawals. Orders in progress remain
 * accessible by the links in their mails.
 *
 * @param locked account, locked until the transaction ends
 */
const forgetAccount = (
  transaction: Database,
  sources: readonly PersonalDataSource[],
  locked: AccountOwner,
): Promise<void> =>
  runErasureSteps(
    transaction,
    sources.flatMap(({ accountErasure }) => accountErasure ?? []),
    locked,
  );

/** Closes an account on request of its owner, in person or by staff: deletes it and sends a last mail. */
export async function closeAccount(
  transaction: Database,
  deps: { readonly mailWriter: MailWriter; readonly listSources: () => readonly PersonalDataSource[] },
  locked: AccountRecord,
  context: { readonly site: SiteRecord; readonly language: LanguageRecord; readonly now: Date },
): Promise<void> {
  await forgetAccount(transaction, deps.listSources(), locked);
  await deps.mailWriter.putMail(transaction, {
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
export const forgetGuest = (
  transaction: Database,
  sources: readonly PersonalDataSource[],
  guest: PersonIdentity,
): Promise<void> =>
  runErasureSteps(
    transaction,
    sources.flatMap(({ guestErasure }) => guestErasure ?? []),
    guest,
  );
