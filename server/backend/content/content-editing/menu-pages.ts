import { LOCALES } from '../../../../shared/i18n/locales.ts';
import { type Markup, markup, noMarkup } from '../../../platform/markup.ts';
import type { AdminPageRequest } from '../../core/admin/admin-module.ts';
import { createSection, linkTo } from '../../core/admin/html.ts';
import type { AdminTranslate } from '../../core/admin/texts.ts';
import type { Database } from '../../core/database/database.ts';
import type { MenuKey } from '../../shop-store/shop-file-schemas.ts';
import {
  type ContentEntryId,
  getContentEntryRules,
  getEntryAdminPath,
  SOURCE_LANGUAGE,
} from './entry-types.ts';
import {
  getMenuContentEntryId,
  getMenuEntryLines,
  readDefaultEntryNames,
  readEntryLabels,
} from './menu-entries.ts';
import { hashRecordValue } from './service.ts';
import { showLanguageLinks } from './show-text.ts';
import { toTextFields } from './text-values.ts';

/** The menus that a text of labels belongs to. */
const MENUS_BY_LABELS_TYPE: Readonly<Partial<Record<ContentEntryId['kind'], readonly MenuKey[]>>> = {
  menu: ['shop', 'group'],
  footer: ['footer'],
};

/** Renders links from the labels of a menu to its entries. */
export function linkToMenuEntries(t: AdminTranslate, { kind }: ContentEntryId): Markup {
  const menus = MENUS_BY_LABELS_TYPE[kind] ?? [];
  if (menus.length === 0) return noMarkup;
  const links = menus.map(
    (menu) => markup` ${linkTo(getEntryAdminPath(getMenuContentEntryId(menu)), t(`admin.entries.${menu}`))}`,
  );
  return markup`<p class="actions">${t('admin.text.kind.entries')}:${links}</p>`;
}

/** Renders the entries of a menu as a tree, with their labels and keys. */
function showEntryTree(
  entries: readonly string[],
  labels: ReadonlyMap<string, string>,
  names: ReadonlyMap<string, string>,
  isFooter: boolean,
): Markup {
  const show = (key: string, isColumn: boolean): Markup => {
    const label = labels.get(isColumn ? `${key}/` : key) ?? names.get(key) ?? key;
    return markup`<span lang="${SOURCE_LANGUAGE}">${label}</span> <small>${key}</small>`;
  };
  const roots = entries.filter((entry) => !entry.includes('/'));
  return markup`<ul class="entries">${roots.map((root) => {
    const children = entries.filter((entry) => entry.startsWith(`${root}/`));
    const below = children.map((entry) => markup`<li>${show(entry.slice(root.length + 1), false)}</li>`);
    return markup`<li>${show(root, isFooter)}${below.length === 0 ? noMarkup : markup`<ul>${below}</ul>`}</li>`;
  })}</ul>`;
}

/**
 * Renders the additional parts of the page of a menu's entries: the tree, the form that arranges them, and
 * the forms that add entries.
 *
 * @param value current menu
 */
export async function showMenuForms(
  database: Database,
  { t, form }: AdminPageRequest,
  menu: MenuKey,
  value: unknown,
): Promise<Markup> {
  const { kind, key, language } = getMenuContentEntryId(menu);
  const isFooter = menu === 'footer';
  const entries = getMenuEntryLines(value);
  const labels = await readEntryLabels(database, menu);
  const names = await readDefaultEntryNames(database, menu);
  const stamp = hashRecordValue(value);
  const fields = getContentEntryRules(kind).fields;
  const taken = new Set(
    entries
      .filter((entry) => !isFooter || entry.includes('/'))
      .map((entry) => entry.slice(entry.indexOf('/') + 1)),
  );
  const free = [...names]
    .filter(([entry]) => !taken.has(entry))
    .map(([entry, name]) => [entry, name === entry ? name : `${name} (${entry})`] as const)
    .sort(([, one], [, other]) => one.localeCompare(other, language));
  const roots = entries
    .filter((entry) => !entry.includes('/'))
    .map(
      (entry) => [entry, labels.get(isFooter ? `${entry}/` : entry) ?? names.get(entry) ?? entry] as const,
    );
  const arrange = form('text.save', {
    hidden: { kind, key, language, publish: 'now' },
    renewed: { stamp },
    values: toTextFields(fields, value),
    fields: ['entries'],
    note: markup`<p class="hint">${t('admin.entries.hint')}</p>`,
  });
  const add = form('entry.add', {
    hidden: { menu },
    renewed: { stamp },
    fields: ['entry', 'below', 'label'],
    choices: { entry: free, below: isFooter ? roots : [['', t('admin.entries.firstLevel')], ...roots] },
    note: markup`<p class="hint">${t('admin.entries.labelHint')}</p>`,
  });
  const addColumn = isFooter ? form('entry.addColumn', { renewed: { stamp }, isFolded: true }) : noMarkup;
  const texts = LOCALES.map((locale) => ({
    language: locale,
    path: getEntryAdminPath(
      isFooter
        ? { kind: 'footer', key: 'footer', language: locale }
        : { kind: 'menu', key: 'main', language: locale },
    ),
    state: 'there' as const,
  }));
  return markup`<p>${t('admin.entries.lead')}</p>${createSection(t('admin.entries.labels'), showLanguageLinks(texts, t))}<div class="pair">${createSection(t('admin.entries.now'), showEntryTree(entries, labels, names, isFooter))}${createSection(t('admin.entries.arrange'), arrange)}</div>${createSection(t('admin.entries.add'), add, addColumn)}`;
}
