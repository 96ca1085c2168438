import { isDeepStrictEqual } from 'node:util';
import Type from 'typebox';
import { resolveLocale } from '../../../../shared/i18n/locales.ts';
import { SLUG_PATTERN } from '../../../../shared/rules/slug-pattern.ts';
import { type Markup, markup, noMarkup } from '../../../platform/markup.ts';
import type { AdminModule, AdminPageRequest } from '../../core/admin/admin-module.ts';
import { findChange, type LoggedChange, listChanges } from '../../core/admin/change-log.ts';
import { Day, Ids, Line, Text } from '../../core/admin/fields.ts';
import {
  type Cell,
  createSection,
  createTable,
  formatDay,
  formatMoment,
  linkTo,
} from '../../core/admin/html.ts';
import {
  AdminRefusal,
  createOperation,
  createOperationWithPreparedData,
} from '../../core/admin/operation.ts';
import type { AdminTranslate } from '../../core/admin/texts.ts';
import { commandActor } from '../../core/audit/audit.ts';
import type { Database } from '../../core/database/database.ts';
import { MAX_VACANCY_TITLE_LENGTH, MAX_VACANCY_TOWN_LENGTH } from '../../shop-store/shop-file-schemas.ts';
import { hashValue } from '../../shop-store/shop-records.ts';
import { listCountries } from '../../sites/countries/queries.ts';
import type { SiteDirectory } from '../../sites/site-directory.ts';
import type { LanguageRecord, SiteRecord } from '../../sites/site-record.ts';
import type { ListPagesShowingEntry } from '../content-editing/queries.ts';
import { checkVacancyTexts } from './check-vacancy-texts.ts';
import { describe, parseLoggedVacancy, renderVacancyChange } from './logged-vacancy.ts';
import { listAllVacancies, lockVacancy } from './queries.ts';
import { removeVacancy, saveVacancy, VACANCIES_PAGE_KEY, type VacancyDraft } from './service.ts';

const WeeklyHoursField = Type.Integer({ minimum: 1, maximum: 48 });
const vacancyId = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });

const VersionHashField = Line(64);
/** Number of changes on a page; the log has all of them. */
const RECENT_CHANGE_COUNT = 20;

/** Returns the version of a vacancy without its texts, to detect concurrent changes. */
const getDetailsVersion = ({ texts: _texts, ...values }: VacancyDraft): string =>
  hashValue({ ...values, siteIds: [...values.siteIds].sort((a, b) => a - b) });

/** Returns the version of a whole vacancy, also for a missing one. */
const getVacancyVersion = (draft: VacancyDraft | undefined): string =>
  hashValue(
    draft
      ? { ...draft, siteIds: [...draft.siteIds].sort((a, b) => a - b), texts: [...draft.texts].sort() }
      : null,
  );

/** Returns the version of its texts in one language. */
const getTranslationVersion = ({ texts }: VacancyDraft, languageId: number): string =>
  hashValue(texts.get(languageId) ?? null);

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

const renderMissingMark = (t: AdminTranslate): Markup =>
  markup` <span class="missing">${t('admin.text.missing')}</span>`;

/** Creates the admin pages of vacancies. */
export function createVacancyAdmin({
  database,
  sites,
  listPagesShowingEntry,
}: {
  readonly database: Database;
  readonly sites: SiteDirectory;
  readonly listPagesShowingEntry: ListPagesShowingEntry;
}): AdminModule {
  const find = async (
    handle: Database,
    id: number,
  ): Promise<(VacancyDraft & { vacancyId: number }) | undefined> =>
    (await listAllVacancies(handle)).find((row) => row.vacancyId === id);

  const toDraft = ({ vacancyId: _id, ...draft }: VacancyDraft & { vacancyId: number }): VacancyDraft => draft;

  const save = createOperationWithPreparedData(database, {
    name: 'vacancy.save',
    input: Type.Object({
      /**
       * Version of the vacancy that the form displayed; left out for a new one, and by commands, which name
       * the key deliberately.
       */
      expected: Type.Optional(VersionHashField),
      vacancyKey: Type.String({ pattern: SLUG_PATTERN, minLength: 1, maxLength: 60 }),
      countryId: Type.Integer({ minimum: 1 }),
      town: Type.String({ pattern: '^[^<>]*$', minLength: 1, maxLength: MAX_VACANCY_TOWN_LENGTH }),
      hoursFrom: WeeklyHoursField,
      hoursTo: WeeklyHoursField,
      publishedOn: Day(),
      openUntil: Type.Optional(Day()),
      siteIds: Ids(100),
    }),
    prepare: async () => ({
      all: await sites.listSites(),
      languages: await sites.listLanguages(),
      countries: await listCountries(database),
    }),
    async run(transaction, input, { now, actor }, { all, languages, countries }) {
      const {
        expected,
        vacancyKey: key,
        countryId,
        town,
        hoursFrom,
        hoursTo,
        publishedOn,
        openUntil = null,
      } = input;
      // A checkbox value may be sent twice.
      const siteIds = [...new Set(input.siteIds)];
      if (hoursTo < hoursFrom) throw new AdminRefusal('vacancy_hours', {}, 'hoursTo');
      if (openUntil !== null && openUntil < publishedOn)
        throw new AdminRefusal('vacancy_days', {}, 'openUntil');
      if (!countries.some((country) => country.countryId === countryId)) {
        throw new AdminRefusal('vacancy_country', {}, 'countryId');
      }
      if (!siteIds.every((siteId) => all.some(({ site }) => site.siteId === siteId))) {
        throw new AdminRefusal('unknown_site', {}, 'siteIds');
      }
      await lockVacancy(transaction, key);
      const found = (await listAllVacancies(transaction)).find((row) => row.key === key);
      const former = found && toDraft(found);
      if (expected === undefined && former && actor.id !== commandActor.id)
        throw new AdminRefusal('vacancy_key_taken', { key }, 'vacancyKey');
      if (expected !== undefined && (!former || getDetailsVersion(former) !== expected)) {
        throw new AdminRefusal(former ? 'changed_meanwhile' : 'not_found');
      }
      const draft: VacancyDraft = {
        key,
        countryId,
        place: town,
        hoursFrom,
        hoursTo,
        publishedOn,
        openUntil,
        siteIds,
        texts: former?.texts ?? new Map(),
      };
      if (found && former && getDetailsVersion(former) === getDetailsVersion(draft)) {
        return { changes: [], leadsTo: `/jobs/${found.vacancyId}` };
      }
      const visibleSites = all.filter(({ site }) => siteIds.includes(site.siteId));
      for (const language of languages) {
        const words = draft.texts.get(language.languageId);
        if (words) await checkVacancyTexts(transaction, words, { sites: visibleSites, language });
      }
      const id = await saveVacancy(transaction, draft, now);
      const before = former ? describe(former) : null;
      return {
        changes: [{ resource: 'vacancy', resourceId: id, before, after: describe(draft) }],
        leadsTo: `/jobs/${id}`,
      };
    },
  });

  const write = createOperationWithPreparedData(database, {
    name: 'vacancy.write',
    input: Type.Object({
      vacancyId,
      languageId: Type.Integer({ minimum: 1 }),
      expected: Type.Optional(VersionHashField),
      title: Line(MAX_VACANCY_TITLE_LENGTH),
      markdown: Text(20_000, 1),
    }),
    prepare: async () => ({ all: await sites.listSites(), languages: await sites.listLanguages() }),
    async run(
      transaction,
      { vacancyId: id, languageId, expected, title, markdown },
      { now },
      { all, languages },
    ) {
      const known = await find(transaction, id);
      if (!known) throw new AdminRefusal('not_found');
      // One lock covers all languages, so concurrent changes of other languages wait.
      await lockVacancy(transaction, known.key);
      const former = await find(transaction, id);
      if (!former) throw new AdminRefusal('not_found');
      const language = languages.find((row) => row.languageId === languageId);
      if (!language) throw new AdminRefusal('campaign_words', {}, 'languageId');
      if (expected !== undefined && getTranslationVersion(former, languageId) !== expected)
        throw new AdminRefusal('changed_meanwhile');
      if (isDeepStrictEqual(former.texts.get(languageId), { title, markdown })) return { changes: [] };
      const visibleSites = all.filter(({ site }) => former.siteIds.includes(site.siteId));
      await checkVacancyTexts(transaction, { title, markdown }, { sites: visibleSites, language });
      const draft = {
        ...toDraft(former),
        texts: new Map([...former.texts, [languageId, { title, markdown }]]),
      };
      await saveVacancy(transaction, draft, now);
      return {
        changes: [
          { resource: 'vacancy', resourceId: id, before: describe(toDraft(former)), after: describe(draft) },
        ],
      };
    },
  });

  const remove = createOperation({
    name: 'vacancy.remove',
    input: Type.Object({ vacancyId }),
    needsConsent: true,
    consentText: 'admin.consentRestorable',
    async run(transaction, { vacancyId: id }, { now }) {
      const former = await find(transaction, id);
      if (!former || !(await removeVacancy(transaction, id, now))) throw new AdminRefusal('not_found');
      return {
        changes: [{ resource: 'vacancy', resourceId: id, before: describe(toDraft(former)), after: null }],
        leadsTo: '/jobs',
      };
    },
  });

  const restore = createOperationWithPreparedData(database, {
    name: 'vacancy.restore',
    input: Type.Object({ adminLogId: Type.Integer({ minimum: 1 }), expected: VersionHashField }),
    prepare: async () => ({ all: await sites.listSites(), languages: await sites.listLanguages() }),
    async run(transaction, { adminLogId, expected }, { now }, { all, languages }) {
      const change = await findChange(transaction, 'vacancy', adminLogId);
      const draft = parseLoggedVacancy(change?.before ?? null);
      if (!draft) throw new AdminRefusal('not_found');
      await lockVacancy(transaction, draft.key);
      const found = (await listAllVacancies(transaction)).find(({ key }) => key === draft.key);
      const former = found && toDraft(found);
      if (getVacancyVersion(former) !== expected) throw new AdminRefusal('changed_meanwhile');
      // Sites may have been closed in the meantime.
      const visibleSites = all.filter(({ site }) => draft.siteIds.includes(site.siteId));
      for (const language of languages) {
        const words = draft.texts.get(language.languageId);
        if (words) await checkVacancyTexts(transaction, words, { sites: visibleSites, language });
      }
      const back = { ...draft, siteIds: visibleSites.map(({ site }) => site.siteId) };
      const id = await saveVacancy(transaction, back, now);
      const before = former ? describe(former) : null;
      return {
        changes: [{ resource: 'vacancy', resourceId: id, before, after: describe(back) }],
        leadsTo: `/jobs/${id}`,
      };
    },
  });

  /** Renders the changes as a table, each with a link that restores it. */
  async function showChanges(
    { t, form }: AdminPageRequest,
    changes: readonly LoggedChange[],
    current: VacancyDraft | undefined,
  ): Promise<Markup> {
    const languages = await sites.listLanguages();
    const getCode = (id: number) => languages.find(({ languageId }) => languageId === id)?.code ?? String(id);
    const rows = changes.map((change): Cell[] => [
      formatMoment(change.at, t),
      change.staffMemberName ?? t('admin.log.command'),
      renderVacancyChange(change, { t, getCode }),
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
    return createTable(headings, rows, {
      empty: t('admin.text.noVersions'),
      caption: t('admin.text.versions'),
    });
  }

  /** Lists the pages that show vacancies, on the sites of this one. */
  async function listJobsPageLocations(
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

  const readChoices = async () => ({
    siteIds: (await sites.listSites()).map(({ site }) => [site.siteId, site.key] as const),
    countryId: (await listCountries(database)).map(({ countryId, name }) => [countryId, name] as const),
  });

  return {
    operations: [save, write, remove, restore],
    pages: [
      {
        path: '/jobs',
        menu: { section: 'content', label: 'vacancies', position: 60 },
        async read(request) {
          const { t, form } = request;
          const [all, languages] = [await sites.listSites(), await sites.listLanguages()];
          const positions = await listAllVacancies(database);
          const rows = positions.map((row) => [
            linkTo(`/jobs/${row.vacancyId}`, row.key),
            row.place,
            formatDay(row.publishedOn, t),
            formatDay(row.openUntil, t),
            markup`<ul class="languages">${listVacancyLanguages(row, all, languages).map(
              ({ code, isMissing }) => markup`<li>${code}${isMissing ? renderMissingMark(t) : noMarkup}</li>`,
            )}</ul>`,
          ]);
          const title = t('admin.menu.vacancies');
          const headings = [
            t('admin.field.vacancyKey'),
            t('admin.field.town'),
            t('admin.field.publishedOn'),
            t('admin.field.openUntil'),
            t('admin.vacancy.languages'),
          ];
          const table = createTable(headings, rows, {
            empty: t('admin.vacancy.none'),
            caption: title,
          });
          const removals = (
            await listChanges(database, {
              resource: 'vacancy',
              operation: 'vacancy.remove',
              limit: RECENT_CHANGE_COUNT,
            })
          ).filter(({ before }) => positions.every(({ key }) => key !== before?.key));
          const removed =
            removals.length === 0
              ? noMarkup
              : createSection(t('admin.vacancy.removed'), await showChanges(request, removals, undefined));
          const begin = form('vacancy.save', {
            choices: await readChoices(),
            submit: 'admin.vacancy.begin',
            isFolded: true,
          });
          return { title, body: markup`${table}${begin}${removed}` };
        },
      },
      {
        path: '/jobs/:vacancyId',
        async read(request) {
          const { params, t, form, now, getEntered } = request;
          const found = await find(database, Number(params.vacancyId));
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
            const currentText = isFormOutdated
              ? markup`<h4>${t('admin.vacancy.now')}</h4><p class="lines text">${text?.title ?? ''}</p><p class="lines text">${text?.markdown ?? ''}</p>`
              : noMarkup;
            const written = form('vacancy.write', {
              hidden: { vacancyId: id, languageId },
              renewed: { expected },
              values: { title: text?.title ?? '', markdown: text?.markdown ?? '' },
            });
            return markup`<section><h3>${code}${isMissing ? renderMissingMark(t) : noMarkup}</h3>${currentText}<div lang="${code}">${written}</div></section>`;
          });
          const saved = form('vacancy.save', {
            hidden: { vacancyKey: key },
            renewed: { expected: getDetailsVersion(toDraft(found)) },
            values: { ...values, town: place },
            choices: await readChoices(),
          });
          const changes = await listChanges(database, {
            resource: 'vacancy',
            resourceId: id,
            limit: RECENT_CHANGE_COUNT,
          });
          const versions = createSection(
            t('admin.text.versions'),
            await showChanges(request, changes, toDraft(found)),
          );
          const locations = await listJobsPageLocations(found.siteIds, vacancyLanguages);
          const begins = new Date(`${found.publishedOn}T12:00:00Z`);
          const preview =
            locations[0] === undefined
              ? noMarkup
              : createSection(
                  t('admin.preview.title'),
                  form('preview.open', {
                    choices: { place: locations },
                    values: { place: locations[0][0], instant: begins > now ? begins : now },
                    fields: ['place', 'instant'],
                  }),
                );
          return {
            title: key,
            body: markup`${saved}${createSection(t('admin.vacancy.texts'), markup`<div class="pair">${translationSections}</div>`)}${preview}${versions}${form('vacancy.remove', { hidden: { vacancyId: id }, isFolded: true })}`,
          };
        },
      },
    ],
  };
}
