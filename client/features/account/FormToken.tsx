/** Says which session has made the form: sent without script, one of another session is refused. Stands in every form of a page of the account. */
export function FormToken({ value }: { value: string }) {
  return <input type="hidden" name="formToken" value={value} />;
}
