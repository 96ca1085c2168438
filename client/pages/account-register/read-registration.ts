import type { Registration } from '../../../shared/contract/accounts.ts';
import {
  cleanCompany,
  cleanName,
  listCompanyProblems,
  listNameProblems,
} from '../../../shared/rules/people/person-details.ts';
import {
  listAddressProblems,
  listPasswordProblems,
} from '../../features/account/list-credential-problems.ts';
import type { FormProblem } from '../../forms/action-result.ts';
import type { AddressFormatRules } from '../../forms/create-form-fields.tsx';
import type { FormFields } from '../../forms/form-action.ts';

/** Reads the registration form. Company fields count only if their checkbox is checked. */
export function readRegistration(fields: FormFields, languageId: number): Registration {
  const isCompany = fields.get('isCompany') !== '';
  return {
    firstName: fields.get('firstName'),
    lastName: fields.get('lastName'),
    emailAddress: fields.get('emailAddress'),
    password: fields.getUntrimmed('password'),
    languageId: Number(fields.get('languageId')) || languageId,
    companyName: isCompany ? fields.get('companyName') : '',
    vatNumber: isCompany ? fields.get('vatNumber') : '',
    newsletterSubscribe: fields.get('newsletter') !== '',
  };
}

/**
 * Validates the registration form, with errors in the order of the form.
 *
 * @param rules rules of the site's country; null if they are unknown. Then only the backend validates the
 *   VAT number.
 */
export function listRegistrationProblems(fields: FormFields, rules: AddressFormatRules): FormProblem[] {
  const { firstName, lastName, companyName, vatNumber } = readRegistration(fields, 0);
  return [
    ...listNameProblems(cleanName({ firstName, lastName })),
    ...listAddressProblems(fields),
    ...listPasswordProblems(fields, 'password'),
    ...(rules ? listCompanyProblems(cleanCompany({ companyName, vatNumber }, rules), rules) : []),
  ];
}
