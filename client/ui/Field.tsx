import { type ReactNode, useId } from 'react';
import styles from './Field.module.css';
import { Icon } from './Icon.tsx';
import { joinClasses } from './join-classes.ts';
import { VisuallyHidden } from './VisuallyHidden.tsx';

/** What a control needs to be tied to its label, hint and error. */
export interface FieldControl {
  readonly id: string;
  readonly describedBy: string | undefined;
  readonly isInvalid: boolean;
}

interface FieldProps {
  /** Id of the control, where something leads to it. */
  id?: string;
  label: string;
  /** The label for screen readers only, where what is seen of the control says enough. */
  isLabelHidden?: boolean;
  hint?: string;
  /** What is wrong and how to mend it. */
  error?: string;
  children: (control: FieldControl) => ReactNode;
}

/** Label above, control, hint or error below, tied together for assistive technology. */
export function Field({ id: givenId, label, isLabelHidden = false, hint, error, children }: FieldProps) {
  const ownId = useId();
  const id = givenId ?? ownId;
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const describedBy = [hint && hintId, error && errorId].filter(Boolean).join(' ') || undefined;
  return (
    <div className={styles.field} data-invalid={error ? '' : undefined}>
      <label className={joinClasses(styles.label, isLabelHidden && styles.unseen)} htmlFor={id}>
        {isLabelHidden ? <VisuallyHidden>{label}</VisuallyHidden> : label}
      </label>
      {children({ id, describedBy, isInvalid: error !== undefined })}
      {hint && (
        <span className={styles.hint} id={hintId}>
          {hint}
        </span>
      )}
      {error && (
        <span className={styles.error} id={errorId}>
          <Icon name="warning" size="small" />
          {error}
        </span>
      )}
    </div>
  );
}
