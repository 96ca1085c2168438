import { Fragment, type ReactNode } from 'react';
import { LOCALES } from '../../../../shared/i18n/locales.ts';
import type { AdminPageRequest } from '../../core/admin/admin-module.ts';
import { AdminLink } from '../../core/admin/components/AdminLink.tsx';
import { Section } from '../../core/admin/components/Section.tsx';
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
import { showLanguageLinks } from './show-text.tsx';
import { toTextFields } from './text-values.ts';

/** The menus that a text of labels belongs to. */
const MENUS_BY_LABELS_TYPE: Readonly<Partial<Record<ContentEntryId['kind'], readonly MenuKey[]>>> = {
  menu: ['shop', 'group'],
  footer: ['footer'],
};

/** Renders links from the labels of a menu to its entries. */
export function linkToMenuEntries(t: AdminTranslate, { kind }: ContentEntryId): ReactNode {
  const menus = MENUS_BY_LABELS_TYPE[kind] ?? [];
  if (menus.length === 0) return null;
  const links = menus.map((menu) => (
    <Fragment key={menu}>
      {' '}
      <AdminLink path={getEntryAdminPath(getMenuContentEntryId(menu))}>
        {t(`admin.entries.${menu}`)}
      </AdminLink>
    </Fragment>
  ));
  return (
    <p className="actions">
      {t('admin.text.kind.entries')}:{links}
    </p>
  );
}

/** Renders the entries of a menu as a tree, with their labels and keys. */
function showEntryTree(
  entries: readonly string[],
  labels: ReadonlyMap<string, string>,
  names: ReadonlyMap<string, string>,
  isFooter: boolean,
): ReactNode {
  const show = (key: string, isColumn: boolean): ReactNode => {
    const label = labels.get(isColumn ? `${key}/` : key) ?? names.get(key) ?? key;
    return (
      <>
        <span lang={SOURCE_LANGUAGE}>{label}</span> <small>{key}</small>
      </>
    );
  };
  const roots = entries.filter((entry) => !entry.includes('/'));
  return (
    <ul className="entries">
      {roots.map((root) => {
        const children = entries.filter((entry) => entry.startsWith(`${root}/`));
        const below = children.map((entry) => (
          <li key={entry}>{show(entry.slice(root.length + 1), false)}</li>
        ));
        return (
          <li key={root}>
            {show(root, isFooter)}
            {below.length > 0 && <ul>{below}</ul>}
          </li>
        );
      })}
    </ul>
  );
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
): Promise<ReactNode> {
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
    note: <p className="hint">{t('admin.entries.hint')}</p>,
  });
  const add = form('entry.add', {
    hidden: { menu },
    renewed: { stamp },
    fields: ['entry', 'below', 'label'],
    choices: { entry: free, below: isFooter ? roots : [['', t('admin.entries.firstLevel')], ...roots] },
    note: <p className="hint">{t('admin.entries.labelHint')}</p>,
  });
  const addColumn = isFooter && form('entry.addColumn', { renewed: { stamp }, isFolded: true });
  const texts = LOCALES.map((locale) => ({
    language: locale,
    path: getEntryAdminPath(
      isFooter
        ? { kind: 'footer', key: 'footer', language: locale }
        : { kind: 'menu', key: 'main', language: locale },
    ),
    state: 'there' as const,
  }));
  return (
    <>
      <p>{t('admin.entries.lead')}</p>
      <Section title={t('admin.entries.labels')}>{showLanguageLinks(texts, t)}</Section>
      <div className="pair">
        <Section title={t('admin.entries.now')}>{showEntryTree(entries, labels, names, isFooter)}</Section>
        <Section title={t('admin.entries.arrange')}>{arrange}</Section>
      </div>
      <Section title={t('admin.entries.add')}>
        {add}
        {addColumn}
      </Section>
    </>
  );
}
