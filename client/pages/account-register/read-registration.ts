import type { Registration } from '../../../shared/contract/accounts.ts';
import { cleanName, listNameProblems } from '../../../shared/rules/people/people.ts';
import { listAddressProblems, listPasswordProblems } from '../../features/account/problems.ts';
import type { FormProblem } from '../../forms/action-result.ts';
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

/** All that is wrong with it, in the order of the form. What a company's number must be, the backend says. */
export const listRegistrationProblems = (fields: FormFields): FormProblem[] => [
  ...listNameProblems(cleanName({ firstName: fields.get('firstName'), lastName: fields.get('lastName') })),
  ...listAddressProblems(fields),
  ...listPasswordProblems(fields, 'password'),
];
