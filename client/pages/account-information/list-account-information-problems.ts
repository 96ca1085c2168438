import { meetsPasswordRule } from '../../../shared/rules/account/password.ts';
import { isEmailAddress, normaliseEmailAddress } from '../../../shared/rules/email-address.ts';
import {
  cleanCompany,
  cleanName,
  listAddressProblems,
  listCompanyProblems,
  listNameProblems,
  listPhoneProblems,
  type TypedAddress,
} from '../../../shared/rules/people/person-details.ts';
import { readPhoneNumber } from '../../../shared/rules/people/phone-number.ts';
import type { AddressCountry } from '../../features/checkout/address-countries.ts';
import type { FormProblem } from '../../forms/action-result.ts';
import type { FormFields } from '../../forms/form-action.ts';

type AddressRules = AddressCountry['formRules'] | undefined;

/** Validates name and phone numbers. If the country's rules are unknown here, the backend validates. */
export function listPersonalProblems(fields: FormFields, rules: AddressRules): FormProblem[] {
  const name = cleanName({ firstName: fields.get('firstName'), lastName: fields.get('lastName') });
  const numbers = rules
    ? (['phoneNumber', 'mobilePhoneNumber'] as const).flatMap((field) => {
        const number = readPhoneNumber(fields.get(field), rules);
        return listPhoneProblems(number, rules, { isOptional: true }).map(({ code }) => ({ field, code }));
      })
    : [];
  return [...listNameProblems(name), ...numbers];
}

/** Validates an address without a name. */
export function listAddressFormProblems(
  address: TypedAddress,
  countries: readonly Pick<AddressCountry, 'countryId' | 'formRules'>[],
): FormProblem[] {
  const country = countries.find(({ countryId }) => countryId === address.countryId);
  return country
    ? listAddressProblems(address, country.formRules)
    : [{ field: 'countryId', code: 'required' }];
}

/** Validates a company. */
export function listCompanyFormProblems(fields: FormFields, rules: AddressRules): FormProblem[] {
  const company = cleanCompany(
    { companyName: fields.get('companyName'), vatNumber: fields.get('vatNumber') },
    rules,
  );
  return rules ? listCompanyProblems(company, rules) : [];
}

const listMissingFieldProblems = (fields: FormFields, field: string): FormProblem[] =>
  fields.getUntrimmed(field) === '' ? [{ field, code: 'required' }] : [];

/** Validates a new e-mail address and the current password. */
export function listEmailProblems(fields: FormFields): FormProblem[] {
  const address = normaliseEmailAddress(fields.get('emailAddress'));
  const problems: FormProblem[] =
    address === ''
      ? [{ field: 'emailAddress', code: 'required' }]
      : isEmailAddress(address)
        ? []
        : [{ field: 'emailAddress', code: 'format' }];
  return [...problems, ...listMissingFieldProblems(fields, 'currentPassword')];
}

/** Validates a new password. Whether the password is a common one is checked by the backend. */
export function listPasswordProblems(fields: FormFields): FormProblem[] {
  const typed = fields.getUntrimmed('newPassword');
  return [
    ...listMissingFieldProblems(fields, 'currentPassword'),
    ...listMissingFieldProblems(fields, 'newPassword'),
    ...(typed !== '' && !meetsPasswordRule(typed) ? [{ field: 'newPassword', code: 'password' }] : []),
  ];
}

/** Validates a form that requires only the password. */
export const listCurrentPasswordProblems = (fields: FormFields): FormProblem[] =>
  listMissingFieldProblems(fields, 'currentPassword');

/** Validates the password and the confirmation that the account is to be closed. */
export const listClosingProblems = (fields: FormFields): FormProblem[] => [
  ...listMissingFieldProblems(fields, 'currentPassword'),
  ...listMissingFieldProblems(fields, 'confirmed'),
];
