import type { AdminTranslate } from '../texts.ts';

/** Field of a search form or a filter. */
export interface SearchField {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  /** Value and label of each choice; if omitted, a text field. */
  readonly choices?: readonly (readonly [value: string, label: string])[];
  readonly type?: 'search' | 'date';
}

function SearchControl({ name, value, choices, type = 'search' }: SearchField) {
  const id = `search-${name}`;
  if (!choices) return <input type={type} name={name} id={id} defaultValue={value} maxLength={200} />;
  return (
    <select name={name} id={id} defaultValue={value}>
      {choices.map(([word, text]) => (
        <option key={word} value={word}>
          {text}
        </option>
      ))}
    </select>
  );
}

/**
 * Form with the filters of a list. Its button says 'Show' if the form has no text field.
 *
 * @param props.path path of the list below `/admin`
 */
export function SearchForm({
  path,
  fields,
  t,
}: {
  readonly path: string;
  readonly fields: readonly SearchField[];
  readonly t: AdminTranslate;
}) {
  const isSearch = fields.some(({ choices, type }) => choices === undefined && type !== 'date');
  return (
    // biome-ignore lint/a11y/useSemanticElements: older browsers and readers know the role, not <search>
    <form method="get" action={`/admin${path}`} className="search" role="search">
      {fields.map((field) => (
        <p key={field.name}>
          <label htmlFor={`search-${field.name}`}>{field.label}</label>
          <SearchControl {...field} />
        </p>
      ))}
      <button type="submit">{t(isSearch ? 'admin.search' : 'admin.show')}</button>
    </form>
  );
}
