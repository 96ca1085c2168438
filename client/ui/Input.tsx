import type { ChangeEventHandler, FocusEventHandler, RefObject } from 'react';
import styles from './Field.module.css';
import type { FieldControl } from './Field.tsx';

interface InputProps {
  control: FieldControl;
  ref?: RefObject<HTMLInputElement | null>;
  name: string;
  type?: 'text' | 'search' | 'email' | 'tel' | 'number' | 'password' | 'datetime-local';
  defaultValue?: string;
  placeholder?: string;
  autoComplete?: string;
  inputMode?: 'text' | 'search' | 'email' | 'tel' | 'numeric' | 'decimal';
  maxLength?: number;
  /** Id of a `<datalist>` with suggestions. */
  list?: string;
  required?: boolean;
  /** Id of the form that it belongs to, if it is outside the form. */
  form?: string;
  onChange?: ChangeEventHandler<HTMLInputElement>;
  onBlur?: FocusEventHandler<HTMLInputElement>;
  onFocus?: FocusEventHandler<HTMLInputElement>;
}

/** Renders a single-line text field, 52 px high. Place it in a `Field`, which provides its label and id. */
export function Input({
  control,
  ref,
  name,
  type = 'text',
  defaultValue,
  placeholder,
  autoComplete,
  inputMode,
  maxLength,
  list,
  required,
  form,
  onChange,
  onBlur,
  onFocus,
}: InputProps) {
  return (
    <input
      ref={ref}
      className={styles.input}
      id={control.id}
      aria-describedby={control.describedBy}
      aria-invalid={control.isInvalid || undefined}
      name={name}
      type={type}
      defaultValue={defaultValue}
      placeholder={placeholder}
      autoComplete={autoComplete}
      inputMode={inputMode}
      maxLength={maxLength}
      list={list}
      required={required}
      form={form}
      onChange={onChange}
      onBlur={onBlur}
      onFocus={onFocus}
    />
  );
}
