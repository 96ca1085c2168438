import type { Address } from '../../../../shared/contract/addresses.ts';
import type { CallAnswer, CallInput } from '../../../../shared/contract/calls.ts';
import { HOUR_MS } from '../../../../shared/rules/durations.ts';
import {
  type CountryFormRules,
  cleanAddress,
  cleanCompany,
  cleanName,
  listCompanyProblems,
  listNameProblems,
  listPhoneProblems,
  type PersonProblem,
  type TypedName,
} from '../../../../shared/rules/people/person-details.ts';
import { readPhoneNumber } from '../../../../shared/rules/people/phone-number.ts';
import type { PublicAddress } from '../../../../shared/rules/public-origin.ts';
import { recordAuditEntry } from '../../core/audit/audit.ts';
import type { Database } from '../../core/database/database.ts';
import { createValidationFailed, ProblemError } from '../../core/http/problem-error.ts';
import { defineLimits, type Limiter } from '../../core/limits/limiter.ts';
import { findCountry } from '../../sites/countries/queries.ts';
import type { ContextOf } from '../../sites/scoped-call.ts';
import type { AddressLookupService } from '../address-lookups/service.ts';
import { type CheckAddress, listAddressFaults } from '../address-lookups/service.ts';
import { findSubscriptions, setSubscriberLanguage } from '../newsletter/queries.ts';
import type { AccountOrders, UnreadCounts } from './account-ports.ts';
import { readLanguage } from './account-requests.ts';
import { createAddressCheck } from './address-check.ts';
import { readCallbackPath } from './callback-path.ts';
import { type AccountChanges, findAccount, lockAccount, updateAccount } from './queries.ts';
import type { Sessions } from './sessions.ts';
import { findRequestedEmailAddress } from './token-queries.ts';
import type { AccountRecord } from './types.ts';

/** Shows an account to its owner, who can change everything except the sign-in credentials. */
export interface AccountDetailsService {
  fetch(context: ContextOf<'fetchAccount'>): Promise<CallAnswer<'fetchAccount'>>;
  update(context: ContextOf<'updateAccount'>, input: CallInput<'updateAccount'>): Promise<undefined>;
}

type AccountUpdate = CallInput<'updateAccount'>['body'];

export const accountDetailsRateLimits = defineLimits('account details', {
  changesPerAccount: { maxAttempts: 60, windowMs: HOUR_MS },
});

/** Returns the billing details that prefill a form; null if the account has no address. */
function createBillingPrefill(record: AccountRecord): CallAnswer<'fetchAccount'>['billing'] {
  const { firstName, lastName, emailAddress, phoneNumber, mobilePhoneNumber, companyName, vatNumber } =
    record;
  if (!record.address) return null;
  return {
    firstName,
    lastName,
    phoneNumber: phoneNumber || mobilePhoneNumber,
    emailAddress,
    address: record.address,
    companyName,
    vatNumber,
  };
}

/** Prefixes the field names of problems with the name of a part of the form. */
const prefixProblemFields = (part: string, problems: readonly PersonProblem[]): PersonProblem[] =>
  problems.map(({ field, code }) => ({ field: `${part}.${field}`, code }));

/** Creates the service. */
export function createAccountDetailsService(deps: {
  readonly database: Database;
  readonly sessions: Sessions;
  readonly publicAddress: PublicAddress;
  readonly limiter: Limiter;
  readonly addressLookups: AddressLookupService;
  readonly accountOrders: AccountOrders;
  readonly unreadCounts: UnreadCounts;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}): AccountDetailsService {
  const { database, sessions, publicAddress, limiter, accountOrders, unreadCounts, clock } = deps;

  /** @throws ProblemError `validation_failed` if the country is unknown */
  async function fetchRules(countryId: number, field: string): Promise<CountryFormRules> {
    const country = await findCountry(database, countryId);
    if (!country) throw createValidationFailed([{ field, code: 'unknown' }]);
    return country.formRules;
  }

  /** Returns an address in its stored form, with its validation problems. */
  async function readAddress(
    typed: Address,
    part: string,
    check: CheckAddress,
  ): Promise<readonly [Address, PersonProblem[]]> {
    const rules = await fetchRules(typed.countryId, `${part}.countryId`);
    const address = cleanAddress(typed, rules);
    return [address, await listAddressFaults(address, rules, check, `${part}.`)];
  }

  /** Returns a name and its address in stored form. The name may be missing if there is no address. */
  async function readPerson<T extends TypedName & { readonly address: Address | null }>(
    typed: T,
    part: string,
    check: CheckAddress,
  ): Promise<readonly [T, PersonProblem[]]> {
    const name = cleanName(typed);
    if (typed.address === null) return [{ ...typed, ...name }, []];
    const [address, problems] = await readAddress(typed.address, `${part}.address`, check);
    return [
      { ...typed, ...name, address },
      [...prefixProblemFields(part, listNameProblems(name)), ...problems],
    ];
  }

  /**
   * Returns the values to store for a change.
   *
   * @throws ProblemError `validation_failed`
   */
  async function readChanges(
    context: ContextOf<'updateAccount'>,
    record: AccountRecord,
    change: AccountUpdate,
  ): Promise<AccountChanges> {
    const problems: PersonProblem[] = [];
    const changes: AccountChanges = {};
    const check = createAddressCheck(deps, context, change.isAddressConfirmed);
    if (change.address !== undefined) {
      changes.address = null;
      if (change.address !== null) {
        const [address, found] = await readAddress(change.address, 'address', check);
        changes.address = address;
        problems.push(...found);
      }
    }
    // Phone and tax numbers follow the country of the address, or of the site if there is no address.
    const address = changes.address === undefined ? record.address : changes.address;
    const countryId = address?.countryId ?? context.site.site.countryId;
    const rules = await fetchRules(countryId, 'address.countryId');

    const name = cleanName({ ...record, ...change });
    for (const field of ['firstName', 'lastName'] as const) {
      if (change[field] === undefined) continue;
      changes[field] = name[field];
      problems.push(...listNameProblems(name).filter((problem) => problem.field === field));
    }
    for (const field of ['phoneNumber', 'mobilePhoneNumber'] as const) {
      const typed = change[field];
      if (typed === undefined) continue;
      const number = readPhoneNumber(typed, rules);
      changes[field] = number;
      const found = listPhoneProblems(number, rules, { isOptional: true });
      problems.push(...found.map(({ code }) => ({ field, code })));
    }
    const company = cleanCompany({ ...record, ...change }, rules);
    for (const field of ['companyName', 'vatNumber'] as const) {
      if (change[field] === undefined) continue;
      changes[field] = company[field];
      problems.push(...listCompanyProblems(company, rules).filter((problem) => problem.field === field));
    }
    if (change.languageId !== undefined) changes.languageId = readLanguage(context, change.languageId);
    if (change.shipping !== undefined) {
      changes.shipping = null;
      if (change.shipping !== null) {
        const { shippingMethod } = change.shipping;
        const isKnown = context.site.setting.shippingMethods.some(
          (known) => known.shippingMethod === shippingMethod,
        );
        if (!isKnown) throw createValidationFailed([{ field: 'shipping.shippingMethod', code: 'unknown' }]);
        const [shipping, found] = await readPerson(change.shipping, 'shipping', check);
        changes.shipping = shipping;
        problems.push(...found);
      }
    }
    if (change.alternativeShippingAddress !== undefined) {
      changes.alternativeShippingAddress = null;
      if (change.alternativeShippingAddress !== null) {
        const [alternative, found] = await readPerson(
          change.alternativeShippingAddress,
          'alternativeShippingAddress',
          check,
        );
        changes.alternativeShippingAddress = alternative;
        problems.push(...found);
      }
    }
    if (problems.length > 0) throw createValidationFailed(problems);
    return changes;
  }

  async function loadAccount(accountId: string): Promise<AccountRecord> {
    const record = await findAccount(database, accountId);
    // The account was closed after the session was looked up.
    if (!record) throw new ProblemError('not_authenticated');
    return record;
  }

  return {
    async fetch({ account: { accountId, sessionId } }) {
      const [record, newEmailAddress, unreadQuickscanResults, unreadFeedAdvice] = await Promise.all([
        loadAccount(accountId),
        findRequestedEmailAddress(database, accountId, new Date(clock())),
        unreadCounts.countUnreadResults(database, accountId),
        unreadCounts.countUnreadAdvice(database, accountId),
      ]);
      const { newsletter } = await findSubscriptions(database, record);
      const { emailAddress, firstName, lastName, phoneNumber, mobilePhoneNumber, languageId } = record;
      const { companyName, vatNumber, shipping, alternativeShippingAddress, createdAt } = record;
      return {
        userId: accountId,
        emailAddress,
        newEmailAddress,
        firstName,
        lastName,
        phoneNumber,
        mobilePhoneNumber,
        languageId,
        companyName,
        vatNumber,
        newsletterSubscribe: newsletter,
        unreadQuickscanResults,
        unreadFeedAdvice,
        billing: createBillingPrefill(record),
        latestBilling: record.address ? null : await accountOrders.findLatestBilling(database, accountId),
        shipping,
        alternativeShippingAddress,
        created: createdAt.toISOString(),
        formToken: sessions.createFormToken(sessionId),
      };
    },

    async update(context, { query, body }) {
      const { accountId } = context.account;
      // These changes send no mail. A callback URL on another host is still refused, as in every account
      // call.
      readCallbackPath(context.site, query.callbackUrl, { field: 'callbackUrl', publicAddress });
      await limiter.take(accountDetailsRateLimits.changesPerAccount, accountId);
      const changes = await readChanges(context, await loadAccount(accountId), body);
      const fields = Object.keys(changes).toSorted();
      if (fields.length === 0) return undefined;
      const now = new Date(clock());
      await database.transaction(
        'change-account',
        async (transaction) => {
          const locked = await lockAccount(transaction, accountId);
          if (!locked) throw new ProblemError('not_authenticated');
          await updateAccount(transaction, accountId, changes);
          if (changes.languageId !== undefined)
            await setSubscriberLanguage(transaction, locked, changes.languageId);
          await recordAuditEntry(transaction, {
            actor: { kind: 'account', id: accountId },
            act: 'change-details',
            resource: 'account',
            resourceId: accountId,
            details: { fields },
            now,
          });
        },
        { signal: context.signal },
      );
      return undefined;
    },
  };
}
