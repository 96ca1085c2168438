/**
 * Renders the hidden name of a form. It is the first child of every form that is sent to the page's own URL.
 */
export function FormName({ name, of }: { name: string; of?: string }) {
  return (
    <>
      <input type="hidden" name="form" value={name} />
      {of !== undefined && <input type="hidden" name="of" value={of} />}
    </>
  );
}
