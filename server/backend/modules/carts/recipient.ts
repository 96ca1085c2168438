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

/** Checks an address that has no other faults against the address look-up. @param path of the address, with its dot */
export type CheckAddress = (address: Address, path: string) => Promise<PersonProblem[]>;

/** Lists the faults of a cleaned address: those of its fields, or else those that the address look-up finds. */
export async function listFaultsOfAddress(
  address: Address,
  rules: CountryFormRules,
  check: CheckAddress,
  path: string,
): Promise<PersonProblem[]> {
  const problems = listAddressProblems(address, rules, path);
  return problems.length > 0 ? problems : check(address, path);
}

/** A delivery address with the name of a person, cleaned, and what is wrong with it. */
export interface ReadRecipient {
  readonly recipient: AlternativeShippingAddress;
  readonly problems: readonly PersonProblem[];
}

/**
 * Cleans a delivery address and checks it against the rules of its country and the address look-up.
 *
 * @throws ProblemError `validation_failed` for an id that no country has
 */
export async function readRecipient(
  handle: Database,
  typed: AlternativeShippingAddress,
  check: CheckAddress,
): Promise<ReadRecipient> {
  const name = cleanName(typed);
  const rules = await fetchAddressRules(handle, typed.address, 'address.');
  const address = cleanAddress(typed.address, rules);
  const problems = [
    ...listNameProblems(name),
    ...(await listFaultsOfAddress(address, rules, check, 'address.')),
  ];
  return { recipient: { ...name, address }, problems };
}
