import type { ChangeEventHandler } from 'react';
import styles from './Field.module.css';
import type { FieldControl } from './Field.tsx';
import { joinClasses } from './join-classes.ts';

interface SelectProps {
  control: FieldControl;
  name: string;
  options: readonly { readonly value: string; readonly label: string; readonly lang?: string }[];
  defaultValue?: string;
  /** Value of a controlled select; then `onChange` is required. */
  value?: string;
  /** 'small' is 44 px high and as wide as its labels, for toolbars. */
  size?: 'regular' | 'small';
  /** Id of the form that it belongs to, if it is outside the form. */
  form?: string;
  onChange?: ChangeEventHandler<HTMLSelectElement>;
}

/** Renders a native select. Place it in a `Field`, which provides its label and id. */
export function Select({
  control,
  name,
  options,
  defaultValue,
  value,
  size = 'regular',
  form,
  onChange,
}: SelectProps) {
  return (
    <select
      className={joinClasses(styles.input, styles.select, size === 'small' && styles.small)}
      id={control.id}
      aria-describedby={control.describedBy}
      aria-invalid={control.isInvalid || undefined}
      name={name}
      form={form}
      defaultValue={defaultValue}
      value={value}
      onChange={onChange}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value} lang={option.lang}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
