import type { Address } from '../../../../shared/contract/addresses.ts';
import type { AlternativeShippingAddress } from '../../../../shared/contract/people.ts';
import {
  type CountryFormRules,
  cleanAddress,
  cleanName,
  listAddressProblems,
  listNameProblems,
  type PersonProblem,
} from '../../../../shared/rules/people/person-details.ts';
import type { Database } from '../../core/database/database.ts';
import { createValidationFailed } from '../../core/http/problem-error.ts';
import { findCountry } from '../../sites/countries/queries.ts';

/**
 * Reads the rules of the country of an address.
 *
 * @param path path of the address in the request body, with its dot, such as 'address.'
 * @throws ProblemError `validation_failed` if the country id is unknown
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

/**
 * Checks an otherwise valid address with the address look-up.
 *
 * @param path path of the address, with its dot
 */
export type CheckAddress = (address: Address, path: string) => Promise<PersonProblem[]>;

/**
 * Lists the problems of a cleaned address: those of its fields or, if there are none, those of the address
 * look-up.
 */
export async function listAddressFaults(
  address: Address,
  rules: CountryFormRules,
  check: CheckAddress,
  path: string,
): Promise<PersonProblem[]> {
  const problems = listAddressProblems(address, rules, path);
  return problems.length > 0 ? problems : check(address, path);
}

/** A cleaned delivery address with the name of a person, and its validation problems. */
export interface RecipientWithProblems {
  readonly recipient: AlternativeShippingAddress;
  readonly problems: readonly PersonProblem[];
}

/**
 * Cleans a delivery address and checks it against the rules of its country and the address look-up.
 *
 * @throws ProblemError `validation_failed` if the country id is unknown
 */
export async function validateRecipient(
  handle: Database,
  typed: AlternativeShippingAddress,
  check: CheckAddress,
): Promise<RecipientWithProblems> {
  const name = cleanName(typed);
  const rules = await fetchAddressRules(handle, typed.address, 'address.');
  const address = cleanAddress(typed.address, rules);
  const problems = [
    ...listNameProblems(name),
    ...(await listAddressFaults(address, rules, check, 'address.')),
  ];
  return { recipient: { ...name, address }, problems };
}
