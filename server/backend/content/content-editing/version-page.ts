import { type Markup, markup, noMarkup } from '../../../platform/markup.ts';
import type { AdminPageRequest } from '../../core/admin/admin-module.ts';
import { createDetailList, createSection, formatMoment, linkTo } from '../../core/admin/html.ts';
import type { AdminTranslate } from '../../core/admin/texts.ts';
import { type ContentEntryId, getContentEntryRules, getEntryAdminPath, locateEntry } from './entry-types.ts';
import { type ContentEntryPageDeps, showPreview } from './preview-section.ts';
import { findVersion, openVersionStates, type TextVersion } from './queries.ts';
import { hashRecordValue, readContentRecord } from './service.ts';
import { createDifferenceSection, showDifference, showText } from './show-text.ts';
import { applyTextDifference, getTextDifference, readAt, toTextFields } from './text-values.ts';
import { renderStoredRefusal } from './version-refusal.ts';
import {
  formatEntryName,
  formatVersionAuthor,
  formatVersionState,
  toContentEntryId,
} from './version-table.ts';

/** Renders state, author and origin of a version. */
const showDetails = (t: AdminTranslate, name: ContentEntryId, version: TextVersion): Markup =>
  createDetailList([
    [t('admin.text.which'), linkTo(getEntryAdminPath(name), formatEntryName(t, name))],
    [t('admin.text.stateTitle'), formatVersionState(t, version)],
    [t('admin.text.madeAt'), formatMoment(version.madeAt, t)],
    [t('admin.log.who'), formatVersionAuthor(t, version)],
    ...(version.backTo === null
      ? []
      : [
          [
            t('admin.text.backTo'),
            linkTo(`/texts/versions/${version.backTo}`, t('admin.text.version', { number: version.backTo })),
          ] as const,
        ]),
  ]);

/** Renders the forms that publish, plan or withdraw a pending version. */
const createDecisionSection = (
  { t, form }: AdminPageRequest,
  name: ContentEntryId,
  { textVersionId, publishAt }: TextVersion,
  stamp: string,
): Markup =>
  createSection(
    t('admin.text.decide'),
    markup`<p>${linkTo(`${getEntryAdminPath(name)}?version=${textVersionId}`, t('admin.text.goOn'))}</p>`,
    form('text.publish', { hidden: { textVersionId }, renewed: { stamp } }),
    form('text.plan', { hidden: { textVersionId }, values: { publishAt }, isFolded: true }),
    form('text.withdraw', { hidden: { textVersionId }, isFolded: true }),
  );

/** Renders the forms that restore the text after or before a version. */
const createRestoreSection = (
  { t, form }: AdminPageRequest,
  { textVersionId }: TextVersion,
  stamp: string,
): Markup =>
  createSection(
    t('admin.text.wayBack'),
    ...(['after', 'before'] as const).map((to) =>
      form('text.restore', {
        hidden: { textVersionId, to },
        renewed: { stamp },
        submit: `admin.text.restore.${to}`,
      }),
    ),
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
    isOpen && stamp !== hashRecordValue(version.before)
      ? showChange(t('admin.text.others'), readAt(version.before, path), readAt(value, path))
      : noMarkup;
  const why =
    fault === null
      ? noMarkup
      : markup`<p class="fault">${renderStoredRefusal(t, fault).map((part) => markup`${part} `)}</p>`;
  const difference = showChange(t('admin.text.difference'), before, after);
  const forms = isOpen
    ? createDecisionSection(request, name, version, stamp)
    : createRestoreSection(request, version, stamp);
  const preview = isOpen ? await showPreview(deps, request, name, publishAt) : noMarkup;
  // For menu entries the difference already shows each line.
  const laidOut =
    name.kind === 'entries'
      ? noMarkup
      : createSection(
          t('admin.text.laidOut'),
          showText(fields, after, { ...renderOptions, isLaidOut: true }),
        );
  return {
    title: `${t('admin.text.version', { number: textVersionId })} · ${formatEntryName(t, name)}`,
    body: markup`${showDetails(t, name, version)}${why}${overwritten}${difference}${forms}${preview}${laidOut}`,
  };
}
