import type { Markup } from '../../../platform/markup.ts';
import { type Cell, createTable, formatMoment, linkTo } from '../../core/admin/html.ts';
import type { AdminTranslate } from '../../core/admin/texts.ts';
import { type ContentEntryId, getEntryAdminPath, parseEntryId } from './entry-types.ts';
import type { TextVersion } from './queries.ts';

export const toContentEntryId = ({ kind, key, language }: Pick<TextVersion, 'kind' | 'key' | 'language'>) =>
  parseEntryId(kind, key, language);

export const formatEntryName = (t: AdminTranslate, { kind, key, language }: ContentEntryId): string =>
  kind === 'entries' ? t(`admin.entries.${key}`) : `${t(`admin.text.kind.${kind}`)} · ${key} · ${language}`;

export const formatVersionAuthor = (t: AdminTranslate, { staffMemberName }: TextVersion): string =>
  staffMemberName ?? t('admin.log.command');

export const formatVersionState = (
  t: AdminTranslate,
  { state, publishAt, publishedAt }: TextVersion,
): string => t(`admin.text.state.${state}`, { at: formatMoment(publishedAt ?? publishAt, t) });

/** Renders a table of versions. */
export function createVersionTable(
  t: AdminTranslate,
  versions: readonly TextVersion[],
  { isNamed, empty }: { readonly isNamed: boolean; readonly empty: string },
): Markup {
  const rows = versions.map((version): Cell[] => {
    const name = toContentEntryId(version);
    const path = `/texts/versions/${version.textVersionId}`;
    return [
      linkTo(path, t('admin.text.version', { number: version.textVersionId })),
      ...(isNamed ? [name ? linkTo(getEntryAdminPath(name), formatEntryName(t, name)) : null] : []),
      formatVersionState(t, version),
      formatMoment(version.madeAt, t),
      formatVersionAuthor(t, version),
    ];
  });
  const headings = [
    t('admin.text.versionTitle'),
    ...(isNamed ? [t('admin.text.which')] : []),
    t('admin.text.stateTitle'),
    t('admin.text.madeAt'),
    t('admin.log.who'),
  ];
  return createTable(headings, rows, { empty, caption: t('admin.text.versions') });
}
