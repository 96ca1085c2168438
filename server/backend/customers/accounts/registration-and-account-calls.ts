import type { BackendModule, ModuleDeps } from '../../sites/backend-module.ts';
import { createCall } from '../../sites/scoped-call.ts';
import type { AddressLookupService } from '../address-lookups/service.ts';
import type { Passwords } from './acceptable-passwords.ts';
import { createAccountDetailsService } from './account-details.ts';
import { createAccountMailer } from './account-mailer.ts';
import type { AccountPorts } from './account-ports.ts';
import { ACCOUNT_REQUEST_JOB } from './account-request-queries.ts';
import { createAccountRequestWorker } from './account-request-worker.ts';
import { createAccountRequestService } from './account-requests.ts';
import { createAddressBook } from './address-book.ts';
import type { BotChecks } from './bot-checks.ts';
import { createCredentialService } from './change-credentials.ts';
import { createConfirm } from './confirm-mailed-link.ts';
import { createPasswordHashing } from './password-hashing.ts';
import type { Sessions } from './sessions.ts';
import { createTokenValidator, tokenKindsByPurpose } from './token-validator.ts';

/**
 * Creates registration and account changes: requests, the actions of mailed links, and changes by account
 * owners.
 */
export function createRegistrationAndAccountCalls(
  deps: ModuleDeps &
    AccountPorts & {
      readonly botChecks: BotChecks;
      readonly addressLookups: AddressLookupService;
      readonly sessions: Sessions;
      readonly passwords: Passwords;
    },
): Required<Pick<BackendModule, 'calls' | 'queueWorkers'>> {
  const parts = {
    ...deps,
    mailer: createAccountMailer(deps),
    tokenValidator: createTokenValidator(deps),
    passwordHashing: createPasswordHashing(deps),
  };
  const requests = createAccountRequestService(parts);
  const confirm = createConfirm(parts);
  const credentials = createCredentialService(parts);
  const accountDetails = createAccountDetailsService(parts);
  const addressBook = createAddressBook(parts);
  return {
    calls: [
      createCall('registerAccount', (context, input) => requests.register(context, input)),
      createCall('forgotPassword', (context, input) => requests.forgot(context, input)),
      createCall('resendConfirmation', (context, input) => requests.resend(context, input)),
      createCall('confirmAccount', (context, input) => confirm(context, input)),
      createCall('checkAccountLink', async (context, { params: { userId }, query: { token, purpose } }) => ({
        isOpen: await parts.tokenValidator.isOpen(
          context,
          { userId, token, kinds: tokenKindsByPurpose[purpose] },
          new Date(deps.clock()),
        ),
      })),
      createCall('resetPassword', (context, input) => credentials.reset(context, input)),
      createCall('changePassword', (context, input) => credentials.changePassword(context, input)),
      createCall('confirmPassword', (context, input) => credentials.confirmPassword(context, input)),
      createCall('changeEmailAddress', (context, input) => credentials.changeAddress(context, input)),
      createCall('fetchAccount', (context) => accountDetails.fetch(context)),
      createCall('updateAccount', (context, input) => accountDetails.update(context, input)),
      createCall('fetchSavedAddresses', (context) => addressBook.list(context)),
      createCall('saveAddress', (context, input) => addressBook.add(context, input)),
      createCall('changeSavedAddress', (context, input) => addressBook.change(context, input)),
      createCall('deleteSavedAddress', (context, input) => addressBook.delete(context, input)),
    ],
    queueWorkers: { [ACCOUNT_REQUEST_JOB]: createAccountRequestWorker(parts) },
  };
}
