import { LOCALES } from '../../../../shared/i18n/locales.ts';
import { DAY_MS } from '../../../../shared/rules/durations.ts';
import { getPublicationDay } from '../../../../shared/rules/publication-day.ts';
import type { AdminPage, AdminPageRequest } from '../../core/admin/admin-module.ts';
import { AdminLink } from '../../core/admin/components/AdminLink.tsx';
import { SearchForm } from '../../core/admin/components/SearchForm.tsx';
import { type Cell, Table } from '../../core/admin/components/Table.tsx';
import { readRows } from '../../core/admin/paged-list.tsx';
import type { Database } from '../../core/database/database.ts';
import { listArticleCategories } from './articles.ts';
import {
  contentEntryTypes,
  getContentEntryRules,
  getEntryAdminPath,
  parseEntryId,
  SOURCE_LANGUAGE,
} from './entry-types.ts';
import type { ContentEntryPageDeps } from './preview-section.tsx';
import { listOpenVersions, listTexts, listVersions, readPublicationTimes } from './queries.ts';
import { showLanguageLinks } from './show-text.tsx';
import { readTextPage } from './text-page.tsx';
import { readVersionPage } from './version-page.tsx';
import { createVersionTable, formatEntryName } from './version-table.tsx';

/** Reads the page that lists the texts of a kind, and the languages in which each is missing or older. */
async function readListPage(database: Database, request: AdminPageRequest) {
  const { t, query } = request;
  const kind = contentEntryTypes.find((known) => known === query.kind) ?? 'page';
  const { text = '', missing = '' } = query;
  const missingLanguage = LOCALES.find((locale) => locale === missing) ?? '';
  const { rows: texts, paging } = await readRows(
    request,
    '/texts',
    (range) =>
      listTexts(database, kind, { text, missing: missingLanguage, source: SOURCE_LANGUAGE, ...range }),
    { kind, text, missing: missingLanguage },
  );
  const published = await readPublicationTimes(
    database,
    kind,
    texts.map(({ key }) => key),
  );
  // A text that only some sites have is only needed in their languages.
  const languages = LOCALES.filter(
    (locale) =>
      !['lists', 'none'].includes(getContentEntryRules(kind).languages) ||
      texts.some((row) => row.languages.includes(locale)),
  );
  const rows = texts.map(({ key, title, languages: existingLanguages }): Cell[] => {
    const sourceAt = published.get(`${key} ${SOURCE_LANGUAGE}`);
    const shownLanguages = languages.map((language) => {
      const at = published.get(`${key} ${language}`);
      const isOlder = sourceAt !== undefined && (at === undefined || at < sourceAt);
      const state = existingLanguages.includes(language) ? (isOlder ? 'older' : 'there') : 'missing';
      return { language, path: getEntryAdminPath({ kind, key, language }), state } as const;
    });
    const source = getEntryAdminPath({ kind, key, language: SOURCE_LANGUAGE });
    if (kind === 'entries')
      return [
        <AdminLink path={source}>{t(`admin.entries.${key}`)}</AdminLink>,
        key,
        t('admin.text.everyLanguage'),
      ];
    return [
      <AdminLink path={source}>{title === '' ? key : title}</AdminLink>,
      key,
      showLanguageLinks(shownLanguages, t),
    ];
  });
  const kinds = contentEntryTypes.map((known) => [known, t(`admin.text.kind.${known}`)] as const);
  const search = (
    <SearchForm
      path="/texts"
      fields={[
        { name: 'kind', label: t('admin.text.kindTitle'), value: kind, choices: kinds },
        { name: 'text', label: t('admin.text.words'), value: text, type: 'search' },
        {
          name: 'missing',
          label: t('admin.text.missingIn'),
          value: missingLanguage,
          choices: [['', '–'], ...LOCALES.map((locale) => [locale, locale] as const)],
        },
      ]}
      t={t}
    />
  );
  const title = t('admin.text.title');
  const headings = [t('admin.field.title'), t('admin.text.key'), t('admin.text.languages')];
  const table = <Table headings={headings} rows={rows} empty={t('admin.text.none')} caption={title} />;
  const add = kind === 'article' && (
    <p className="actions">
      <AdminLink path="/texts/new-article">{t('admin.article.new')}</AdminLink>
    </p>
  );
  return {
    title,
    body: (
      <>
        {search}
        {add}
        {table}
        {paging}
      </>
    ),
  };
}

/** Reads the page with the form of a new article. */
async function readNewArticlePage(database: Database, { t, form, now }: AdminPageRequest) {
  const noon = new Date(`${getPublicationDay(now)}T12:00:00Z`);
  const tomorrow = new Date(noon.getTime() + DAY_MS).toISOString().slice(0, 10);
  return {
    title: t('admin.article.new'),
    body: (
      <>
        <p>{t('admin.article.lead')}</p>
        {form('article.add', {
          values: { articleKind: 'news', publishedOn: tomorrow },
          choices: { category: [['', '–'], ...(await listArticleCategories(database))] },
          note: <p className="hint">{t('admin.text.hint')}</p>,
        })}
      </>
    ),
  };
}

/** Reads the page that lists all versions of a text. */
async function readVersionListPage(database: Database, request: AdminPageRequest) {
  const { t, params } = request;
  const name = parseEntryId(params.kind ?? '', params.key ?? '', params.language ?? '');
  if (!name) return null;
  const path = getEntryAdminPath(name);
  const { rows, paging } = await readRows(request, `${path}/versions`, (range) =>
    listVersions(database, name, range),
  );
  const table = createVersionTable(t, rows, {
    isNamed: false,
    empty: t('admin.text.noVersions'),
  });
  const back = (
    <p>
      <AdminLink path={path}>{formatEntryName(t, name)}</AdminLink>
    </p>
  );
  return {
    title: t('admin.text.versions'),
    body: (
      <>
        {back}
        {table}
        {paging}
      </>
    ),
  };
}

/** Reads the page that lists the drafts and plans of all texts. */
async function readPlansPage(database: Database, request: AdminPageRequest) {
  const { t } = request;
  const { rows, paging } = await readRows(request, '/texts/plans', (range) =>
    listOpenVersions(database, range),
  );
  const table = createVersionTable(t, rows, { isNamed: true, empty: t('admin.text.noPlans') });
  return {
    title: t('admin.text.plans'),
    body: (
      <>
        {table}
        {paging}
      </>
    ),
  };
}

/** Creates the admin pages of texts: list, forms, versions and plans. */
export const createContentEntryPages = (deps: ContentEntryPageDeps): AdminPage[] => [
  {
    path: '/texts',
    menu: { section: 'content', label: 'texts', position: 10 },
    read: (request) => readListPage(deps.database, request),
  },
  {
    path: '/texts/plans',
    menu: { section: 'content', label: 'plans', position: 20 },
    read: (request) => readPlansPage(deps.database, request),
  },
  { path: '/texts/new-article', read: (request) => readNewArticlePage(deps.database, request) },
  { path: '/texts/versions/:id', read: (request) => readVersionPage(deps, request) },
  { path: '/texts/:kind/:key/:language', read: (request) => readTextPage(deps, request) },
  {
    path: '/texts/:kind/:key/:language/versions',
    read: (request) => readVersionListPage(deps.database, request),
  },
];
