import { isDeepStrictEqual } from 'node:util';
import Type from 'typebox';
import { SLUG_PATTERN } from '../../../../shared/rules/slug-pattern.ts';
import { findChange } from '../../core/admin/change-log.ts';
import { Day, Ids, Line, Text } from '../../core/admin/fields.ts';
import {
  AdminRefusal,
  createOperation,
  createOperationWithPreparedData,
} from '../../core/admin/operation.ts';
import { commandActor } from '../../core/audit/audit.ts';
import type { Database } from '../../core/database/database.ts';
import { MAX_VACANCY_TITLE_LENGTH, MAX_VACANCY_TOWN_LENGTH } from '../../shop-store/shop-file-schemas.ts';
import { listCountries } from '../../sites/countries/queries.ts';
import type { SiteDirectory } from '../../sites/site-directory.ts';
import { checkVacancyTexts } from './check-vacancy-texts.ts';
import { describe, parseLoggedVacancy } from './logged-vacancy.ts';
import { listAllVacancies, lockVacancy } from './queries.ts';
import { removeVacancy, saveVacancy, type VacancyDraft } from './service.ts';
import { getDetailsVersion, getTranslationVersion, getVacancyVersion } from './vacancy-versions.ts';

export interface VacancyAdminDeps {
  readonly database: Database;
  readonly sites: SiteDirectory;
}

const WeeklyHoursField = Type.Integer({ minimum: 1, maximum: 48 });
const vacancyId = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });

const VersionHashField = Line(64);

/** Finds a vacancy with its texts in all languages. */
export const findVacancyWithTexts = async (
  handle: Database,
  id: number,
): Promise<(VacancyDraft & { vacancyId: number }) | undefined> =>
  (await listAllVacancies(handle)).find((row) => row.vacancyId === id);

export const toDraft = ({ vacancyId: _id, ...draft }: VacancyDraft & { vacancyId: number }): VacancyDraft =>
  draft;

/** Creates or changes a vacancy without its texts. */
export const createSaveOperation = ({ database, sites }: VacancyAdminDeps) =>
  createOperationWithPreparedData(database, {
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

/** Changes the texts of a vacancy in one language. */
export const createWriteOperation = ({ database, sites }: VacancyAdminDeps) =>
  createOperationWithPreparedData(database, {
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
      const known = await findVacancyWithTexts(transaction, id);
      if (!known) throw new AdminRefusal('not_found');
      // One lock covers all languages, so concurrent changes of other languages wait.
      await lockVacancy(transaction, known.key);
      const former = await findVacancyWithTexts(transaction, id);
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

/** Removes a vacancy; `vacancy.restore` restores it from the log. */
export const removeOperation = createOperation({
  name: 'vacancy.remove',
  input: Type.Object({ vacancyId }),
  needsConsent: true,
  consentText: 'admin.consentRestorable',
  async run(transaction, { vacancyId: id }, { now }) {
    const former = await findVacancyWithTexts(transaction, id);
    if (!former || !(await removeVacancy(transaction, id, now))) throw new AdminRefusal('not_found');
    return {
      changes: [{ resource: 'vacancy', resourceId: id, before: describe(toDraft(former)), after: null }],
      leadsTo: '/jobs',
    };
  },
});

/** Restores a vacancy as it was before a logged change. */
export const createRestoreOperation = ({ database, sites }: VacancyAdminDeps) =>
  createOperationWithPreparedData(database, {
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
