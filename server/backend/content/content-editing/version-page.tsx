import type { ReactNode } from 'react';
import type { AdminPageRequest } from '../../core/admin/admin-module.ts';
import { AdminLink } from '../../core/admin/components/AdminLink.tsx';
import { DetailList } from '../../core/admin/components/DetailList.tsx';
import { Section } from '../../core/admin/components/Section.tsx';
import { Sequence } from '../../core/admin/components/Sequence.tsx';
import { formatMoment } from '../../core/admin/formats.ts';
import { renderRefusalDetail } from '../../core/admin/render-refusal-detail.tsx';
import type { AdminTranslate } from '../../core/admin/texts.ts';
import { type ContentEntryId, getContentEntryRules, getEntryAdminPath, locateEntry } from './entry-types.ts';
import { type ContentEntryPageDeps, showPreview } from './preview-section.tsx';
import { findVersion, openVersionStates, type TextVersion } from './queries.ts';
import { hashRecordValue, readContentRecord } from './service.ts';
import { createDifferenceSection, showDifference, showText } from './show-text.tsx';
import { applyTextDifference, getTextDifference, readAt, toTextFields } from './text-values.ts';
import { parseStoredRefusal } from './version-refusal.ts';
import {
  formatEntryName,
  formatVersionAuthor,
  formatVersionState,
  toContentEntryId,
} from './version-table.tsx';

/** Renders state, author and origin of a version. */
const showDetails = (t: AdminTranslate, name: ContentEntryId, version: TextVersion): ReactNode => (
  <DetailList
    details={[
      [
        t('admin.text.which'),
        <AdminLink path={getEntryAdminPath(name)}>{formatEntryName(t, name)}</AdminLink>,
      ],
      [t('admin.text.stateTitle'), formatVersionState(t, version)],
      [t('admin.text.madeAt'), formatMoment(version.madeAt, t)],
      [t('admin.log.who'), formatVersionAuthor(t, version)],
      ...(version.backTo === null
        ? []
        : [
            [
              t('admin.text.backTo'),
              <AdminLink path={`/texts/versions/${version.backTo}`}>
                {t('admin.text.version', { number: version.backTo })}
              </AdminLink>,
            ] as const,
          ]),
    ]}
  />
);

/** Renders the forms that publish, plan or withdraw a pending version. */
const createDecisionSection = (
  { t, form }: AdminPageRequest,
  name: ContentEntryId,
  { textVersionId, publishAt }: TextVersion,
  stamp: string,
): ReactNode => (
  <Section title={t('admin.text.decide')}>
    <p>
      <AdminLink path={`${getEntryAdminPath(name)}?version=${textVersionId}`}>
        {t('admin.text.goOn')}
      </AdminLink>
    </p>
    {form('text.publish', { hidden: { textVersionId }, renewed: { stamp } })}
    {form('text.plan', { hidden: { textVersionId }, values: { publishAt }, isFolded: true })}
    {form('text.withdraw', { hidden: { textVersionId }, isFolded: true })}
  </Section>
);

/** Renders the forms that restore the text after or before a version. */
const createRestoreSection = (
  { t, form }: AdminPageRequest,
  { textVersionId }: TextVersion,
  stamp: string,
): ReactNode => (
  <Section title={t('admin.text.wayBack')}>
    {(['after', 'before'] as const).map((to) =>
      form('text.restore', {
        hidden: { textVersionId, to },
        renewed: { stamp },
        submit: `admin.text.restore.${to}`,
      }),
    )}
  </Section>
);

/** Reads the page of a version: its difference, and the forms that publish or restore it. */
export async function readVersionPage(deps: ContentEntryPageDeps, request: AdminPageRequest) {
  const { database } = deps;
  const { t, params } = request;
  const { id = '' } = params;
  const version = /^\d{1,9}$/.test(id) ? await findVersion(database, Number(id)) : undefined;
  const name = version && toContentEntryId(version);
  if (!version || !name) return null;
  const { textVersionId, state, fault, publishAt } = version;
  const { fields } = getContentEntryRules(name.kind);
  const { record, path } = locateEntry(name);
  const renderOptions = { t, language: name.language };
  const value = await readContentRecord(database, record);
  const stamp = hashRecordValue(value);
  const isOpen = openVersionStates.includes(state);
  const showChange = (title: string, before: unknown, after: unknown) =>
    createDifferenceSection(
      title,
      showDifference(
        fields,
        { before: toTextFields(fields, before), after: toTextFields(fields, after) },
        renderOptions,
      ),
      t('admin.text.same'),
    );
  // A pending version is compared with the current text, including later changes by others.
  const [before, after] = isOpen
    ? [value, applyTextDifference(value, getTextDifference(version.before, version.after))].map((of) =>
        readAt(of, path),
      )
    : [readAt(version.before, path), readAt(version.after, path)];
  const overwritten =
    isOpen &&
    stamp !== hashRecordValue(version.before) &&
    showChange(t('admin.text.others'), readAt(version.before, path), readAt(value, path));
  const why = fault !== null && (
    <p className="fault">
      <Sequence
        of={parseStoredRefusal(fault).map((part) => (
          <>{typeof part === 'string' ? part : renderRefusalDetail(t, part)} </>
        ))}
      />
    </p>
  );
  const difference = showChange(t('admin.text.difference'), before, after);
  const forms = isOpen
    ? createDecisionSection(request, name, version, stamp)
    : createRestoreSection(request, version, stamp);
  const preview = isOpen && (await showPreview(deps, request, name, publishAt));
  // For menu entries the difference already shows each line.
  const laidOut = name.kind !== 'entries' && (
    <Section title={t('admin.text.laidOut')}>
      {showText(fields, after, { ...renderOptions, isLaidOut: true })}
    </Section>
  );
  return {
    title: `${t('admin.text.version', { number: textVersionId })} · ${formatEntryName(t, name)}`,
    body: (
      <>
        {showDetails(t, name, version)}
        {why}
        {overwritten}
        {difference}
        {forms}
        {preview}
        {laidOut}
      </>
    ),
  };
}
