import { type ReactNode, useId } from 'react';
import styles from './Field.module.css';
import { Icon } from './Icon.tsx';
import { joinClasses } from './join-classes.ts';
import { VisuallyHidden } from './VisuallyHidden.tsx';

/** Attributes that connect a control with its label, hint and error. */
export interface FieldControl {
  readonly id: string;
  readonly describedBy: string | undefined;
  readonly isInvalid: boolean;
}

interface FieldProps {
  /** Id of the control, if a link targets it. */
  id?: string;
  label: string;
  /** Whether the label is for screen readers only, because the visible control is self-explanatory. */
  isLabelHidden?: boolean;
  hint?: string;
  /** Describes the error and how to fix it. */
  error?: string;
  children: (control: FieldControl) => ReactNode;
}

/** Renders a control with its label above and its hint or error below, connected for assistive technology. */
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
