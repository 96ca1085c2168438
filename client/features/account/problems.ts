import { meetsPasswordRule } from '../../../shared/rules/account/password.ts';
import { isEmailAddress, normaliseEmailAddress } from '../../../shared/rules/email-address.ts';
import type { FormProblem } from '../../forms/action-result.ts';
import type { FormFields } from '../../forms/form-action.ts';

/** What is wrong with the e-mail address of a form. */
export function listAddressProblems(fields: FormFields): FormProblem[] {
  const typed = normaliseEmailAddress(fields.get('emailAddress'));
  if (typed === '') return [{ field: 'emailAddress', code: 'required' }];
  return isEmailAddress(typed) ? [] : [{ field: 'emailAddress', code: 'format' }];
}

/** What is wrong with a password that is chosen. Whether many people have it is for the backend to say. */
export function listPasswordProblems(fields: FormFields, field: 'password' | 'newPassword'): FormProblem[] {
  const typed = fields.getUntrimmed(field);
  if (typed === '') return [{ field, code: 'required' }];
  return meetsPasswordRule(typed) ? [] : [{ field, code: 'password' }];
}

/** What is wrong with the form of who signs in. */
export const listLoginProblems = (fields: FormFields): FormProblem[] => [
  ...listAddressProblems(fields),
  ...(fields.getUntrimmed('password') === '' ? [{ field: 'password', code: 'required' }] : []),
];

/** What is wrong with the form of a new password. */
export function listResetProblems(fields: FormFields): FormProblem[] {
  const [first, second] = [fields.getUntrimmed('newPassword'), fields.getUntrimmed('repeatedPassword')];
  return [
    ...listPasswordProblems(fields, 'newPassword'),
    ...(second === ''
      ? [{ field: 'repeatedPassword', code: 'required' }]
      : first === second
        ? []
        : [{ field: 'repeatedPassword', code: 'passwords_differ' }]),
  ];
}

/** What is wrong with the form of who activates an account: either password is enough. */
export function listActivationProblems(fields: FormFields): FormProblem[] {
  if (fields.getUntrimmed('newPassword') !== '') return listPasswordProblems(fields, 'newPassword');
  return fields.getUntrimmed('password') === '' ? [{ field: 'password', code: 'required' }] : [];
}
