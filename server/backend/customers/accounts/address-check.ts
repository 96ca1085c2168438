import type { Database } from '../../core/database/database.ts';
import type { ContextOf } from '../../sites/scoped-call.ts';
import type { AddressLookupService, CheckAddress } from '../address-lookups/service.ts';
import type { AccountOrders } from './account-ports.ts';
import { listStoredAddresses } from './queries.ts';

/**
 * Creates the check of addresses that an account owner submits. Addresses that the account has already stored
 * pass.
 */
export const createAddressCheck =
  (
    deps: {
      readonly database: Database;
      readonly addressLookups: AddressLookupService;
      readonly accountOrders: AccountOrders;
    },
    context: Pick<ContextOf<'updateAccount'>, 'account' | 'visitorAddress'>,
    isAddressConfirmed: boolean | undefined,
  ): CheckAddress =>
  (address, path) =>
    deps.addressLookups.listProblems(
      address,
      {
        visitorAddress: context.visitorAddress,
        isAddressConfirmed,
        listStored: () => listStoredAddresses(deps.database, context.account.accountId, deps.accountOrders),
      },
      path,
    );
