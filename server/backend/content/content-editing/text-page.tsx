import type { ReactNode } from 'react';
import { LOCALES } from '../../../../shared/i18n/locales.ts';
import type { AdminPageRequest } from '../../core/admin/admin-module.ts';
import { AdminLink } from '../../core/admin/components/AdminLink.tsx';
import { EmptyMessage } from '../../core/admin/components/EmptyMessage.tsx';
import { SearchForm } from '../../core/admin/components/SearchForm.tsx';
import { Section } from '../../core/admin/components/Section.tsx';
import type { Database } from '../../core/database/database.ts';
import { isArticleRemovable } from './articles.ts';
import { parseMenuKey } from './default-menus.ts';
import {
  type ContentEntryId,
  getContentEntryRules,
  getEntryAdminPath,
  locateEntry,
  parseEntryId,
  SOURCE_LANGUAGE,
  type TextField,
} from './entry-types.ts';
import { linkToMenuEntries, showMenuForms } from './menu-pages.tsx';
import { type ContentEntryPageDeps, showPreview } from './preview-section.tsx';
import {
  findVersion,
  listOpenVersions,
  listVersions,
  openVersionStates,
  type TextVersion,
} from './queries.ts';
import { hashRecordValue, readContentRecord, readText } from './service.ts';
import { createDifferenceSection, showDifference, showLanguageLinks, showText } from './show-text.tsx';
import { readAt, type TextFields, toTextFields } from './text-values.ts';
import { createVersionTable, formatEntryName, toContentEntryId } from './version-table.tsx';

/** Maximum number of drafts and plans on the page of a text. */
const MAX_OPEN_VERSIONS = 50;
/** Number of versions on the page of a text; the others have a separate page. */
const RECENT_VERSION_COUNT = 5;

/** Returns the values of a refused form as fields of a text. */
function getEnteredTextFields(
  fields: readonly TextField[],
  entered: ReadonlyMap<string, readonly string[]>,
): TextFields {
  return Object.fromEntries(
    fields.map(({ name, form }) => {
      const value = (entered.get(name) ?? []).join('\n').replaceAll('\r\n', '\n');
      const isList = form === 'lines' || form === 'labels';
      return [name, isList ? value.split('\n').filter((line) => line.trim() !== '') : value];
    }),
  );
}

/** Returns the latest version after a given one. */
const findNextVersion = (versions: readonly TextVersion[], id: string): TextVersion | null =>
  versions
    .filter(({ textVersionId }) => textVersionId > Number(id))
    .sort((a, b) => b.textVersionId - a.textVersionId)[0] ?? null;

/** Returns a draft or plan of a text; null if there is none with this id. */
async function findOpen(
  database: Database,
  name: ContentEntryId,
  id: string | undefined,
): Promise<TextVersion | null> {
  const version = id && /^\d{1,9}$/.test(id) ? await findVersion(database, Number(id)) : undefined;
  if (!version || !openVersionStates.includes(version.state)) return null;
  return JSON.stringify(toContentEntryId(version)) === JSON.stringify(name) ? version : null;
}

/**
 * Returns the draft or plan with which the form starts. If another staff member has processed the version of a
 * refused form, this is its successor.
 *
 * @param replaced version of the refused form
 * @param asked version in the query
 * @returns null if the form starts with the current text
 */
async function findVersionOfForm(
  database: Database,
  name: ContentEntryId,
  {
    replaced,
    asked,
    open,
  }: {
    readonly replaced: string | undefined;
    readonly asked: string | undefined;
    readonly open: readonly TextVersion[];
  },
): Promise<TextVersion | null> {
  if (replaced === undefined) return findOpen(database, name, asked);
  return (await findOpen(database, name, replaced)) ?? findNextVersion(open, replaced);
}

/** Returns the language whose text is shown next to the form. */
const chooseLanguageBeside = (
  language: ContentEntryId['language'],
  asked: string | undefined,
): ContentEntryId['language'] =>
  LOCALES.find((locale) => locale === asked && locale !== language) ??
  (language === SOURCE_LANGUAGE ? 'en' : SOURCE_LANGUAGE);

/** Renders the difference between the entered text and the present one, if it has changed meanwhile. */
function createOutdatedSection(
  { t }: AdminPageRequest,
  { fields, language }: { readonly fields: readonly TextField[]; readonly language: string },
  values: TextFields,
  entered: ReadonlyMap<string, readonly string[]>,
): ReactNode {
  const renderOptions = { t, language };
  const difference = { before: values, after: getEnteredTextFields(fields, entered) };
  return createDifferenceSection(
    t('admin.text.meanwhile'),
    showDifference(fields, difference, renderOptions),
    t('admin.text.same'),
  );
}

/** Renders the latest versions, with a link to all of them. */
async function createHistorySection(
  database: Database,
  { t }: AdminPageRequest,
  name: ContentEntryId,
): Promise<ReactNode> {
  const versions = await listVersions(database, name, { limit: RECENT_VERSION_COUNT });
  return (
    <Section title={t('admin.text.versions')}>
      {createVersionTable(t, versions, { isNamed: false, empty: t('admin.text.noVersions') })}
      {versions.length === RECENT_VERSION_COUNT && (
        <p>
          <AdminLink path={`${getEntryAdminPath(name)}/versions`}>{t('admin.text.allVersions')}</AdminLink>
        </p>
      )}
    </Section>
  );
}

/** Renders the text of another language, with the choice of that language. */
function createOriginalSection(
  { t }: AdminPageRequest,
  name: ContentEntryId,
  { language, text }: { readonly language: string; readonly text: unknown },
): ReactNode {
  const choose = (
    <SearchForm
      path={getEntryAdminPath(name)}
      fields={[
        {
          name: 'beside',
          label: t('admin.text.beside'),
          value: language,
          choices: LOCALES.filter((locale) => locale !== name.language).map(
            (locale) => [locale, locale] as const,
          ),
        },
      ]}
      t={t}
    />
  );
  const { fields } = getContentEntryRules(name.kind);
  const shown =
    text === undefined ? (
      <EmptyMessage text={t('admin.text.missingHere', { language })} />
    ) : (
      showText(fields, text, { t, language, isLaidOut: false })
    );
  return (
    <Section title={t('admin.text.original', { language })}>
      {choose}
      {shown}
    </Section>
  );
}

/** Renders the form that saves, plans or publishes a text. */
function createEditSection(
  { t, form }: AdminPageRequest,
  { kind, key, language }: ContentEntryId,
  {
    version,
    values,
    stamp,
  }: { readonly version: TextVersion | null; readonly values: TextFields; readonly stamp: string },
): ReactNode {
  const { fields } = getContentEntryRules(kind);
  const versionNotice = version ? (
    <p className="notice">{t('admin.text.fromVersion', { number: version.textVersionId })}</p>
  ) : null;
  const edit = form('text.save', {
    hidden: { kind, key, language },
    renewed: { stamp, ...(version && { replaces: version.textVersionId }) },
    values: {
      ...values,
      publish: version?.state === 'planned' ? 'later' : 'now',
      publishAt: version?.publishAt ?? null,
    },
    fields: [...fields.map((field) => field.name), 'publish', 'publishAt', 'mayLose'],
    note: <p className="hint">{t('admin.text.hint')}</p>,
  });
  return (
    <Section title={t('admin.text.edited', { language })}>
      {versionNotice}
      {edit}
    </Section>
  );
}

/** Renders links to the text in every language. */
async function showLanguages(
  database: Database,
  { t }: AdminPageRequest,
  name: ContentEntryId,
): Promise<ReactNode> {
  const languages = await Promise.all(
    LOCALES.map(async (locale) => {
      const isThere = (await readText(database, { ...name, language: locale })) !== undefined;
      return {
        language: locale,
        path: getEntryAdminPath({ ...name, language: locale }),
        state: isThere ? 'there' : 'missing',
      } as const;
    }),
  );
  return showLanguageLinks(languages, t);
}

/**
 * Reads the page of a text: the form next to the text of another language, pending and recent versions, and
 * the preview. Menus have their own forms.
 */
export async function readTextPage(deps: ContentEntryPageDeps, request: AdminPageRequest) {
  const { database } = deps;
  const { t, params, query, form, getEntered } = request;
  const name = parseEntryId(params.kind ?? '', params.key ?? '', params.language ?? '');
  if (!name) return null;
  const { kind, key, language } = name;
  const { fields } = getContentEntryRules(kind);
  const { record, path } = locateEntry(name);
  const value = await readContentRecord(database, record);
  const text = readAt(value, path);
  const beside = chooseLanguageBeside(language, query.beside);
  const original = await readText(database, { ...name, language: beside });
  const known = await readText(database, { ...name, language: SOURCE_LANGUAGE });
  // Neither the text nor its source text exists.
  if (text === undefined && original === undefined && known === undefined) return null;
  const open = await listOpenVersions(database, { limit: MAX_OPEN_VERSIONS, name });
  const entered = getEntered('text.save');
  const replaced = entered?.get('replaces')?.[0];
  const version = await findVersionOfForm(database, name, { replaced, asked: query.version, open });
  const values = toTextFields(fields, version ? readAt(version.after, path) : text);
  const stamp = hashRecordValue(value);

  const isFormOutdated =
    entered !== null &&
    (entered.get('stamp')?.[0] !== stamp || (replaced ?? '') !== String(version?.textVersionId ?? ''));
  const outdated = isFormOutdated && createOutdatedSection(request, { fields, language }, values, entered);
  const history = await createHistorySection(database, request, name);
  const menu = kind === 'entries' ? parseMenuKey(key) : undefined;
  if (menu !== undefined) {
    const forms = await showMenuForms(database, request, menu, value);
    return {
      title: t(`admin.entries.${menu}`),
      body: (
        <>
          {outdated}
          {forms}
          {history}
        </>
      ),
    };
  }
  const originalSection = createOriginalSection(request, name, { language: beside, text: original });
  const editSection = createEditSection(request, name, { version, values, stamp });
  const languages = await showLanguages(database, request, name);
  const waiting = open.length > 0 && (
    <Section title={t('admin.text.open')}>
      {createVersionTable(t, open, { isNamed: false, empty: '' })}
    </Section>
  );
  const instant = version?.publishAt ?? open[0]?.publishAt ?? null;
  const preview = await showPreview(deps, request, name, instant);
  const remove =
    kind === 'article' && (await isArticleRemovable(database, key))
      ? form('article.remove', { hidden: { articleKey: key }, isFolded: true })
      : null;
  return {
    title: formatEntryName(t, name),
    body: (
      <>
        {languages}
        {linkToMenuEntries(t, name)}
        {waiting}
        {outdated}
        <div className="pair">
          {originalSection}
          {editSection}
        </div>
        {preview}
        {history}
        {remove}
      </>
    ),
  };
}
