/** HTML or XML that may be written into a document as it is. Only this file makes it. */
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

/** What may stand in a template of `markup`: text, which is escaped, and markup, which is not. */
type Part = string | number | Markup | readonly Markup[];

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as it may stand between tags and in quoted attributes. What XML cannot hold at all is left out. */
function escapeText(text: string): string {
  return (
    text
      .toWellFormed()
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
      .replace(/[&<>"']/g, (character) => entities[character] ?? character)
  );
}

function write(part: Part): string {
  if (part instanceof Markup) return part.toString();
  return typeof part === 'object' ? part.join('') : escapeText(String(part));
}

/**
 * The only way to write HTML or XML by hand: what a template says itself is markup, what is put into it is text. Attributes have to
 * be quoted; the content of `<script>` and `<style>` is not for it.
 */
export function markup(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  let text = strings[0] ?? '';
  for (const [index, part] of parts.entries()) text += write(part) + (strings[index + 1] ?? '');
  return new Markup(text);
}

/**
 * An element with text in it; nothing where there is no text.
 *
 * @param name written in the code, never taken from data
 */
export function createElement(name: string, text: string | null | undefined): Markup {
  if (text === null || text === undefined || text === '') return noMarkup;
  return new Markup(`<${name}>${escapeText(text)}</${name}>`);
}

/** No markup at all: where a part is left out. */
export const noMarkup = new Markup('');

const jsonEscapes: Readonly<Record<string, string>> = {
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
};

/**
 * JSON that is inert inside a `<script>` element, whatever text is in it: the names of members as well as their values.
 *
 * @param value plain JSON, or a string alone
 */
export function createScriptJson(value: unknown): Markup {
  const json = JSON.stringify(value);
  return new Markup(
    /[<>&\u2028\u2029]/.test(json)
      ? json.replace(/[<>&\u2028\u2029]/g, (character) => jsonEscapes[character] ?? character)
      : json,
  );
}
