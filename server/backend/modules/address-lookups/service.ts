import type { CallAnswer, CallInput } from '../../../../shared/contract/calls.ts';
import type { Log } from '../../../platform/logging.ts';
import type { Database } from '../../database/database.ts';
import type { ScopedContext } from '../../http/call.ts';
import { defineLimits, type Limiter } from '../../limits/limiter.ts';
import type { SiteDirectory } from '../../scope/site-directory.ts';
import { findCountry } from '../countries/queries.ts';
import { type AddressSource, createPdokAddresses, sampleAddresses } from './address-source.ts';

export const addressLookupKinds = ['none', 'sample', 'pdok'] as const;
export type AddressLookupKind = (typeof addressLookupKinds)[number];

export interface AddressLookupService {
  lookUp(context: ScopedContext, input: CallInput<'lookUpAddress'>): Promise<CallAnswer<'lookUpAddress'>>;
}

/** Longest wait for a source, in milliseconds: nobody waits for it with the form. */
const DEADLINE_MS = 1000;

const addressFlood = defineLimits('address-lookup', {
  perVisitor: { acts: 60, windowMs: 3_600_000 },
});

/**
 * Makes the service.
 *
 * @param deps.kind where addresses are looked up; left out: the sample table while all sites are of this machine, else nowhere
 * @param deps.source instead of that of the kind
 */
export function createAddressLookupService(deps: {
  readonly database: Database;
  readonly sites: SiteDirectory;
  readonly limiter: Limiter;
  readonly log: Log;
  readonly kind?: AddressLookupKind | undefined;
  readonly source?: AddressSource;
}): AddressLookupService {
  const { database, sites, limiter, log, kind } = deps;
  const pdok = createPdokAddresses();

  async function findSource(): Promise<AddressSource | null> {
    if (deps.source) return deps.source;
    if (kind === 'pdok') return pdok;
    if (kind === 'sample') return sampleAddresses;
    if (kind === 'none') return null;
    const known = await sites.listSites();
    const isSample = known.every(({ languages }) =>
      languages.every(({ domain }) => domain.endsWith('.localhost')),
    );
    return isSample ? sampleAddresses : null;
  }

  return {
    async lookUp({ visitorAddress }, { body }) {
      const [country, source] = await Promise.all([findCountry(database, body.countryId), findSource()]);
      const zipcode = body.zipcode.replaceAll(/\s/g, '').toUpperCase();
      const number = /^\D{0,10}(\d{1,5})(?!\d)/.exec(body.streetNumber)?.[1];
      const isAskable =
        country?.regionCode === 'NL' && /^[1-9]\d{3}[A-Z]{2}$/.test(zipcode) && number !== undefined;
      if (!isAskable || !source) return { address: null };
      await limiter.takeOfVisitor(addressFlood.perVisitor, visitorAddress);
      try {
        const signal = AbortSignal.timeout(DEADLINE_MS);
        return { address: await source.find({ zipcode, streetNumber: Number(number) }, signal) };
      } catch (error) {
        // The visitor types it. The fault may hold what was asked for, which is where somebody lives.
        log.warn({ event: 'address_lookup_failed', reason: error instanceof Error ? error.name : 'unknown' });
        return { address: null };
      }
    },
  };
}
