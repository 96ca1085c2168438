import { createFormFields, findFormProblem } from '../../forms/create-form-fields.tsx';
import { ErrorSummary } from '../../forms/ErrorSummary.tsx';
import { FormNotice } from '../../forms/FormNotice.tsx';
import { PasswordField } from '../../forms/password/PasswordField.tsx';
import { useShop } from '../../store/shop.tsx';
import {
  type AuthenticationField,
  authenticationFieldLabels,
  describeAuthenticationFieldProblem,
  describeAuthenticationFormFailure,
} from './authentication-messages.ts';

/** Fields of the sign-in, registration and password forms. */
export const {
  getFieldId,
  FieldsProvider,
  useFieldsForm,
  useTyped,
  useFieldError,
  listFieldErrors,
  TextField,
} = createFormFields({
  idPrefix: 'access',
  labels: authenticationFieldLabels,
  describe: describeAuthenticationFieldProblem,
});

interface AuthenticationPasswordFieldProps {
  field: Extract<AuthenticationField, 'password' | 'newPassword' | 'repeatedPassword'>;
  autoComplete: 'current-password' | 'new-password';
  hint?: string;
  showsRule?: boolean;
}

/** Renders a password field of these forms. */
export function AuthenticationPasswordField({ field, ...props }: AuthenticationPasswordFieldProps) {
  const { t } = useShop();
  return (
    <PasswordField
      id={getFieldId(field)}
      name={field}
      label={t(authenticationFieldLabels[field])}
      error={useFieldError(field)}
      {...props}
    />
  );
}

/** Renders the e-mail address field of these forms. */
export function AuthenticationEmailField({
  autoComplete = 'email',
}: {
  autoComplete?: 'email' | 'username';
}) {
  return <TextField field="emailAddress" type="email" inputMode="email" autoComplete={autoComplete} />;
}

interface AuthenticationFormProblemsProps {
  /** Fields in display order. */
  fields: readonly AuthenticationField[];
  /** Codes for which the page shows its own message. */
  codesWithOwnMessage?: readonly string[];
}

/** Renders the errors of a form: a list of links to its fields, or one message for the whole form. */
export function AuthenticationFormProblems({
  fields,
  codesWithOwnMessage: told = [],
}: AuthenticationFormProblemsProps) {
  const shop = useShop();
  const { form, rules } = useFieldsForm();
  const whole = findFormProblem(form, fields);
  return (
    <>
      {whole && !told.includes(whole.code) && (
        <FormNotice tone="error">
          <p>{describeAuthenticationFormFailure(shop, whole)}</p>
        </FormNotice>
      )}
      <ErrorSummary errors={listFieldErrors(shop, { form, rules }, fields)} />
    </>
  );
}
