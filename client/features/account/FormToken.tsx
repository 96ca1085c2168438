/**
 * Renders the hidden token of the session that rendered the form. Without script, the server refuses a form
 * of another session. Every form of an account page contains it.
 */
export function FormToken({ value }: { value: string }) {
  return <input type="hidden" name="formToken" value={value} />;
}
