import { createFormFields, findWholeProblem } from '../../forms/create-form-fields.tsx';
import { ErrorSummary } from '../../forms/ErrorSummary.tsx';
import { FormNotice } from '../../forms/FormNotice.tsx';
import { PasswordField } from '../../forms/password/PasswordField.tsx';
import { useShop } from '../../store/shop.tsx';
import {
  type AccessField,
  accessLabels,
  describeAccessFailure,
  describeAccessProblem,
} from './access-words.ts';

/** The fields of the forms that lead into an account. */
export const {
  getFieldId,
  FieldsProvider,
  useFieldsForm,
  useTyped,
  useFieldError,
  listFieldErrors,
  TextField,
} = createFormFields({ idPrefix: 'access', labels: accessLabels, describe: describeAccessProblem });

interface AccessPasswordProps {
  field: Extract<AccessField, 'password' | 'newPassword' | 'repeatedPassword'>;
  autoComplete: 'current-password' | 'new-password';
  hint?: string;
  showsRule?: boolean;
}

/** A password of such a form. */
export function AccessPassword({ field, ...props }: AccessPasswordProps) {
  const { t } = useShop();
  return (
    <PasswordField
      id={getFieldId(field)}
      name={field}
      label={t(accessLabels[field])}
      error={useFieldError(field)}
      {...props}
    />
  );
}

/** The e-mail address of whoever has an account, or wants one. */
export function AccessAddress({ autoComplete = 'email' }: { autoComplete?: 'email' | 'username' }) {
  return <TextField field="emailAddress" type="email" inputMode="email" autoComplete={autoComplete} />;
}

interface AccessProblemsProps {
  /** In the order in which they stand. */
  fields: readonly AccessField[];
  /** Codes that the page tells in words of its own. */
  told?: readonly string[];
}

/** What is wrong with the form: its fields as a list that leads to them, or the whole. */
export function AccessProblems({ fields, told = [] }: AccessProblemsProps) {
  const shop = useShop();
  const { form, rules } = useFieldsForm();
  const whole = findWholeProblem(form, fields);
  return (
    <>
      {whole && !told.includes(whole.code) && (
        <FormNotice tone="error">
          <p>{describeAccessFailure(shop, whole)}</p>
        </FormNotice>
      )}
      <ErrorSummary errors={listFieldErrors(shop, { form, rules }, fields)} />
    </>
  );
}
