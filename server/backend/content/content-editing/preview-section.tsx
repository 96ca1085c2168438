import type { ReactNode } from 'react';
import type { AdminPageRequest } from '../../core/admin/admin-module.ts';
import { Section } from '../../core/admin/components/Section.tsx';
import type { Database } from '../../core/database/database.ts';
import type { ContentEntryId } from './entry-types.ts';
import type { ListPagesShowingEntry } from './queries.ts';

/** What the pages of a text are read from. */
export interface ContentEntryPageDeps {
  readonly database: Database;
  readonly listPagesShowingEntry: ListPagesShowingEntry;
}

/**
 * Renders the form that opens a page that shows a text, on one of its sites, now or at a planned time; nothing
 * if no page shows it.
 */
export async function showPreview(
  { database, listPagesShowingEntry }: ContentEntryPageDeps,
  { t, form, now }: AdminPageRequest,
  name: ContentEntryId,
  instant: Date | null,
): Promise<ReactNode> {
  const locations = (await listPagesShowingEntry(database, name)).map(
    ({ siteId, siteName, languageId, path }) =>
      [`${siteId}/${languageId}${path}`, `${siteName}: ${path}`] as const,
  );
  const [first] = locations;
  if (!first) return null;
  return (
    <Section title={t('admin.preview.title')}>
      {form('preview.open', {
        choices: { place: locations },
        values: { place: first[0], instant: instant ?? now },
        fields: ['place', 'instant'],
      })}
    </Section>
  );
}
