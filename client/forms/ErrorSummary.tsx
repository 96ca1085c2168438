import type { MouseEvent } from 'react';
import { useShop } from '../store/shop.tsx';
import { Notice } from '../ui/Notice.tsx';
import { pendingHydrationProps } from '../ui/pending-hydration-props.ts';
import styles from './ErrorSummary.module.css';

export interface FieldError {
  /** Id of the control that the link targets. */
  readonly id: string;
  /** Names the field and how to fix the error. */
  readonly text: string;
}

/**
 * Renders the errors of a form, each with a link to its field, as the first element of the form. It receives
 * the focus after a refusal (`useForm`) and disappears when all errors are fixed.
 */
export function ErrorSummary({ errors }: { errors: readonly FieldError[] }) {
  const { t } = useShop();
  if (errors.length === 0) return null;
  const goTo = (event: MouseEvent, id: string) => {
    const control = document.getElementById(id);
    if (!control) return;
    // A plain hash link would add an entry to the browser's history.
    event.preventDefault();
    control.focus();
  };
  return (
    <section
      data-form-summary=""
      tabIndex={-1}
      aria-labelledby={`${errors[0]?.id}-summary`}
      className={styles.summary}
    >
      <Notice tone="error">
        <p id={`${errors[0]?.id}-summary`}>
          <strong>{t('form.problems', { smart_count: errors.length })}</strong>
        </p>
        <ul>
          {errors.map(({ id, text }) => (
            <li key={id}>
              <a {...pendingHydrationProps} href={`#${id}`} onClick={(event) => goTo(event, id)}>
                {text}
              </a>
            </li>
          ))}
        </ul>
      </Notice>
    </section>
  );
}
