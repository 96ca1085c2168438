import { createContext, type ReactNode, useContext } from 'react';
import type { Country } from '../../shared/contract/sites.ts';
import type { MessageKey } from '../../shared/i18n/translate.ts';
import { type Shop, useShop } from '../store/shop.tsx';
import { Field } from '../ui/Field.tsx';
import { Input } from '../ui/Input.tsx';
import { TextArea } from '../ui/TextArea.tsx';
import type { FormProblem } from './action-result.ts';
import type { FieldError } from './ErrorSummary.tsx';
import type { FormState } from './use-form.ts';

/** Address format rules of a country; null if the form depends on none. */
export type AddressFormatRules = Country['formRules'] | null;

/**
 * Context of a form with fields, for the components inside it.
 *
 * @template R type of the rules that the form depends on
 */
export interface FormFieldsContext<F extends string, R = AddressFormatRules> {
  readonly form: FormState;
  /** Saved values, by field. */
  readonly saved: Readonly<Partial<Record<F, string>>>;
  readonly rules: R;
  /**
   * Prefix of the ids of its controls, if a page has several forms with the same fields. Defaults to the
   * prefix of the family.
   */
  readonly idPrefix?: string;
}

type InputProps = Parameters<typeof Input>[0];

interface TextFieldProps<F extends string>
  extends Pick<InputProps, 'type' | 'autoComplete' | 'inputMode' | 'onBlur' | 'onChange'> {
  field: F;
  /** Replaces the default label of the field. */
  label?: string | undefined;
  hint?: string | undefined;
  isOptional?: boolean | undefined;
}

/** Returns the error of a form as a whole, or of a field that is not visible. */
export const findFormProblem = (form: FormState, fields: readonly string[]): FormProblem | undefined =>
  form.result?.status === 'refused'
    ? form.result.problems.find(({ field }) => !fields.some((shown) => shown === field))
    : undefined;

/**
 * Creates the components of a family of forms that share field names, labels and error messages.
 *
 * @param options.idPrefix prefix of the ids of the controls
 * @param options.labels labels by field name
 * @param options.describe describes the error of a field and how to fix it; the codes are those of the API
 */
export function createFormFields<F extends string, R = AddressFormatRules>({
  idPrefix,
  labels,
  describe,
}: {
  readonly idPrefix: string;
  readonly labels: Readonly<Record<F, MessageKey>>;
  readonly describe: (shop: Pick<Shop, 't' | 'formats'>, field: F, code: string, rules: R) => string;
}) {
  const FieldsContext = createContext<FormFieldsContext<F, R> | null>(null);

  /** Returns the id of a field's control. @param ofForm id prefix of the form, if it has its own */
  const getFieldId = (field: F, ofForm = idPrefix): string => `${ofForm}-${field}`;

  /** Provides the form to the fields inside it. */
  function FieldsProvider({ value, children }: { value: FormFieldsContext<F, R>; children: ReactNode }) {
    return <FieldsContext value={value}>{children}</FieldsContext>;
  }

  function useFieldsForm(): FormFieldsContext<F, R> {
    const value = useContext(FieldsContext);
    if (!value) throw new Error(`Field '${idPrefix}-…' is outside its fields provider`);
    return value;
  }

  /** Returns the typed value, or else the saved value. */
  function useTyped(field: F): string {
    const { form, saved } = useFieldsForm();
    return form.result ? form.getValue(field) : (saved[field] ?? '');
  }

  /** Returns the error message of a field, or undefined if it is valid. */
  function useFieldError(field: F): string | undefined {
    const shop = useShop();
    const { form, rules } = useFieldsForm();
    const code = form.getProblem(field);
    return code === null ? undefined : describe(shop, field, code, rules);
  }

  /** Lists the errors of all fields in display order, for the error summary. */
  function listFieldErrors(
    shop: Pick<Shop, 't' | 'formats'>,
    { form, rules, idPrefix: ofForm }: Omit<FormFieldsContext<F, R>, 'saved'>,
    fields: readonly F[],
  ): FieldError[] {
    if (form.result?.status !== 'refused') return [];
    return fields.flatMap((field) => {
      const code = form.getProblem(field);
      if (code === null) return [];
      const text = describe(shop, field, code, rules);
      const namesField =
        (code === 'required' && text !== shop.t('form.required')) ||
        text.toLowerCase().includes(shop.t(labels[field]).toLowerCase());
      return [
        { id: getFieldId(field, ofForm), text: namesField ? text : `${shop.t(labels[field])}: ${text}` },
      ];
    });
  }

  /** Renders label, hint and error of a field around its control. */
  function FormField({
    field,
    label: ownLabel,
    hint,
    isOptional = false,
    children,
  }: Pick<TextFieldProps<F>, 'field' | 'label' | 'hint' | 'isOptional'> & {
    children: Parameters<typeof Field>[0]['children'];
  }) {
    const { t } = useShop();
    const error = useFieldError(field);
    const { idPrefix: ofForm } = useFieldsForm();
    const label = ownLabel ?? t(labels[field]);
    return (
      <Field
        id={getFieldId(field, ofForm)}
        label={isOptional ? t('checkout.optional', { field: label }) : label}
        {...(hint !== undefined && { hint })}
        {...(error !== undefined && { error })}
      >
        {children}
      </Field>
    );
  }

  /** Renders a text field with label, value and error. */
  function TextField({ field, label, hint, isOptional, ...input }: TextFieldProps<F>) {
    const typed = useTyped(field);
    return (
      <FormField field={field} label={label} hint={hint} isOptional={isOptional}>
        {(control) => <Input control={control} name={field} defaultValue={typed} {...input} />}
      </FormField>
    );
  }

  /** Renders a multi-line text field. */
  function LongField({ field, hint }: Pick<TextFieldProps<F>, 'field' | 'hint'>) {
    const typed = useTyped(field);
    return (
      <FormField field={field} hint={hint}>
        {(control) => <TextArea control={control} name={field} defaultValue={typed} />}
      </FormField>
    );
  }

  return {
    getFieldId,
    FieldsProvider,
    useFieldsForm,
    useTyped,
    useFieldError,
    listFieldErrors,
    FormField,
    TextField,
    LongField,
  };
}
