import type { Vacancy } from '../../../../shared/contract/vacancies.ts';
import { parseWords } from '../../catalogue-import/markdown-blocks.ts';
import type { Database } from '../../database/database.ts';
import type { ScopedContext } from '../../http/call.ts';
import { createPlaceholderFiller } from '../../scope/placeholders.ts';
import { listOpenVacancies } from './queries.ts';

export { removeVacancy, saveVacancy, type VacancyDraft } from './store-vacancies.ts';

/** The positions of the site that are open, in the language of the request. */
export async function fetchVacancies(
  database: Database,
  { site, language, now }: ScopedContext,
): Promise<Vacancy[]> {
  const rows = await listOpenVacancies(database, {
    siteId: site.site.siteId,
    languageId: language.languageId,
    day: now.toISOString().slice(0, 10),
  });
  const texts = createPlaceholderFiller(site, language);
  return rows.map(({ vacancy, regionCode, title, markdown }) => ({
    vacancyId: vacancy.vacancyId,
    key: vacancy.key,
    title: texts.fill(title),
    place: vacancy.place,
    regionCode,
    hoursFrom: vacancy.hoursFrom,
    hoursTo: vacancy.hoursTo,
    publishedOn: vacancy.publishedOn,
    openUntil: vacancy.openUntil,
    blocks: texts.fillBlocks(parseWords(markdown)),
  }));
}
