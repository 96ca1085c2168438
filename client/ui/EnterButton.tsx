import styles from './EnterButton.module.css';

/**
 * The submit button that the Enter key presses: without it, Enter presses the first visible button of a form, which may do something else.
 * Belongs before all other buttons of the form; neither seen, read out nor reached by Tab.
 *
 * @param form id of the form, if it is outside of it
 */
export function EnterButton({ form }: { form?: string }) {
  return <button type="submit" form={form} className={styles.enter} tabIndex={-1} aria-hidden="true" />;
}
