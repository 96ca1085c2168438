import { createToken } from '../../security/token.ts';
import type { AdminForm, RefusedForm } from '../admin-form.ts';
import type { AdminOperation } from '../operation.ts';
import type { AdminTranslate } from '../texts.ts';
import { FormField } from './FormField.tsx';
import { Refusal } from './Refusal.tsx';

/**
 * Returns the refusal if it belongs to the form of this operation with these hidden fields. A page may have
 * several forms of an operation, and the source of one may no longer exist.
 */
export function findRefusalOfForm(
  operation: AdminOperation,
  { hidden = {} }: AdminForm,
  refused: RefusedForm | null,
): RefusedForm | null {
  if (refused?.operation !== operation.name) return null;
  const isSame = Object.entries(hidden).every(
    ([name, value]) => name.startsWith('expected') || refused.written.get(name)?.[0] === String(value),
  );
  return isSame ? refused : null;
}

/** Returns the visible fields of a form in order. */
function listFieldNames(
  operation: AdminOperation,
  { fields, hidden = {}, renewed = {} }: AdminForm,
): readonly string[] {
  return (
    fields ??
    [...Object.keys(operation.input.properties), ...Object.keys(operation.files)].filter(
      // Values for conflict detection come from an open page, never from a person; a new record has none.
      (name) => !Object.hasOwn(hidden, name) && !Object.hasOwn(renewed, name) && !name.startsWith('expected'),
    )
  );
}

const HiddenField = ({ name, value }: { readonly name: string; readonly value: string | number }) => (
  <input type="hidden" name={name} defaultValue={value} />
);

/** The form of an operation. It needs no script and is posted to `/admin/do/<operation>`. */
export function OperationForm({
  operation,
  form,
  t,
  formToken,
  path,
  refused,
  index,
}: {
  readonly operation: AdminOperation;
  readonly form: AdminForm;
  readonly t: AdminTranslate;
  /** Token bound to the staff member. */
  readonly formToken: string;
  /** Path of this page with its query, which shows the result. */
  readonly path: string;
  /** Values entered into this form (`findRefusalOfForm`). */
  readonly refused: RefusedForm | null;
  /** Distinguishes the forms of a page. */
  readonly index: number;
}) {
  const { hidden = {}, renewed = {}, isFolded = false } = form;
  const names = listFieldNames(operation, form);
  const messageField = refused?.field !== undefined && names.includes(refused.field) ? refused.field : null;
  const messageId = `f${index}-refusal`;
  const firstWrongField = names.find(
    (name) => name === messageField || refused?.faults.some(({ field }) => field === name),
  );
  const label = t(form.submit ?? `admin.do.${operation.name}`);
  const whole = (
    <form
      method="post"
      action={`/admin/do/${operation.name}`}
      encType={Object.keys(operation.files).length > 0 ? 'multipart/form-data' : undefined}
      noValidate
      className="operation"
    >
      <HiddenField name="_token" value={formToken} />
      <HiddenField name="_page" value={path} />
      <HiddenField name="_once" value={createToken()} />
      {[...Object.entries(hidden), ...Object.entries(renewed)].map(([name, value]) => (
        <HiddenField key={name} name={name} value={value} />
      ))}
      {refused?.message && (
        <Refusal
          message={refused.message}
          details={refused.details}
          fieldMessageId={messageField === null ? null : messageId}
        />
      )}
      {names.map((name) => (
        <FormField
          key={name}
          operation={operation}
          form={form}
          name={name}
          t={t}
          id={`f${index}-${name}`}
          refused={refused}
          messageId={name === messageField ? messageId : null}
          hasFocus={name === firstWrongField}
        />
      ))}
      {form.note}
      {operation.needsConsent && (
        <p>
          <label className="box">
            <input type="checkbox" name="_consent" value="true" required /> {t(operation.consentText)}
          </label>
        </p>
      )}
      <p>
        <button type="submit">{label}</button>
      </p>
    </form>
  );
  if (!isFolded) return whole;
  return (
    <details open={refused !== null}>
      <summary>{label}</summary>
      {whole}
    </details>
  );
}
