import type { ReactNode } from 'react';
import { AdminLink } from '../../core/admin/components/AdminLink.tsx';
import { type Cell, Table } from '../../core/admin/components/Table.tsx';
import { formatMoment } from '../../core/admin/formats.ts';
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
): ReactNode {
  const rows = versions.map((version): Cell[] => {
    const name = toContentEntryId(version);
    const path = `/texts/versions/${version.textVersionId}`;
    return [
      <AdminLink path={path}>{t('admin.text.version', { number: version.textVersionId })}</AdminLink>,
      ...(isNamed
        ? [name ? <AdminLink path={getEntryAdminPath(name)}>{formatEntryName(t, name)}</AdminLink> : null]
        : []),
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
  return <Table headings={headings} rows={rows} empty={empty} caption={t('admin.text.versions')} />;
}
