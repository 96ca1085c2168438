import type { ChangeEventHandler, ReactNode } from 'react';
import styles from './Checkbox.module.css';

interface CheckboxProps {
  /** The label, which is part of the target. */
  children: ReactNode;
  name: string;
  /** Value that the form sends if the box is checked. */
  value?: string;
  defaultChecked?: boolean;
  /** Required with `isInvalid`, and by an error summary that links to the box. */
  id?: string;
  /** Marks the box as invalid; the error message has the id `${id}-error`. */
  isInvalid?: boolean;
  /** Id of a longer description. */
  describedBy?: string;
  onChange?: ChangeEventHandler<HTMLInputElement>;
}

/** Renders a checkbox with its label. The whole row is the target, at least 44 px high. */
export function Checkbox({
  children,
  name,
  value = 'yes',
  defaultChecked,
  id,
  isInvalid = false,
  describedBy,
  onChange,
}: CheckboxProps) {
  return (
    <label className={styles.row} htmlFor={id}>
      <input
        id={id}
        type="checkbox"
        name={name}
        value={value}
        defaultChecked={defaultChecked}
        aria-invalid={isInvalid || undefined}
        aria-describedby={isInvalid ? `${id}-error` : describedBy}
        onChange={onChange}
      />
      <span>{children}</span>
    </label>
  );
}
