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

/** What a country asks of what is typed; null where nothing depends on one. */
export type FormRules = Country['formRules'] | null;

/**
 * A form with fields, for what stands inside it.
 *
 * @template R what its rules depend on
 */
export interface FieldsForm<F extends string, R = FormRules> {
  readonly form: FormState;
  /** What was kept before, by field. */
  readonly saved: Readonly<Partial<Record<F, string>>>;
  readonly rules: R;
  /** Of its controls, where a page has several forms with the same fields; that of the family where it is left out. */
  readonly idPrefix?: string;
}

type InputProps = Parameters<typeof Input>[0];

interface TextFieldProps<F extends string>
  extends Pick<InputProps, 'type' | 'autoComplete' | 'inputMode' | 'onBlur' | 'onChange'> {
  field: F;
  /** Instead of the usual label of the field. */
  label?: string | undefined;
  hint?: string | undefined;
  isOptional?: boolean | undefined;
}

/** What is wrong with a form as a whole: with it, or with a field that nobody sees. */
export const findWholeProblem = (form: FormState, fields: readonly string[]): FormProblem | undefined =>
  form.result?.status === 'refused'
    ? form.result.problems.find(({ field }) => !fields.some((shown) => shown === field))
    : undefined;

/**
 * Makes the fields of a family of forms that have names, labels and faults in common.
 *
 * @param options.idPrefix of their controls
 * @param options.labels by the names of the fields in the forms
 * @param options.describe what is wrong with a field and how to mend it; the codes are those of the API
 */
export function createFormFields<F extends string, R = FormRules>({
  idPrefix,
  labels,
  describe,
}: {
  readonly idPrefix: string;
  readonly labels: Readonly<Record<F, MessageKey>>;
  readonly describe: (shop: Pick<Shop, 't' | 'formats'>, field: F, code: string, rules: R) => string;
}) {
  const FieldsContext = createContext<FieldsForm<F, R> | null>(null);

  /** Id of a field's control. @param ofForm prefix of its form, where that has one of its own */
  const getFieldId = (field: F, ofForm = idPrefix): string => `${ofForm}-${field}`;

  /** Gives its form to the fields below. */
  function FieldsProvider({ value, children }: { value: FieldsForm<F, R>; children: ReactNode }) {
    return <FieldsContext value={value}>{children}</FieldsContext>;
  }

  function useFieldsForm(): FieldsForm<F, R> {
    const value = useContext(FieldsContext);
    if (!value) throw new Error(`A field '${idPrefix}-…' stands in no form of its own`);
    return value;
  }

  /** What was typed, or else what was kept. */
  function useTyped(field: F): string {
    const { form, saved } = useFieldsForm();
    return form.result ? form.getValue(field) : (saved[field] ?? '');
  }

  /** What is wrong with a field, in words; undefined where nothing is. */
  function useFieldError(field: F): string | undefined {
    const shop = useShop();
    const { form, rules } = useFieldsForm();
    const code = form.getProblem(field);
    return code === null ? undefined : describe(shop, field, code, rules);
  }

  /** All that is wrong with fields, in their order, for the summary after a refusal. */
  function listFieldErrors(
    shop: Pick<Shop, 't' | 'formats'>,
    { form, rules, idPrefix: ofForm }: Omit<FieldsForm<F, R>, 'saved'>,
    fields: readonly F[],
  ): FieldError[] {
    if (form.result?.status !== 'refused') return [];
    return fields.flatMap((field) => {
      const code = form.getProblem(field);
      if (code === null) return [];
      const text = describe(shop, field, code, rules);
      const namesField =
        code === 'required' || text.toLowerCase().includes(shop.t(labels[field]).toLowerCase());
      return [
        { id: getFieldId(field, ofForm), text: namesField ? text : `${shop.t(labels[field])}: ${text}` },
      ];
    });
  }

  /** Label, hint and fault of a field, around its control. */
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

  /** One field: label, what was typed, what is wrong with it. */
  function TextField({ field, label, hint, isOptional, ...input }: TextFieldProps<F>) {
    const typed = useTyped(field);
    return (
      <FormField field={field} label={label} hint={hint} isOptional={isOptional}>
        {(control) => <Input control={control} name={field} defaultValue={typed} {...input} />}
      </FormField>
    );
  }

  /** One field of several lines. */
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
