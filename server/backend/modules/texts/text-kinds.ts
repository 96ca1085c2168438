import { type Locale, resolveLocale } from '../../../../shared/i18n/locales.ts';
import { menuKeys } from '../../catalogue-import/shop-file-schemas.ts';

/** A record of `shop_record`. */
export interface RecordOfText {
  readonly file: string;
  readonly list: string;
  readonly key: string;
}

/** The name of a text: kind, key and language. */
export interface TextName {
  readonly kind: TextKind;
  readonly key: string;
  readonly language: Locale;
}

/** Form fields of texts. */
export type TextFieldName =
  | 'title'
  | 'name'
  | 'claim'
  | 'summary'
  | 'intro'
  | 'metaDescription'
  | 'body'
  | 'benefits'
  | 'directions'
  | 'slug'
  | 'labels'
  | 'columns'
  | 'links'
  | 'promises'
  | 'words'
  | 'entries';

export interface TextField {
  readonly name: TextFieldName;
  /** Path within the text. */
  readonly at: readonly string[];
  /** `lines`: a list, one item per line; `labels`: an object, `key: label` per line. */
  readonly form: 'words' | 'markdown' | 'lines' | 'labels';
}

interface KindRules {
  readonly fields: readonly TextField[];
  /** Returns the record that holds the text, and the path within it. */
  locate(key: string, language: Locale): { readonly record: RecordOfText; readonly path: readonly string[] };
  /** The list of records that holds the texts of a language; `keys` is null if all of its keys are meant. */
  readonly list: string;
  readonly keys: readonly string[] | null;
  /**
   * How languages are stored: a file per language, a list per language in one file, or a member per language
   * in each record; `none` if the text is the same in all languages.
   */
  readonly languages: 'files' | 'lists' | 'members' | 'none';
}

const field = (
  name: TextFieldName,
  at: readonly string[] = [name],
  form: TextField['form'] = 'words',
): TextField => ({ name, at, form });

const slug = field('slug', ['urlSlug']);
const inTexts = (list: string, keys: readonly string[] | null, fields: readonly TextField[]): KindRules => ({
  fields,
  list,
  keys,
  languages: 'files',
  locate: (key, language) => ({ record: { file: `texts/${language}.json`, list, key }, path: [] }),
});
const inGroup = (keys: readonly string[], fields: readonly TextField[]): KindRules => ({
  fields,
  list: '',
  keys,
  languages: 'lists',
  locate: (key, language) => ({ record: { file: 'group.json', list: language, key }, path: [] }),
});

const page = [field('title'), slug, field('metaDescription'), field('body', ['bodyMarkdown'], 'markdown')];

/** All kinds of texts that staff edit, in display order. */
const rules = {
  page: inTexts('pages', null, page),
  article: inTexts('articles', null, [
    field('title'),
    slug,
    field('summary'),
    field('body', ['bodyMarkdown'], 'markdown'),
  ]),
  category: inTexts('categories', null, [field('name'), slug, field('intro'), field('metaDescription')]),
  product: inTexts('products', null, [
    field('name'),
    slug,
    field('claim'),
    field('body'),
    field('benefits', ['benefits'], 'lines'),
    field('directions'),
  ]),
  landing: {
    fields: [field('name'), field('title'), slug, field('intro'), field('metaDescription')],
    list: 'landingPages',
    keys: null,
    languages: 'members',
    locate: (key: string, language: Locale) => ({
      record: { file: 'landing-pages.json', list: 'landingPages', key },
      path: ['texts', language],
    }),
  },
  menu: inTexts('navigation', ['main'], [field('labels', [], 'labels')]),
  footer: inTexts(
    'navigation',
    ['footer'],
    [field('columns', ['columns'], 'labels'), field('links', ['links'], 'labels')],
  ),
  entries: {
    fields: [field('entries', ['entries'], 'lines')],
    list: 'menus',
    keys: menuKeys,
    languages: 'none',
    locate: (key: string) => ({ record: { file: 'menus.json', list: 'menus', key }, path: [] }),
  },
  promises: inTexts('navigation', ['usps', 'cartUsps'], [field('promises', [], 'lines')]),
  notice: inTexts('navigation', ['notification'], [field('words', [])]),
  desk: inTexts('site', null, [field('words', [])]),
  groupPage: inGroup(['home'], page),
  groupPromises: inGroup(['usps'], [field('promises', [], 'lines')]),
  groupNotice: inGroup(['notification'], [field('words', [])]),
} as const satisfies Record<string, KindRules>;

export type TextKind = keyof typeof rules;

/** Kinds of texts in display order. */
export const textKinds = Object.keys(rules) as [TextKind, ...TextKind[]];

/** The language in which texts are written first, and from which they are translated. */
export const SOURCE_LANGUAGE: Locale = 'nl';

/** Returns the rules of a kind. */
export const getRules = (kind: TextKind): KindRules => rules[kind];

/**
 * Parses the name of a text. Does not check whether the text exists.
 *
 * @returns null if the kind or language is unknown, or the kind has no languages and this is not the source
 * language
 */
export function readTextName(kind: string, key: string, language: string): TextName | null {
  const found = textKinds.find((known) => known === kind);
  const locale = resolveLocale(language);
  if (found === undefined || locale === null || locale !== language) return null;
  const { keys, languages } = getRules(found);
  if (languages === 'none' && locale !== SOURCE_LANGUAGE) return null;
  return keys === null || keys.includes(key) ? { kind: found, key, language: locale } : null;
}

/** Returns the record that holds a text, and the path within it. */
export const locate = ({ kind, key, language }: TextName) => getRules(kind).locate(key, language);

/**
 * Returns the text that a row of the import files belongs to, such as `urlSlug` for `articles.hay-first` in
 * the file `texts/nl.json`.
 *
 * @param row path of the error within the file, with dots
 * @returns null if no admin page edits it; without a field if the whole text is meant
 */
export function findTextOfRow(
  file: string,
  row: readonly string[],
): { readonly name: TextName; readonly field: TextFieldName | undefined } | null {
  const path = row.filter((part) => part !== '').flatMap((part) => part.split('.'));
  const [list = '', key = ''] = path;
  const language =
    file === 'group.json'
      ? list
      : file === 'landing-pages.json'
        ? (path[3] ?? SOURCE_LANGUAGE)
        : file === 'menus.json'
          ? SOURCE_LANGUAGE
          : (/^texts\/([a-z]+)\.json$/.exec(file)?.[1] ?? '');
  for (const kind of textKinds) {
    const name = readTextName(kind, key, language);
    if (!name) continue;
    const { record, path: place } = locate(name);
    if (record.file !== file || record.list !== list || record.key !== key) continue;
    const rest = path.slice(2 + place.length);
    const field = getRules(kind).fields.find(
      ({ at }) => at.length > 0 && at.every((part, index) => rest[index] === part),
    );
    return { name, field: field?.name };
  }
  return null;
}

/** Returns the name of a text as one string, such as 'article/hay-first/nl'. */
export const nameText = ({ kind, key, language }: TextName): string => `${kind}/${key}/${language}`;

/** Returns the path of its page below `/admin`. */
export const getTextPath = ({ kind, key, language }: TextName): string =>
  `/texts/${kind}/${encodeURIComponent(key)}/${language}`;
