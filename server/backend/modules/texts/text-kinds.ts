import { type Locale, resolveLocale } from '../../../../shared/i18n/locales.ts';
import { menuKeys } from '../../catalogue-import/shop-file-schemas.ts';

/** A record of the shop: see `shop_record`. */
export interface RecordOfText {
  readonly file: string;
  readonly list: string;
  readonly key: string;
}

/** Which text, in which language. */
export interface TextName {
  readonly kind: TextKind;
  readonly key: string;
  readonly language: Locale;
}

/** Fields that forms have for texts. */
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
  /** Where it stands in the text. */
  readonly at: readonly string[];
  /** `lines`: a list with one in each line; `labels`: an object with `key: label` in each line. */
  readonly form: 'words' | 'markdown' | 'lines' | 'labels';
}

interface KindRules {
  readonly fields: readonly TextField[];
  /** @returns the record that holds the text, and where in it */
  locate(key: string, language: Locale): { readonly record: RecordOfText; readonly path: readonly string[] };
  /** The records of a language among which its texts are; null in `key` for all of the list. */
  readonly list: string;
  readonly keys: readonly string[] | null;
  /** A file of its own for every language, or a list of one file, or a member of each record; `none` where it is the same in each. */
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

/** Every kind of text that the keeper edits, in the order in which they are offered. */
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

/** In the order in which they are offered. */
export const textKinds = Object.keys(rules) as [TextKind, ...TextKind[]];

/** The language that texts are written in first, and translated from. */
export const SOURCE_LANGUAGE: Locale = 'nl';

/** What is known of a kind. */
export const getRules = (kind: TextKind): KindRules => rules[kind];

/** @returns null where there is no such kind or language, or the kind is not told by languages and this is not the first; whether the shop has the text is not looked up */
export function readTextName(kind: string, key: string, language: string): TextName | null {
  const found = textKinds.find((known) => known === kind);
  const locale = resolveLocale(language);
  if (found === undefined || locale === null || locale !== language) return null;
  const { keys, languages } = getRules(found);
  if (languages === 'none' && locale !== SOURCE_LANGUAGE) return null;
  return keys === null || keys.includes(key) ? { kind: found, key, language: locale } : null;
}

/** The record that holds a text. */
export const locate = ({ kind, key, language }: TextName) => getRules(kind).locate(key, language);

/**
 * The text that a row of the shop's files is of, in the words of a fault: file `texts/nl.json` and `articles.hay-first`, `urlSlug`.
 *
 * @param row path of what is wrong within the file, in parts that are joined by dots
 * @returns null where no page of the keeper's changes it; the field is left out where the text as a whole is meant
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

/** One word for a text: 'article/hay-first/nl'. */
export const nameText = ({ kind, key, language }: TextName): string => `${kind}/${key}/${language}`;

/** Path of its page, below `/keeper`. */
export const getTextPath = ({ kind, key, language }: TextName): string =>
  `/texts/${kind}/${encodeURIComponent(key)}/${language}`;
