import type { MessageKey } from '../../../shared/i18n/translate.ts';
import { PASSWORD_LENGTH_LIMITS } from '../../../shared/rules/account/password.ts';
import { hasLengthLimit, maxPersonFieldLengths } from '../../../shared/rules/people/person-details.ts';
import type { FormProblem } from '../../forms/action-result.ts';
import type { AddressFormatRules } from '../../forms/create-form-fields.tsx';
import { describeEmptyField } from '../../forms/describe-empty-field.ts';
import type { Shop } from '../../store/shop.tsx';

/** Labels of the fields of the sign-in, registration and password forms, by field name. */
export const authenticationFieldLabels = {
  firstName: 'checkout.firstName',
  lastName: 'checkout.lastName',
  emailAddress: 'checkout.email',
  password: 'password.label',
  newPassword: 'password.new',
  repeatedPassword: 'password.again',
  languageId: 'register.language',
  companyName: 'checkout.companyName',
  vatNumber: 'checkout.vatNumber',
} as const satisfies Record<string, MessageKey>;
export type AuthenticationField = keyof typeof authenticationFieldLabels;

/** Describes the error of a field and how to fix it. */
export function describeAuthenticationFieldProblem(
  { t }: Pick<Shop, 't'>,
  field: AuthenticationField,
  code: string,
  rules: AddressFormatRules,
): string {
  if (code === 'required') return describeEmptyField(t, field);
  if (code === 'maxLength' && hasLengthLimit(field))
    return t('form.maxLength', { max: maxPersonFieldLengths[field] });
  if (code === 'passwords_differ') return t('password.mismatch');
  if (code === 'invalid_credentials') return t('confirm.wrongPassword');
  if (code === 'owner_password') return t('confirm.ownerPassword');
  switch (field) {
    case 'password':
    case 'newPassword':
    case 'repeatedPassword':
      return t('password.refused', { min: PASSWORD_LENGTH_LIMITS.min });
    case 'emailAddress':
      return t('form.emailFormat');
    case 'vatNumber':
      return t('checkout.vatNumberFormat', { example: rules?.vatNumberExample ?? '' });
    default:
      return describeEmptyField(t, field);
  }
}

/** Describes the error of such a form as a whole. */
export function describeAuthenticationFormFailure(
  { t }: Pick<Shop, 't'>,
  { code, waitSeconds }: FormProblem,
): string {
  switch (code) {
    case 'too_many_attempts':
      return waitSeconds === undefined
        ? t('cart.tooManyAttempts')
        : t('login.tooMany', { smart_count: Math.ceil(waitSeconds / 60) });
    case 'bot_check_required':
      return t('login.botCheckFailed');
    case 'foreign_request':
      return t('account.formOutdated');
    case 'email_address_taken':
      return t('confirm.addressTaken');
    default:
      return t('error.tryLater');
  }
}
