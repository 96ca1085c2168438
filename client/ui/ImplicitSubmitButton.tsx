import styles from './ImplicitSubmitButton.module.css';

/**
 * Renders the submit button that the Enter key presses. Without it, Enter presses the first visible button of
 * a form, which may do something else. Place it before all other buttons of the form. It is invisible, hidden
 * from screen readers and not reachable with Tab.
 *
 * @param form id of the form, if the button is outside the form
 */
export function ImplicitSubmitButton({ form }: { form?: string }) {
  return <button type="submit" form={form} className={styles.enter} tabIndex={-1} aria-hidden="true" />;
}
