import type { ChangeEventHandler } from 'react';
import styles from './Field.module.css';
import type { FieldControl } from './Field.tsx';
import { joinClasses } from './join-classes.ts';

interface TextAreaProps {
  control: FieldControl;
  name: string;
  /** Initial number of lines; the visitor can resize it. */
  rows?: number;
  defaultValue?: string;
  onChange?: ChangeEventHandler<HTMLTextAreaElement>;
}

/** Renders a multi-line text field. Place it in a `Field`, which provides its label and id. */
export function TextArea({ control, name, rows = 4, defaultValue, onChange }: TextAreaProps) {
  return (
    <textarea
      className={joinClasses(styles.input, styles.area)}
      id={control.id}
      aria-describedby={control.describedBy}
      aria-invalid={control.isInvalid || undefined}
      name={name}
      rows={rows}
      defaultValue={defaultValue}
      onChange={onChange}
    />
  );
}
