import type { Address } from '../../../../shared/contract/addresses.ts';
import type { CallAnswer, CallInput } from '../../../../shared/contract/calls.ts';
import { HOUR_MS } from '../../../../shared/rules/durations.ts';
import { getAddressKey } from '../../../../shared/rules/people/address-key.ts';
import type { PersonProblem } from '../../../../shared/rules/people/person-details.ts';
import type { Log } from '../../../platform/logging.ts';
import type { Database } from '../../core/database/database.ts';
import { ProblemError } from '../../core/http/problem-error.ts';
import { defineLimits, type Limit, type Limiter } from '../../core/limits/limiter.ts';
import { findCountry } from '../../sites/countries/queries.ts';
import type { ScopedContext } from '../../sites/scoped-call.ts';
import type { SiteDirectory } from '../../sites/site-directory.ts';
import { type AddressSource, createPdokAddressSource, sampleAddressSource } from './address-source.ts';
import { isSameStreet } from './compare-street-names.ts';

export type { AddressSource } from './address-source.ts';
export {
  type CheckAddress,
  fetchAddressRules,
  listAddressFaults,
  validateRecipient,
} from './validate-recipient.ts';

export const addressLookupKinds = ['none', 'sample', 'pdok'] as const;
export type AddressLookupKind = (typeof addressLookupKinds)[number];

/** Input that decides whether an address is checked at all. */
export interface AddressCheckContext extends Pick<ScopedContext, 'visitorAddress'> {
  /** Whether the visitor uses the address although it was reported as invalid. */
  readonly isAddressConfirmed: boolean | undefined;
  /** Lists the addresses that the visitor's cart or account has stored, which were accepted before. */
  readonly listStored: () => Promise<readonly Address[]>;
}

export interface AddressLookupService {
  lookUp(context: ScopedContext, input: CallInput<'lookUpAddress'>): Promise<CallAnswer<'lookUpAddress'>>;
  /**
   * Checks a cleaned, otherwise valid address against the source. If the source knows the postcode but not
   * the house number or street in it, that field gets the problem `invalidAddress`.
   *
   * @returns no problems if the postcode is unknown, the source does not answer in time, or the visitor has
   * confirmed or stored the address
   */
  listProblems(address: Address, sender: AddressCheckContext, path: string): Promise<PersonProblem[]>;
}

/** Timeout of a source in milliseconds, because the submitted form waits for it. */
const LOOKUP_DEADLINE_MS = 1000;

const addressLookupRateLimits = defineLimits('address-lookup', {
  perVisitor: { maxAttempts: 60, windowMs: HOUR_MS },
  checksPerVisitor: { maxAttempts: 60, windowMs: HOUR_MS },
});

/** Returns the house number in the text of its field; undefined if there is none. */
function parseHouseNumber(text: string): number | undefined {
  const digits = /^\D{0,10}(\d{1,5})(?!\d)/.exec(text.normalize('NFKC'))?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/**
 * Creates the service.
 *
 * @param deps.kind source of addresses; default: the sample table if all sites are local, otherwise none
 * @param deps.source replaces the source of the kind
 */
export function createAddressLookupService(deps: {
  readonly database: Database;
  readonly sites: SiteDirectory;
  readonly limiter: Limiter;
  readonly log: Log;
  readonly kind?: AddressLookupKind | undefined;
  readonly source?: AddressSource | undefined;
}): AddressLookupService {
  const { database, sites, limiter, log, kind } = deps;
  const pdok = createPdokAddressSource();

  async function findSource(): Promise<AddressSource | null> {
    if (deps.source) return deps.source;
    if (kind === 'pdok') return pdok;
    if (kind === 'sample') return sampleAddressSource;
    if (kind === 'none') return null;
    const known = await sites.listSites();
    const isSample = known.every(({ languages }) =>
      languages.every(({ domain }) => domain.endsWith('.localhost')),
    );
    return isSample ? sampleAddressSource : null;
  }

  /**
   * Returns the source and the postcode to look up; null if the postcode is not Dutch or there is no source.
   */
  async function prepare({ countryId, zipcode: typed }: Pick<Address, 'countryId' | 'zipcode'>) {
    const [country, source] = await Promise.all([findCountry(database, countryId), findSource()]);
    const zipcode = typed.replaceAll(/\s/g, '').toUpperCase();
    const isDutch = country?.regionCode === 'NL' && /^[1-9]\d{3}[A-Z]{2}$/.test(zipcode);
    return isDutch && source ? { source, zipcode } : null;
  }

  /** Makes requests to a source; returns null if it fails or exceeds the timeout for all of them together. */
  async function request<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T | null> {
    const signal = AbortSignal.timeout(LOOKUP_DEADLINE_MS);
    try {
      return await work(signal);
    } catch (error) {
      // The visitor then types the address. The error may contain the postcode, which is personal data, so it
      // is not logged.
      log.warn({ event: 'address_lookup_failed', reason: error instanceof Error ? error.name : 'unknown' });
      return null;
    }
  }

  /** Counts a request of a visitor; returns false if they have made too many. */
  async function isWithin(limit: Limit, visitorAddress: string | null): Promise<boolean> {
    try {
      await limiter.takeForAddress(limit, visitorAddress);
      return true;
    } catch (error) {
      if (error instanceof ProblemError && error.code === 'too_many_attempts') return false;
      throw error;
    }
  }

  return {
    async lookUp({ visitorAddress }, { body }) {
      const streetNumber = parseHouseNumber(body.streetNumber);
      const prepared = streetNumber === undefined ? null : await prepare(body);
      if (!prepared || streetNumber === undefined) return { address: null };
      await limiter.takeForAddress(addressLookupRateLimits.perVisitor, visitorAddress);
      const { source, zipcode } = prepared;
      const found = await request((signal) => source.find({ zipcode, streetNumber }, signal));
      return { address: found?.[0] ?? null };
    },

    async listProblems(address, { visitorAddress, isAddressConfirmed, listStored }, path) {
      if (isAddressConfirmed) return [];
      const prepared = await prepare(address);
      if (!prepared) return [];
      const key = getAddressKey(address);
      if ((await listStored()).some((stored) => getAddressKey(stored) === key)) return [];
      if (!(await isWithin(addressLookupRateLimits.checksPerVisitor, visitorAddress))) return [];
      const { source, zipcode } = prepared;
      const streetNumber = parseHouseNumber(address.streetNumber);
      const field = await request(async (signal) => {
        const found = streetNumber === undefined ? [] : await source.find({ zipcode, streetNumber }, signal);
        if (found.length > 0) {
          return found.some(({ street }) => isSameStreet(address.street, street)) ? null : 'street';
        }
        return (await source.hasPostcode(zipcode, signal)) ? 'streetNumber' : null;
      });
      return field === null ? [] : [{ field: path + field, code: 'invalidAddress' }];
    },
  };
}
