/** HTML or XML that is safe to write into a document. Only this file creates it. */
class Markup {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

export type { Markup };

/** Values of a `markup` template: text, which is escaped, and markup, which is not. */
type MarkupPart = string | number | Markup | readonly Markup[];

const htmlEntities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for element content and quoted attributes. Removes characters that XML does not allow. */
function escapeText(text: string): string {
  return (
    text
      .toWellFormed()
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
      .replace(/[&<>"']/g, (character) => htmlEntities[character] ?? character)
  );
}

function write(part: MarkupPart): string {
  if (part instanceof Markup) return part.toString();
  return typeof part === 'object' ? part.join('') : escapeText(String(part));
}

/**
 * Creates HTML or XML, the only way to do so outside React: the template is markup, inserted text is escaped.
 * Attributes must be quoted. Not suitable for the content of `<script>` and `<style>`.
 */
export function markup(strings: TemplateStringsArray, ...parts: readonly MarkupPart[]): Markup {
  let text = strings[0] ?? '';
  for (const [index, part] of parts.entries()) text += write(part) + (strings[index + 1] ?? '');
  return new Markup(text);
}

/**
 * Creates an element with text; nothing if the text is empty.
 *
 * @param name constant element name, never data
 */
export function createElement(name: string, text: string | null | undefined): Markup {
  if (text === null || text === undefined || text === '') return noMarkup;
  return new Markup(`<${name}>${escapeText(text)}</${name}>`);
}

/** Empty markup, for an omitted part. */
export const noMarkup = new Markup('');

const jsonEscapes: Readonly<Record<string, string>> = {
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
};

/**
 * Creates JSON for a `<script>` element. Text in names and values cannot end the element.
 *
 * @param value plain JSON, or a string
 */
export function createScriptJson(value: unknown): Markup {
  const json = JSON.stringify(value);
  return new Markup(
    /[<>&\u2028\u2029]/.test(json)
      ? json.replace(/[<>&\u2028\u2029]/g, (character) => jsonEscapes[character] ?? character)
      : json,
  );
}
