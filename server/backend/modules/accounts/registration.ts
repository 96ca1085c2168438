import { createCall } from '../../http/call.ts';
import type { BackendModule, ModuleDeps } from '../../module.ts';
import type { AddressLookupService } from '../address-lookups/service.ts';
import { createAccountMailer } from './account-mailer.ts';
import { createAddressBook } from './address-book.ts';
import type { BotChecks } from './bot-checks.ts';
import { createConfirm } from './confirm.ts';
import { createCredentialService } from './credentials.ts';
import { createOwnAccountService } from './own-account.ts';
import { createPasswordWork } from './password-work.ts';
import { ACCOUNT_REQUEST_JOB } from './request-queries.ts';
import { createAccountRequestService } from './requests.ts';
import { createAccountRequestWorker } from './serve-requests.ts';
import { createShownTokens, tokenKindsOf } from './shown-tokens.ts';

/**
 * Creates registration and account changes: requests, the actions of mailed links, and changes by account
 * owners.
 */
export function createRegistration(
  deps: ModuleDeps & { readonly botChecks: BotChecks; readonly addressLookups: AddressLookupService },
): Required<Pick<BackendModule, 'calls' | 'queuedWorkers'>> {
  const parts = {
    ...deps,
    mailer: createAccountMailer(deps),
    shownTokens: createShownTokens(deps),
    passwordWork: createPasswordWork(deps),
  };
  const requests = createAccountRequestService(parts);
  const confirm = createConfirm(parts);
  const credentials = createCredentialService(parts);
  const own = createOwnAccountService(parts);
  const addressBook = createAddressBook(parts);
  return {
    calls: [
      createCall('registerAccount', (context, input) => requests.register(context, input)),
      createCall('forgotPassword', (context, input) => requests.forgot(context, input)),
      createCall('resendConfirmation', (context, input) => requests.resend(context, input)),
      createCall('confirmAccount', (context, input) => confirm(context, input)),
      createCall('checkAccountLink', async (context, { params: { userId }, query: { token, purpose } }) => ({
        isOpen: await parts.shownTokens.isOpen(
          context,
          { userId, token, kinds: tokenKindsOf[purpose] },
          new Date(deps.clock()),
        ),
      })),
      createCall('resetPassword', (context, input) => credentials.reset(context, input)),
      createCall('changePassword', (context, input) => credentials.changePassword(context, input)),
      createCall('confirmPassword', (context, input) => credentials.confirmPassword(context, input)),
      createCall('changeEmailAddress', (context, input) => credentials.changeAddress(context, input)),
      createCall('fetchAccount', (context) => own.fetch(context)),
      createCall('updateAccount', (context, input) => own.update(context, input)),
      createCall('fetchSavedAddresses', (context) => addressBook.list(context)),
      createCall('saveAddress', (context, input) => addressBook.add(context, input)),
      createCall('changeSavedAddress', (context, input) => addressBook.change(context, input)),
      createCall('deleteSavedAddress', (context, input) => addressBook.delete(context, input)),
    ],
    queuedWorkers: { [ACCOUNT_REQUEST_JOB]: createAccountRequestWorker(parts) },
  };
}
