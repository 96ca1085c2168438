import type { Database } from '../../../core/database/database.ts';
import { putAccountRequest } from '../../../customers/accounts/service.ts';
import type { ContextOf } from '../../../sites/scoped-call.ts';
import type { LockedCheckoutCart } from '../../carts/service.ts';

/**
 * Requests an account for a guest who has chosen a password. The activation mail is written after the order
 * is placed.
 */
export async function requestAccount(
  transaction: Database,
  { site, language, account, now }: ContextOf<'completeCart'>,
  { record: { billing, passwordHash, confirmPath } }: LockedCheckoutCart,
): Promise<void> {
  if (!billing || passwordHash === null || confirmPath === null || account !== null) return;
  const { firstName, lastName, phoneNumber, companyName = '', vatNumber = '', address } = billing;
  await putAccountRequest(transaction, {
    kind: 'register',
    siteId: site.site.siteId,
    languageId: language.languageId,
    subject: billing.emailAddress,
    callbackPath: confirmPath,
    registration: {
      passwordHash,
      firstName,
      lastName,
      phoneNumber,
      companyName,
      vatNumber,
      address,
      // The newsletter has its own opt-in mail.
      newsletter: false,
      newsletterConsent: null,
    },
    createdAt: now,
  });
}
