import type { Database } from '../core/database/database.ts';
import { ProblemError } from '../core/http/problem-error.ts';
import { findCountryByRegionCode } from './countries/queries.ts';
import type { ScopedContext } from './scoped-call.ts';

const DUTCH_REGION_CODE = 'NL';

/**
 * Checks that a site delivers to a country. Only the Dutch site delivers to Dutch addresses.
 *
 * @throws ProblemError `dutch_addresses_on_dutch_site_only`, `country_not_delivered`
 */
export async function assertCountryDeliverable(
  handle: Database,
  { site }: Pick<ScopedContext, 'site'>,
  countryId: number,
): Promise<void> {
  const dutch = await findCountryByRegionCode(handle, DUTCH_REGION_CODE);
  if (countryId === dutch?.countryId && site.site.countryId !== countryId) {
    throw new ProblemError('dutch_addresses_on_dutch_site_only');
  }
  if (!site.setting.deliveryCountryIds.includes(countryId)) throw new ProblemError('country_not_delivered');
}
