import Type from 'typebox';
import { markup } from '../../../platform/markup.ts';
import { MarkdownError, parseWords } from '../../catalogue-import/markdown-blocks.ts';
import type { Database } from '../../database/database.ts';
import { Day, Ids, Line, Text } from '../../keeper/fields.ts';
import { createSection, createTable, linkTo } from '../../keeper/html.ts';
import type { KeeperPart } from '../../keeper/keeper-part.ts';
import { createOperation, createPreparedOperation, KeeperRefusal } from '../../keeper/operation.ts';
import type { SiteDirectory } from '../../scope/site-directory.ts';
import { listCountries } from '../countries/queries.ts';
import { listAllVacancies } from './queries.ts';
import { removeVacancy, saveVacancy, type VacancyDraft } from './service.ts';

const hours = Type.Integer({ minimum: 1, maximum: 48 });
const vacancyId = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });

/** Of a position what the log keeps: all of it is the shop's own. */
const describe = ({ texts, siteIds, ...values }: VacancyDraft) => ({
  ...values,
  siteIds: siteIds.join(', '),
  ...Object.fromEntries(
    [...texts].map(([languageId, text]) => [`text ${languageId}`, `${text.title}\n${text.markdown}`]),
  ),
});

/** What the people who run the shop do with open positions. */
export function createVacancyKeeper({
  database,
  sites,
}: {
  readonly database: Database;
  readonly sites: SiteDirectory;
}): KeeperPart {
  const find = async (
    handle: Database,
    id: number,
  ): Promise<(VacancyDraft & { vacancyId: number }) | undefined> =>
    (await listAllVacancies(handle)).find((row) => row.vacancyId === id);

  const toDraft = ({ vacancyId: _id, ...draft }: VacancyDraft & { vacancyId: number }): VacancyDraft => draft;

  const save = createPreparedOperation(database, {
    name: 'vacancy.save',
    input: Type.Object({
      vacancyKey: Type.String({ pattern: '^[a-z0-9]+(-[a-z0-9]+)*$', minLength: 1, maxLength: 60 }),
      countryId: Type.Integer({ minimum: 1 }),
      town: Line(100),
      hoursFrom: hours,
      hoursTo: hours,
      publishedOn: Day(),
      openUntil: Type.Optional(Day()),
      siteIds: Ids(100),
    }),
    prepare: async () => ({ all: await sites.listSites(), countries: await listCountries(database) }),
    async run(transaction, input, { now }, { all, countries }) {
      const {
        vacancyKey: key,
        countryId,
        town,
        hoursFrom,
        hoursTo,
        publishedOn,
        openUntil = null,
        siteIds,
      } = input;
      if (hoursTo < hoursFrom) throw new KeeperRefusal('vacancy_hours', {}, 'hoursTo');
      if (openUntil !== null && openUntil < publishedOn)
        throw new KeeperRefusal('vacancy_days', {}, 'openUntil');
      if (!countries.some((country) => country.countryId === countryId)) {
        throw new KeeperRefusal('vacancy_country', {}, 'countryId');
      }
      if (!siteIds.every((siteId) => all.some(({ site }) => site.siteId === siteId))) {
        throw new KeeperRefusal('letter_site', {}, 'siteIds');
      }
      const former = (await listAllVacancies(transaction)).find((row) => row.key === key);
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
      const id = await saveVacancy(transaction, draft, now);
      const before = former ? describe(toDraft(former)) : null;
      return {
        changes: [{ noun: 'vacancy', nounId: id, before, after: describe(draft) }],
        leadsTo: `/jobs/${id}`,
      };
    },
  });

  const write = createPreparedOperation(database, {
    name: 'vacancy.write',
    input: Type.Object({
      vacancyId,
      languageId: Type.Integer({ minimum: 1 }),
      title: Line(150),
      markdown: Text(20_000, 1),
    }),
    prepare: () => sites.listLanguages(),
    async run(transaction, { vacancyId: id, languageId, title, markdown }, { now }, languages) {
      const former = await find(transaction, id);
      if (!former) throw new KeeperRefusal('not_found');
      if (!languages.some((language) => language.languageId === languageId)) {
        throw new KeeperRefusal('letter_words', {}, 'languageId');
      }
      try {
        parseWords(markdown);
      } catch (error) {
        if (!(error instanceof MarkdownError)) throw error;
        throw new KeeperRefusal('vacancy_markdown', { fault: error.message }, 'markdown');
      }
      const draft = {
        ...toDraft(former),
        texts: new Map([...former.texts, [languageId, { title, markdown }]]),
      };
      await saveVacancy(transaction, draft, now);
      return {
        changes: [{ noun: 'vacancy', nounId: id, before: describe(toDraft(former)), after: describe(draft) }],
      };
    },
  });

  const remove = createOperation({
    name: 'vacancy.remove',
    input: Type.Object({ vacancyId }),
    needsConsent: true,
    async run(transaction, { vacancyId: id }, { now }) {
      const former = await find(transaction, id);
      if (!former || !(await removeVacancy(transaction, id, now))) throw new KeeperRefusal('not_found');
      return {
        changes: [{ noun: 'vacancy', nounId: id, before: describe(toDraft(former)), after: null }],
        leadsTo: '/jobs',
      };
    },
  });

  const readChoices = async () => ({
    siteIds: (await sites.listSites()).map(({ site }) => [site.siteId, site.key] as const),
    countryId: (await listCountries(database)).map(({ countryId, name }) => [countryId, name] as const),
  });

  return {
    operations: [save, write, remove],
    pages: [
      {
        path: '/jobs',
        menu: { section: 'content', label: 'vacancies', position: 60 },
        async read({ t, form }) {
          const rows = (await listAllVacancies(database)).map((row) => [
            linkTo(`/jobs/${row.vacancyId}`, row.key),
            row.place,
            row.publishedOn,
            row.openUntil,
            row.texts.size,
          ]);
          const title = t('keeper.menu.vacancies');
          const headings = [
            t('keeper.field.vacancyKey'),
            t('keeper.field.town'),
            t('keeper.field.publishedOn'),
            t('keeper.field.openUntil'),
            t('keeper.vacancy.languages'),
          ];
          const table = createTable(headings, rows, {
            empty: t('keeper.vacancy.none'),
            caption: title,
            figures: [4],
          });
          return {
            title,
            body: markup`${table}${form('vacancy.save', { choices: await readChoices(), isFolded: true })}`,
          };
        },
      },
      {
        path: '/jobs/:vacancyId',
        async read({ params, t, form }) {
          const found = await find(database, Number(params.vacancyId));
          if (!found) return null;
          const { vacancyId: id, key, place, texts, ...values } = found;
          const shown = (await sites.listLanguages()).map(({ languageId, code }) => {
            const text = texts.get(languageId);
            const written = form('vacancy.write', {
              hidden: { vacancyId: id, languageId },
              values: { title: text?.title ?? '', markdown: text?.markdown ?? '' },
            });
            return markup`<section lang="${code}"><h3>${code}</h3>${written}</section>`;
          });
          const saved = form('vacancy.save', {
            hidden: { vacancyKey: key },
            values: { ...values, town: place },
            choices: await readChoices(),
          });
          return {
            title: key,
            body: markup`${saved}${createSection(t('keeper.vacancy.texts'), ...shown)}${form('vacancy.remove', { hidden: { vacancyId: id }, isFolded: true })}`,
          };
        },
      },
    ],
  };
}
