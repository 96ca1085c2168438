import type { MouseEvent } from 'react';
import { useShop } from '../store/shop.tsx';
import { Notice } from '../ui/Notice.tsx';
import { waitsForProgram } from '../ui/waits-for-program.ts';
import styles from './ErrorSummary.module.css';

export interface FieldError {
  /** Id of the control that the link leads to. */
  readonly id: string;
  /** Names the field and what to do. */
  readonly text: string;
}

/**
 * What has to be put right before a form can go, each with a link to its field: the first thing in the form. It has the focus after a
 * refusal (`useForm`), and goes where nothing is wrong any more.
 */
export function ErrorSummary({ errors }: { errors: readonly FieldError[] }) {
  const { t } = useShop();
  if (errors.length === 0) return null;
  const goTo = (event: MouseEvent, id: string) => {
    const control = document.getElementById(id);
    if (!control) return;
    // A link of the page's own would be a step of its history.
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
              <a {...waitsForProgram} href={`#${id}`} onClick={(event) => goTo(event, id)}>
                {text}
              </a>
            </li>
          ))}
        </ul>
      </Notice>
    </section>
  );
}
