import type { ReactNode } from 'react';
import { resolveLocale } from '../../../../shared/i18n/locales.ts';
import type { AdminModule, AdminPage, AdminPageRequest } from '../../core/admin/admin-module.ts';
import { type LoggedChange, listChanges } from '../../core/admin/change-log.ts';
import { AdminLink } from '../../core/admin/components/AdminLink.tsx';
import { Section } from '../../core/admin/components/Section.tsx';
import { type Cell, Table } from '../../core/admin/components/Table.tsx';
import { formatDay, formatMoment } from '../../core/admin/formats.ts';
import type { AdminTranslate } from '../../core/admin/texts.ts';
import { listCountries } from '../../sites/countries/queries.ts';
import type { SiteDirectory } from '../../sites/site-directory.ts';
import type { LanguageRecord, SiteRecord } from '../../sites/site-record.ts';
import type { ListPagesShowingEntry } from '../content-editing/queries.ts';
import {
  createRestoreOperation,
  createSaveOperation,
  createWriteOperation,
  findVacancyWithTexts,
  removeOperation,
  toDraft,
  type VacancyAdminDeps,
} from './admin-operations.ts';
import { listAllVacancies } from './queries.ts';
import { VACANCIES_PAGE_KEY, type VacancyDraft } from './service.ts';
import { VacancyChange } from './VacancyChange.tsx';
import { getDetailsVersion, getTranslationVersion, getVacancyVersion } from './vacancy-versions.ts';

/** Number of changes on a page; the log has all of them. */
const RECENT_CHANGE_COUNT = 20;

/** Returns the languages of the sites that show a vacancy, and other languages in which it has texts. */
const listVacancyLanguages = (
  { siteIds, texts }: VacancyDraft,
  all: readonly SiteRecord[],
  languages: readonly LanguageRecord[],
) =>
  languages.flatMap(({ languageId, code }) => {
    const isRead = all.some(
      ({ site, languages: siteLanguages }) =>
        siteIds.includes(site.siteId) && siteLanguages.some((row) => row.languageId === languageId),
    );
    const isMissing = !texts.has(languageId);
    return isRead || !isMissing ? [{ languageId, code, isMissing }] : [];
  });

const renderMissingMark = (t: AdminTranslate): ReactNode => (
  <>
    {' '}
    <span className="missing">{t('admin.text.missing')}</span>
  </>
);

/** Renders the changes as a table, each with a link that restores it. */
async function showChanges(
  sites: SiteDirectory,
  { t, form }: AdminPageRequest,
  changes: readonly LoggedChange[],
  current: VacancyDraft | undefined,
): Promise<ReactNode> {
  const languages = await sites.listLanguages();
  const getCode = (id: number) => languages.find(({ languageId }) => languageId === id)?.code ?? String(id);
  const rows = changes.map((change): Cell[] => [
    formatMoment(change.at, t),
    change.staffMemberName ?? t('admin.log.command'),
    <VacancyChange before={change.before} after={change.after} t={t} getCode={getCode} />,
    change.before === null
      ? null
      : form('vacancy.restore', {
          hidden: { adminLogId: change.adminLogId },
          renewed: { expected: getVacancyVersion(current) },
          submit: 'admin.text.restore.before',
        }),
  ]);
  const headings = [
    t('admin.text.madeAt'),
    t('admin.log.who'),
    t('admin.text.difference'),
    t('admin.text.wayBack'),
  ];
  return (
    <Table
      headings={headings}
      rows={rows}
      empty={t('admin.text.noVersions')}
      caption={t('admin.text.versions')}
    />
  );
}

interface VacancyPageDeps extends VacancyAdminDeps {
  readonly listPagesShowingEntry: ListPagesShowingEntry;
}

/** Lists the pages that show vacancies, on the sites of this one. */
async function listJobsPageLocations(
  { database, listPagesShowingEntry }: Pick<VacancyPageDeps, 'database' | 'listPagesShowingEntry'>,
  siteIds: readonly number[],
  languages: readonly { readonly code: string }[],
): Promise<(readonly [string, string])[]> {
  const locations: (readonly [string, string])[] = [];
  for (const { code } of languages) {
    const locale = resolveLocale(code);
    if (!locale) continue;
    for (const at of await listPagesShowingEntry(database, {
      kind: 'page',
      key: VACANCIES_PAGE_KEY,
      language: locale,
    })) {
      if (!siteIds.includes(at.siteId)) continue;
      locations.push([`${at.siteId}/${at.languageId}${at.path}`, `${at.siteName}: ${at.path}`]);
    }
  }
  return locations;
}

/** Returns the options of the fields of a vacancy. */
const readChoices = async ({ database, sites }: VacancyAdminDeps) => ({
  siteIds: (await sites.listSites()).map(({ site }) => [site.siteId, site.key] as const),
  countryId: (await listCountries(database)).map(({ countryId, name }) => [countryId, name] as const),
});

/** Creates the page that lists the vacancies, and those removed recently. */
const createVacancyListPage = ({ database, sites }: VacancyAdminDeps): AdminPage => ({
  path: '/jobs',
  menu: { section: 'content', label: 'vacancies', position: 60 },
  async read(request) {
    const { t, form } = request;
    const [all, languages] = [await sites.listSites(), await sites.listLanguages()];
    const positions = await listAllVacancies(database);
    const rows = positions.map((row) => [
      <AdminLink path={`/jobs/${row.vacancyId}`}>{row.key}</AdminLink>,
      row.place,
      formatDay(row.publishedOn, t),
      formatDay(row.openUntil, t),
      <ul className="languages">
        {listVacancyLanguages(row, all, languages).map(({ code, isMissing }) => (
          <li key={code}>
            {code}
            {isMissing && renderMissingMark(t)}
          </li>
        ))}
      </ul>,
    ]);
    const title = t('admin.menu.vacancies');
    const headings = [
      t('admin.field.vacancyKey'),
      t('admin.field.town'),
      t('admin.field.publishedOn'),
      t('admin.field.openUntil'),
      t('admin.vacancy.languages'),
    ];
    const table = <Table headings={headings} rows={rows} empty={t('admin.vacancy.none')} caption={title} />;
    const removals = (
      await listChanges(database, {
        resource: 'vacancy',
        operation: 'vacancy.remove',
        limit: RECENT_CHANGE_COUNT,
      })
    ).filter(({ before }) => positions.every(({ key }) => key !== before?.key));
    const removed = removals.length > 0 && (
      <Section title={t('admin.vacancy.removed')}>
        {await showChanges(sites, request, removals, undefined)}
      </Section>
    );
    const begin = form('vacancy.save', {
      choices: await readChoices({ database, sites }),
      submit: 'admin.vacancy.begin',
      isFolded: true,
    });
    return {
      title,
      body: (
        <>
          {table}
          {begin}
          {removed}
        </>
      ),
    };
  },
});

/** Creates the page of a vacancy: details, texts by language, preview and versions. */
const createVacancyPage = ({ database, sites, listPagesShowingEntry }: VacancyPageDeps): AdminPage => ({
  path: '/jobs/:vacancyId',
  async read(request) {
    const { params, t, form, now, getEntered } = request;
    const found = await findVacancyWithTexts(database, Number(params.vacancyId));
    if (!found) return null;
    const { vacancyId: id, key, place, texts, ...values } = found;
    const entered = getEntered('vacancy.write');
    const vacancyLanguages = listVacancyLanguages(
      found,
      await sites.listSites(),
      await sites.listLanguages(),
    );
    const translationSections = vacancyLanguages.map(({ languageId, code, isMissing }) => {
      const text = texts.get(languageId);
      const expected = getTranslationVersion(found, languageId);
      const isFormOutdated =
        entered !== null &&
        entered.get('languageId')?.[0] === String(languageId) &&
        entered.get('expected')?.[0] !== expected;
      // After a concurrent change, shows its text next to the entered one.
      const currentText = isFormOutdated && (
        <>
          <h4>{t('admin.vacancy.now')}</h4>
          <p className="lines text">{text?.title ?? ''}</p>
          <p className="lines text">{text?.markdown ?? ''}</p>
        </>
      );
      const written = form('vacancy.write', {
        hidden: { vacancyId: id, languageId },
        renewed: { expected },
        values: { title: text?.title ?? '', markdown: text?.markdown ?? '' },
      });
      return (
        <section key={languageId}>
          <h3>
            {code}
            {isMissing && renderMissingMark(t)}
          </h3>
          {currentText}
          <div lang={code}>{written}</div>
        </section>
      );
    });
    const saved = form('vacancy.save', {
      hidden: { vacancyKey: key },
      renewed: { expected: getDetailsVersion(toDraft(found)) },
      values: { ...values, town: place },
      choices: await readChoices({ database, sites }),
    });
    const changes = await listChanges(database, {
      resource: 'vacancy',
      resourceId: id,
      limit: RECENT_CHANGE_COUNT,
    });
    const versions = (
      <Section title={t('admin.text.versions')}>
        {await showChanges(sites, request, changes, toDraft(found))}
      </Section>
    );
    const locations = await listJobsPageLocations(
      { database, listPagesShowingEntry },
      found.siteIds,
      vacancyLanguages,
    );
    const begins = new Date(`${found.publishedOn}T12:00:00Z`);
    const preview = locations[0] !== undefined && (
      <Section title={t('admin.preview.title')}>
        {form('preview.open', {
          choices: { place: locations },
          values: { place: locations[0][0], instant: begins > now ? begins : now },
          fields: ['place', 'instant'],
        })}
      </Section>
    );
    return {
      title: key,
      body: (
        <>
          {saved}
          <Section title={t('admin.vacancy.texts')}>
            <div className="pair">{translationSections}</div>
          </Section>
          {preview}
          {versions}
          {form('vacancy.remove', { hidden: { vacancyId: id }, isFolded: true })}
        </>
      ),
    };
  },
});

/** Creates the admin pages of vacancies. */
export const createVacancyAdmin = (deps: VacancyPageDeps): AdminModule => ({
  operations: [
    createSaveOperation(deps),
    createWriteOperation(deps),
    removeOperation,
    createRestoreOperation(deps),
  ],
  pages: [createVacancyListPage(deps), createVacancyPage(deps)],
});
