import { createContext, type ReactNode, useContext } from 'react';
import type { Country } from '../../shared/contract/sites.ts';
import type { MessageKey } from '../../shared/i18n/translate.ts';
import { type Shop, useShop } from '../store/shop.tsx';
import { Field } from '../ui/Field.tsx';
import { Input } from '../ui/Input.tsx';
import type { FieldError } from './ErrorSummary.tsx';
import type { FormState } from './use-form.ts';

/** What a country asks of what is typed; null where nothing depends on one. */
export type FormRules = Country['formRules'] | null;

/** A form with fields, for what stands inside it. */
export interface FieldsForm<F extends string> {
  readonly form: FormState;
  /** What was kept before, by field. */
  readonly saved: Readonly<Partial<Record<F, string>>>;
  readonly rules: FormRules;
  /** Of its controls, where a page has several forms with the same fields; that of the family where it is left out. */
  readonly idPrefix?: string;
}

type InputProps = Parameters<typeof Input>[0];

interface TextFieldProps<F extends string>
  extends Pick<InputProps, 'type' | 'autoComplete' | 'inputMode' | 'onBlur' | 'onChange'> {
  field: F;
  hint?: string;
  isOptional?: boolean;
}

/**
 * Makes the fields of a family of forms that have names, labels and faults in common.
 *
 * @param options.idPrefix of their controls
 * @param options.labels by the names of the fields in the forms
 * @param options.describe what is wrong with a field and how to mend it; the codes are those of the API
 */
export function createFormFields<F extends string>({
  idPrefix,
  labels,
  describe,
}: {
  readonly idPrefix: string;
  readonly labels: Readonly<Record<F, MessageKey>>;
  readonly describe: (shop: Pick<Shop, 't'>, field: F, code: string, rules: FormRules) => string;
}) {
  const FieldsContext = createContext<FieldsForm<F> | null>(null);

  /** Id of a field's control. @param ofForm prefix of its form, where that has one of its own */
  const getFieldId = (field: F, ofForm = idPrefix): string => `${ofForm}-${field}`;

  /** Gives its form to the fields below. */
  function FieldsProvider({ value, children }: { value: FieldsForm<F>; children: ReactNode }) {
    return <FieldsContext value={value}>{children}</FieldsContext>;
  }

  function useFieldsForm(): FieldsForm<F> {
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
    shop: Pick<Shop, 't'>,
    { form, rules, idPrefix: ofForm }: Omit<FieldsForm<F>, 'saved'>,
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

  /** One field: label, what was typed, what is wrong with it. */
  function TextField({ field, hint, isOptional = false, ...input }: TextFieldProps<F>) {
    const { t } = useShop();
    const error = useFieldError(field);
    const typed = useTyped(field);
    const { idPrefix: ofForm } = useFieldsForm();
    const label = t(labels[field]);
    return (
      <Field
        id={getFieldId(field, ofForm)}
        label={isOptional ? t('checkout.optional', { field: label }) : label}
        {...(hint !== undefined && { hint })}
        {...(error !== undefined && { error })}
      >
        {(control) => <Input control={control} name={field} defaultValue={typed} {...input} />}
      </Field>
    );
  }

  return { getFieldId, FieldsProvider, useFieldsForm, useTyped, useFieldError, listFieldErrors, TextField };
}
