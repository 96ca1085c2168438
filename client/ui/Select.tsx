import type { ChangeEventHandler } from 'react';
import styles from './Field.module.css';
import type { FieldControl } from './Field.tsx';
import { joinClasses } from './join-classes.ts';

interface SelectProps {
  control: FieldControl;
  name: string;
  options: readonly { readonly value: string; readonly label: string; readonly lang?: string }[];
  defaultValue?: string;
  /** The choice, where the parent keeps it; then `onChange` must follow it. */
  value?: string;
  /** 'small' is 44 px high and as wide as its words, for toolbars. */
  size?: 'regular' | 'small';
  /** Id of the form that it belongs to, where it stands outside of it. */
  form?: string;
  onChange?: ChangeEventHandler<HTMLSelectElement>;
}

/** A choice of one, by the browser's own list. Stands in a `Field`, which gives its label and id. */
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
