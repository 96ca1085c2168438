import type { Address } from '../../../../shared/contract/addresses.ts';
import type { AlternativeShippingAddress } from '../../../../shared/contract/people.ts';
import {
  type CountryFormRules,
  cleanAddress,
  cleanName,
  listAddressProblems,
  listNameProblems,
  type PersonProblem,
} from '../../../../shared/rules/people/people.ts';
import type { Database } from '../../database/database.ts';
import { createValidationFailed } from '../../http/problem-error.ts';
import { findCountry } from '../countries/queries.ts';

/**
 * Reads the rules of the country of an address.
 *
 * @param path of the address in the body of the call, with its dot: 'address.'
 * @throws ProblemError `validation_failed` for an id that no country has
 */
export async function fetchAddressRules(
  handle: Database,
  { countryId }: Pick<Address, 'countryId'>,
  path: string,
): Promise<CountryFormRules> {
  const country = await findCountry(handle, countryId);
  if (!country) throw createValidationFailed([{ field: `${path}countryId`, code: 'unknown' }]);
  return country.formRules;
}

/** A delivery address with the name of a person, cleaned, and what is wrong with it. */
export interface ReadRecipient {
  readonly recipient: AlternativeShippingAddress;
  readonly problems: readonly PersonProblem[];
}

/**
 * Cleans a delivery address and checks it against the rules of its country.
 *
 * @throws ProblemError `validation_failed` for an id that no country has
 */
export async function readRecipient(
  handle: Database,
  typed: AlternativeShippingAddress,
): Promise<ReadRecipient> {
  const name = cleanName(typed);
  const rules = await fetchAddressRules(handle, typed.address, 'address.');
  const address = cleanAddress(typed.address, rules);
  const problems = [...listNameProblems(name), ...listAddressProblems(address, rules, 'address.')];
  return { recipient: { ...name, address }, problems };
}
