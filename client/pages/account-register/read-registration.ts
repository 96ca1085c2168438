import type { Registration } from '../../../shared/contract/accounts.ts';
import {
  cleanCompany,
  cleanName,
  listCompanyProblems,
  listNameProblems,
} from '../../../shared/rules/people/people.ts';
import { listAddressProblems, listPasswordProblems } from '../../features/account/problems.ts';
import type { FormProblem } from '../../forms/action-result.ts';
import type { FormRules } from '../../forms/create-form-fields.tsx';
import type { FormFields } from '../../forms/form-action.ts';

/** Who wants an account, as the form has it. What is said of a company counts only where the tick says that there is one. */
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
 * All that is wrong with it, in the order of the form.
 *
 * @param rules of the site's country; null where they are not known: then the backend alone judges a VAT number
 */
export function listRegistrationProblems(fields: FormFields, rules: FormRules): FormProblem[] {
  const { firstName, lastName, companyName, vatNumber } = readRegistration(fields, 0);
  return [
    ...listNameProblems(cleanName({ firstName, lastName })),
    ...listAddressProblems(fields),
    ...listPasswordProblems(fields, 'password'),
    ...(rules ? listCompanyProblems(cleanCompany({ companyName, vatNumber }, rules), rules) : []),
  ];
}
