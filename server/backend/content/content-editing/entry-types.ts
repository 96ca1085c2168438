import { type Locale, resolveLocale } from '../../../../shared/i18n/locales.ts';
import { menuKeys } from '../../shop-store/shop-file-schemas.ts';

/** A record of `shop_record`. */
export interface ContentRecordId {
  readonly file: string;
  readonly list: string;
  readonly key: string;
}

/** The name of a text: kind, key and language. */
export interface ContentEntryId {
  readonly kind: ContentEntryType;
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

interface ContentEntryRules {
  readonly fields: readonly TextField[];
  /** Returns the record that holds the text, and the path within it. */
  locate(
    key: string,
    language: Locale,
  ): { readonly record: ContentRecordId; readonly path: readonly string[] };
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
const createTextFileRules = (
  list: string,
  keys: readonly string[] | null,
  fields: readonly TextField[],
): ContentEntryRules => ({
  fields,
  list,
  keys,
  languages: 'files',
  locate: (key, language) => ({ record: { file: `texts/${language}.json`, list, key }, path: [] }),
});
const createGroupFileRules = (keys: readonly string[], fields: readonly TextField[]): ContentEntryRules => ({
  fields,
  list: '',
  keys,
  languages: 'lists',
  locate: (key, language) => ({ record: { file: 'group.json', list: language, key }, path: [] }),
});

const page = [field('title'), slug, field('metaDescription'), field('body', ['bodyMarkdown'], 'markdown')];

/** All kinds of texts that staff edit, in display order. */
const rules = {
  page: createTextFileRules('pages', null, page),
  article: createTextFileRules('articles', null, [
    field('title'),
    slug,
    field('summary'),
    field('body', ['bodyMarkdown'], 'markdown'),
  ]),
  category: createTextFileRules('categories', null, [
    field('name'),
    slug,
    field('intro'),
    field('metaDescription'),
  ]),
  product: createTextFileRules('products', null, [
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
  menu: createTextFileRules('navigation', ['main'], [field('labels', [], 'labels')]),
  footer: createTextFileRules(
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
  promises: createTextFileRules('navigation', ['usps', 'cartUsps'], [field('promises', [], 'lines')]),
  notice: createTextFileRules('navigation', ['notification'], [field('words', [])]),
  desk: createTextFileRules('site', null, [field('words', [])]),
  groupPage: createGroupFileRules(['home'], page),
  groupPromises: createGroupFileRules(['usps'], [field('promises', [], 'lines')]),
  groupNotice: createGroupFileRules(['notification'], [field('words', [])]),
} as const satisfies Record<string, ContentEntryRules>;

export type ContentEntryType = keyof typeof rules;

/** Kinds of texts in display order. */
export const contentEntryTypes = Object.keys(rules) as [ContentEntryType, ...ContentEntryType[]];

/** The language in which texts are written first, and from which they are translated. */
export const SOURCE_LANGUAGE: Locale = 'nl';

/** Returns the rules of a kind. */
export const getContentEntryRules = (kind: ContentEntryType): ContentEntryRules => rules[kind];

/**
 * Parses the name of a text. Does not check whether the text exists.
 *
 * @returns null if the kind or language is unknown, or the kind has no languages and this is not the source
 * language
 */
export function parseEntryId(kind: string, key: string, language: string): ContentEntryId | null {
  const found = contentEntryTypes.find((known) => known === kind);
  const locale = resolveLocale(language);
  if (found === undefined || locale === null || locale !== language) return null;
  const { keys, languages } = getContentEntryRules(found);
  if (languages === 'none' && locale !== SOURCE_LANGUAGE) return null;
  return keys === null || keys.includes(key) ? { kind: found, key, language: locale } : null;
}

/** Returns the record that holds a text, and the path within it. */
export const locateEntry = ({ kind, key, language }: ContentEntryId) =>
  getContentEntryRules(kind).locate(key, language);

/**
 * Returns the text that a row of the import files belongs to, such as `urlSlug` for `articles.hay-first` in
 * the file `texts/nl.json`.
 *
 * @param row path of the error within the file, with dots
 * @returns null if no admin page edits it; without a field if the whole text is meant
 */
export function findEntryOfRow(
  file: string,
  row: readonly string[],
): { readonly name: ContentEntryId; readonly field: TextFieldName | undefined } | null {
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
  for (const kind of contentEntryTypes) {
    const name = parseEntryId(kind, key, language);
    if (!name) continue;
    const { record, path: place } = locateEntry(name);
    if (record.file !== file || record.list !== list || record.key !== key) continue;
    const rest = path.slice(2 + place.length);
    const field = getContentEntryRules(kind).fields.find(
      ({ at }) => at.length > 0 && at.every((part, index) => rest[index] === part),
    );
    return { name, field: field?.name };
  }
  return null;
}

/** Returns the name of a text as one string, such as 'article/hay-first/nl'. */
export const formatEntryId = ({ kind, key, language }: ContentEntryId): string =>
  `${kind}/${key}/${language}`;

/** Returns the path of its page below `/admin`. */
export const getEntryAdminPath = ({ kind, key, language }: ContentEntryId): string =>
  `/texts/${kind}/${encodeURIComponent(key)}/${language}`;
