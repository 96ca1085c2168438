import { createContext, type ReactNode, useContext } from 'react';
import type { Country } from '../../../shared/contract/sites.ts';
import type { FieldError } from '../../forms/ErrorSummary.tsx';
import type { FormState } from '../../forms/use-form.ts';
import { useShop } from '../../store/shop.tsx';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { type CheckoutField, describeFieldProblem, fieldLabels } from './checkout-words.ts';

/** Id of a field's control. */
export const getFieldId = (field: CheckoutField): string => `checkout-${field}`;

interface CheckoutForm {
  readonly form: FormState;
  /** What was kept before, by field. */
  readonly saved: Readonly<Partial<Record<CheckoutField, string>>>;
  /** Of the chosen country; null where nothing depends on one. */
  readonly rules: Country['formRules'] | null;
}

const CheckoutFormContext = createContext<CheckoutForm | null>(null);

/** Gives its form to the fields below. */
export function CheckoutFormProvider({ value, children }: { value: CheckoutForm; children: ReactNode }) {
  return <CheckoutFormContext value={value}>{children}</CheckoutFormContext>;
}

export function useCheckoutForm(): CheckoutForm {
  const value = useContext(CheckoutFormContext);
  if (!value) throw new Error('A field of the checkout stands in no form of it');
  return value;
}

/** What was typed, or else what was kept. */
export function useTyped(field: CheckoutField): string {
  const { form, saved } = useCheckoutForm();
  return form.result ? form.getValue(field) : (saved[field] ?? '');
}

/** What is wrong with a field, in words; undefined where nothing is. */
export function useFieldError(field: CheckoutField): string | undefined {
  const shop = useShop();
  const { form, rules } = useCheckoutForm();
  const code = form.getProblem(field);
  return code === null ? undefined : describeFieldProblem(shop, field, code, rules);
}

/** All that is wrong with fields, in their order, for the summary after a refusal. */
export function listFieldErrors(
  shop: ReturnType<typeof useShop>,
  { form, rules }: Pick<CheckoutForm, 'form' | 'rules'>,
  fields: readonly CheckoutField[],
): FieldError[] {
  if (form.result?.status !== 'refused') return [];
  return fields.flatMap((field) => {
    const code = form.getProblem(field);
    if (code === null) return [];
    const text = describeFieldProblem(shop, field, code, rules);
    const namesField = code === 'required' || text.includes(shop.t(fieldLabels[field]));
    return [{ id: getFieldId(field), text: namesField ? text : `${shop.t(fieldLabels[field])}: ${text}` }];
  });
}

type InputProps = Parameters<typeof Input>[0];

interface TextFieldProps
  extends Pick<InputProps, 'type' | 'autoComplete' | 'inputMode' | 'onBlur' | 'onChange'> {
  field: CheckoutField;
  hint?: string;
  isOptional?: boolean;
}

/** One field of a form of the checkout: label, what was typed, what is wrong with it. */
export function TextField({ field, hint, isOptional = false, ...input }: TextFieldProps) {
  const { t } = useShop();
  const error = useFieldError(field);
  const typed = useTyped(field);
  const label = t(fieldLabels[field]);
  return (
    <Field
      id={getFieldId(field)}
      label={isOptional ? t('checkout.optional', { field: label }) : label}
      {...(hint !== undefined && { hint })}
      {...(error !== undefined && { error })}
    >
      {(control) => <Input control={control} name={field} defaultValue={typed} {...input} />}
    </Field>
  );
}
