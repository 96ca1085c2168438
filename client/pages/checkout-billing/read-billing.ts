import type { Billing } from '../../../shared/contract/people.ts';
import { meetsPasswordRule } from '../../../shared/rules/account/password.ts';
import {
  cleanBilling,
  listBillingProblems,
  type TypedAddress,
} from '../../../shared/rules/people/person-details.ts';
import type { AddressCountry } from '../../features/checkout/address-countries.ts';
import { toAddressFormProblems } from '../../features/checkout/read-address.ts';
import type { FormProblem } from '../../forms/action-result.ts';
import type { FormFields } from '../../forms/form-action.ts';

/** Reads the billing details of a form. */
export const readBilling = (fields: FormFields, address: TypedAddress): Billing => ({
  emailAddress: fields.get('emailAddress'),
  firstName: fields.get('firstName'),
  lastName: fields.get('lastName'),
  phoneNumber: fields.get('phoneNumber'),
  companyName: fields.get('companyName'),
  vatNumber: fields.get('vatNumber'),
  address,
});

/** Validates the billing details. */
export function listBillingFormProblems(
  billing: Billing,
  country: Pick<AddressCountry, 'formRules'> | undefined,
  options: { readonly needsPhone: boolean },
): FormProblem[] {
  if (!country) return [{ field: 'countryId', code: 'required' }];
  const { formRules } = country;
  return toAddressFormProblems(listBillingProblems(cleanBilling(billing, formRules), formRules, options));
}

/** Validates the password of a new account. An empty password means no account. */
export function listAccountProblems(fields: FormFields): FormProblem[] {
  const typed = fields.getUntrimmed('password');
  return typed === '' || meetsPasswordRule(typed) ? [] : [{ field: 'password', code: 'password' }];
}
