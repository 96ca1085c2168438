import { isDeepStrictEqual } from 'node:util';
import { isCalendarDate } from '../../../shared/rules/calendar-date.ts';
import { listAllVacancies } from '../content/vacancies/queries.ts';
import { saveVacancy, type VacancyDraft } from '../content/vacancies/service.ts';
import type { Database } from '../core/database/database.ts';
import { MarkdownError, parseTextOnlyMarkdown } from '../core/markdown/markdown-blocks.ts';
import type { IssueList } from '../shop-store/import-error.ts';
import type { ShopFiles } from '../shop-store/read-shop-files.ts';
import type { VacancyRow } from '../shop-store/shop-file-schemas.ts';
import { type RecordName, readRecords } from '../shop-store/shop-records.ts';

const VACANCIES_FILE = 'jobs.json';
const VACANCIES_LIST = 'jobs';

const listVacancySites = ({ sites }: ShopFiles, row: VacancyRow) =>
  sites.filter(({ key }) => row.sites === undefined || row.sites.includes(key));

/**
 * Checks vacancies: country and sites exist, the period is valid, and the texts are complete in every
 * language of their sites.
 */
export function checkVacancies(files: ShopFiles, issues: IssueList): void {
  const seen = new Set<string>();
  for (const row of files.vacancies) {
    const add = (field: string, problem: string) =>
      issues.add(VACANCIES_FILE, `jobs.${row.key}`, field, problem);
    if (seen.has(row.key)) add('key', 'is also that of another row');
    seen.add(row.key);
    if (!files.countries.some(({ regionCode }) => regionCode === row.country)) {
      add('country', `'${row.country}' is not in countries.json: correct it, or add the country`);
    }
    for (const key of row.sites ?? []) {
      if (!files.sites.some((site) => site.key === key))
        add('sites', `'${key}' is not a site of sites.json: correct it, or remove it`);
    }
    if (row.hoursPerWeek.to < row.hoursPerWeek.from) add('hoursPerWeek', 'ends before it begins');
    if (!isCalendarDate(row.publishedOn)) add('publishedOn', `'${row.publishedOn}' is not a date`);
    if (row.openUntil !== null && !isCalendarDate(row.openUntil))
      add('openUntil', `'${row.openUntil}' is not a date`);
    if (row.openUntil !== null && row.openUntil < row.publishedOn) add('openUntil', 'is before publishedOn');
    const spoken = new Set(
      listVacancySites(files, row).flatMap(({ languages }) => languages.map(({ languageId }) => languageId)),
    );
    for (const { languageId, code } of files.languages) {
      const texts = files.texts.get(code);
      if (!texts || !spoken.has(languageId)) continue;
      const text = texts.vacancies[row.key];
      const place = `vacancies.${row.key}`;
      if (!text) {
        if (row.languages === undefined || row.languages.includes(code)) {
          issues.add(`texts/${code}.json`, place, '', 'is missing');
        }
        continue;
      }
      try {
        parseTextOnlyMarkdown(text.bodyMarkdown);
      } catch (error) {
        if (!(error instanceof MarkdownError)) throw error;
        issues.add(`texts/${code}.json`, place, 'bodyMarkdown', error.message);
      }
    }
  }
}

function createVacancyDraft(files: ShopFiles, row: VacancyRow): VacancyDraft | undefined {
  const countryId = files.countries.find(({ regionCode }) => regionCode === row.country)?.countryId;
  if (countryId === undefined) return undefined;
  return {
    key: row.key,
    countryId,
    place: row.place,
    hoursFrom: row.hoursPerWeek.from,
    hoursTo: row.hoursPerWeek.to,
    publishedOn: row.publishedOn,
    openUntil: row.openUntil,
    siteIds: listVacancySites(files, row).map(({ siteId }) => siteId),
    texts: new Map(
      files.languages.flatMap(({ languageId, code }) => {
        const text = files.texts.get(code)?.vacancies[row.key];
        return text ? [[languageId, { title: text.title, markdown: text.bodyMarkdown }] as const] : [];
      }),
    ),
  };
}

/** Returns true if a stored vacancy equals the one in the files. */
function isEqualVacancy(stored: VacancyDraft, stated: VacancyDraft): boolean {
  const toComparable = ({ siteIds, texts, ...values }: VacancyDraft) => ({
    ...values,
    siteIds: new Set(siteIds),
    texts: new Map([...texts].map(([languageId, { title, markdown }]) => [languageId, { title, markdown }])),
  });
  return isDeepStrictEqual(toComparable(stored), toComparable(stated));
}

/**
 * Compares the vacancies of the files with the shop: returns new, different and deleted ones. A key that an
 * earlier import added and the shop does not have was deleted by staff.
 */
async function compareVacancies(transaction: Database, files: ShopFiles) {
  if (files.vacancies.length === 0) return { added: [], kept: [] };
  const stored = new Map(
    (await listAllVacancies(transaction)).map(({ vacancyId: _id, ...draft }) => [draft.key, draft]),
  );
  const importedKeys = new Set(
    (await readRecords(transaction, { file: VACANCIES_FILE, list: VACANCIES_LIST })).map(({ key }) => key),
  );
  const added: VacancyDraft[] = [];
  const kept: VacancyDraft[] = [];
  for (const row of files.vacancies) {
    const draft = createVacancyDraft(files, row);
    const own = stored.get(row.key);
    if (!draft) continue;
    if (!own && !importedKeys.has(row.key)) added.push(draft);
    else if (!own || !isEqualVacancy(own, draft)) kept.push(draft);
  }
  return { added, kept };
}

/** Returns the keys of the vacancies that an import would add. */
export async function listNewVacancies(transaction: Database, files: ShopFiles): Promise<string[]> {
  const { added } = await compareVacancies(transaction, files);
  return added.map(({ key }) => key);
}

interface KeptVacancy extends RecordName {
  readonly isNewInFiles: boolean;
}

/** Returns the vacancies that differ from the files, but that an import would leave as staff changed them. */
export async function listUnimportedVacancies(
  transaction: Database,
  files: ShopFiles,
): Promise<KeptVacancy[]> {
  const { kept } = await compareVacancies(transaction, files);
  return kept.map(({ key }) => ({ file: VACANCIES_FILE, list: VACANCIES_LIST, key, isNewInFiles: false }));
}

/**
 * Adds the vacancies whose keys do not exist. Staff manage existing ones and may delete them.
 *
 * @param options.now null at the first import, when no web has cached anything
 * @param options.isOverwriting also overwrites existing vacancies with the files
 */
export async function addVacancies(
  transaction: Database,
  files: ShopFiles,
  { now, isOverwriting }: { readonly now: Date | null; readonly isOverwriting: boolean },
): Promise<void> {
  const { added, kept } = await compareVacancies(transaction, files);
  for (const draft of isOverwriting ? [...added, ...kept] : added) await saveVacancy(transaction, draft, now);
}
