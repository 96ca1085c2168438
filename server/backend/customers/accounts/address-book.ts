import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { AddressToSave, SavedAddress } from '../../../../shared/contract/accounts.ts';
import type { CallAnswer, CallInput } from '../../../../shared/contract/calls.ts';
import {
  listAddressNameProblems,
  MAX_SAVED_ADDRESSES,
} from '../../../../shared/rules/people/person-details.ts';
import { cleanLine, getNameKey } from '../../../../shared/rules/typed-text.ts';
import { recordAuditEntry } from '../../core/audit/audit.ts';
import type { Database } from '../../core/database/database.ts';
import { createNotFound, createValidationFailed, ProblemError } from '../../core/http/problem-error.ts';
import type { Limiter } from '../../core/limits/limiter.ts';
import { assertCountryDeliverable } from '../../sites/assert-country-deliverable.ts';
import type { ContextOf } from '../../sites/scoped-call.ts';
import type { AddressLookupService } from '../address-lookups/service.ts';
import { validateRecipient } from '../address-lookups/service.ts';
import { accountDetailsRateLimits } from './account-details.ts';
import type { AccountOrders } from './account-ports.ts';
import { createAddressCheck } from './address-check.ts';
import {
  type AddressRecord,
  deleteAddress,
  hasAddress,
  insertAddress,
  listAddresses,
  updateAddress,
} from './address-queries.ts';
import { lockAccount } from './queries.ts';

/** Stores the delivery addresses that an account owner has saved, each under a name. */
export interface AddressBook {
  list(context: ContextOf<'fetchSavedAddresses'>): Promise<CallAnswer<'fetchSavedAddresses'>>;
  /**
   * @throws ProblemError `validation_failed`, `address_name_taken`, `too_many_addresses`, and the errors of
   * the contract
   */
  add(context: ContextOf<'saveAddress'>, input: CallInput<'saveAddress'>): Promise<SavedAddress>;
  /**
   * @throws ProblemError `not_found`, `validation_failed`, `address_name_taken`, and the errors of the
   * contract
   */
  change(
    context: ContextOf<'changeSavedAddress'>,
    input: CallInput<'changeSavedAddress'>,
  ): Promise<SavedAddress>;
  /** @throws ProblemError `not_found` */
  delete(
    context: ContextOf<'deleteSavedAddress'>,
    input: CallInput<'deleteSavedAddress'>,
  ): Promise<undefined>;
}

const toSavedAddress = ({ addressId, addressName, recipient }: AddressRecord): SavedAddress => ({
  addressId,
  addressName,
  ...recipient,
});

type SaveAddressContext = ContextOf<'saveAddress'>;
type AddressEntry = Pick<AddressRecord, 'addressName' | 'nameKey' | 'recipient'>;

/** Creates the address book. */
export function createAddressBook(deps: {
  readonly database: Database;
  readonly limiter: Limiter;
  readonly addressLookups: AddressLookupService;
  readonly accountOrders: AccountOrders;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}): AddressBook {
  const { database, limiter, clock } = deps;

  /** Validates an entry by the checkout rules for delivery addresses. @throws ProblemError */
  async function readEntry(context: SaveAddressContext, body: AddressToSave): Promise<AddressEntry> {
    const { addressName: typed, isAddressConfirmed, ...person } = body;
    const addressName = cleanLine(typed);
    const check = createAddressCheck(deps, context, isAddressConfirmed);
    const { recipient, problems } = await validateRecipient(database, person, check);
    const found = [...listAddressNameProblems(addressName), ...problems];
    if (found.length > 0) throw createValidationFailed(found);
    await assertCountryDeliverable(database, context, recipient.address.countryId);
    return { addressName, nameKey: getNameKey(addressName), recipient };
  }

  /** @throws ProblemError `not_found` if the address belongs to another account */
  async function assertAddressExists(
    { account: { accountId } }: SaveAddressContext,
    addressId: string,
  ): Promise<void> {
    if (!(await hasAddress(database, { addressId, accountId }))) throw createNotFound();
  }

  /** Changes the address book of an account and logs the change. Changes of one account run sequentially. */
  async function changeBook<T>(
    { account: { accountId }, signal }: SaveAddressContext,
    act: 'save-address' | 'change-saved-address' | 'delete-saved-address',
    work: (transaction: Database, accountId: string, now: Date) => Promise<T>,
  ): Promise<T> {
    await limiter.take(accountDetailsRateLimits.changesPerAccount, accountId);
    const now = new Date(clock());
    return database.transaction(
      'change-account',
      async (transaction) => {
        if (!(await lockAccount(transaction, accountId))) throw new ProblemError('not_authenticated');
        const result = await work(transaction, accountId, now);
        const actor = { kind: 'account', id: accountId } as const;
        await recordAuditEntry(transaction, { actor, act, resource: 'account', resourceId: accountId, now });
        return result;
      },
      { signal },
    );
  }

  return {
    async list({ account, language }) {
      const { compare } = new Intl.Collator(language.culture);
      return (await listAddresses(database, account.accountId))
        .map(toSavedAddress)
        .toSorted((a, b) => compare(a.addressName, b.addressName));
    },

    async add(context, { body }) {
      const entry = await readEntry(context, body);
      return changeBook(context, 'save-address', async (transaction, accountId, now) => {
        const addresses = await listAddresses(transaction, accountId);
        const namesake = addresses.find(({ nameKey }) => nameKey === entry.nameKey);
        if (namesake) {
          // The same call was repeated, for example because a checkout step was sent again.
          if (isDeepStrictEqual(namesake.recipient, entry.recipient)) return toSavedAddress(namesake);
          throw new ProblemError('address_name_taken');
        }
        if (addresses.length >= MAX_SAVED_ADDRESSES) throw new ProblemError('too_many_addresses');
        const address = { addressId: randomUUID(), accountId, ...entry, createdAt: now, changedAt: now };
        await insertAddress(transaction, address);
        return toSavedAddress(address);
      });
    },

    async change(context, { params: { addressId }, body }) {
      await assertAddressExists(context, addressId);
      const entry = await readEntry(context, body);
      return changeBook(context, 'change-saved-address', async (transaction, accountId, now) => {
        const addresses = await listAddresses(transaction, accountId);
        const changed = addresses.find((address) => address.addressId === addressId);
        if (!changed) throw createNotFound();
        const isTaken = addresses.some((address) => address !== changed && address.nameKey === entry.nameKey);
        if (isTaken) throw new ProblemError('address_name_taken');
        await updateAddress(transaction, { addressId, accountId }, { ...entry, changedAt: now });
        return toSavedAddress({ ...changed, ...entry });
      });
    },

    async delete(context, { params: { addressId } }) {
      await assertAddressExists(context, addressId);
      return changeBook(context, 'delete-saved-address', async (transaction, accountId) => {
        if (!(await deleteAddress(transaction, { addressId, accountId }))) throw createNotFound();
        return undefined;
      });
    },
  };
}
