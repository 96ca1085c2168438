import { meetsPasswordRule } from '../../../shared/rules/account/password.ts';
import { isEmailAddress, normaliseEmailAddress } from '../../../shared/rules/email-address.ts';
import type { FormProblem } from '../../forms/action-result.ts';
import type { FormFields } from '../../forms/form-action.ts';

/** Validates the e-mail address of a form. */
export function listAddressProblems(fields: FormFields): FormProblem[] {
  const typed = normaliseEmailAddress(fields.get('emailAddress'));
  if (typed === '') return [{ field: 'emailAddress', code: 'required' }];
  return isEmailAddress(typed) ? [] : [{ field: 'emailAddress', code: 'format' }];
}

/** Validates a new password. Whether the password is a common one is checked by the backend. */
export function listPasswordProblems(fields: FormFields, field: 'password' | 'newPassword'): FormProblem[] {
  const typed = fields.getUntrimmed(field);
  if (typed === '') return [{ field, code: 'required' }];
  return meetsPasswordRule(typed) ? [] : [{ field, code: 'password' }];
}

/** Validates the sign-in form. */
export const listLoginProblems = (fields: FormFields): FormProblem[] => [
  ...listAddressProblems(fields),
  ...(fields.getUntrimmed('password') === '' ? [{ field: 'password', code: 'required' }] : []),
];

/** Validates the password reset form. */
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

/** Validates the account activation form. Either the password of the registration or a new one is enough. */
export function listActivationProblems(fields: FormFields): FormProblem[] {
  if (fields.getUntrimmed('newPassword') !== '') return listPasswordProblems(fields, 'newPassword');
  return fields.getUntrimmed('password') === '' ? [{ field: 'password', code: 'required' }] : [];
}
