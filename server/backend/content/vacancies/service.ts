import type { Vacancy } from '../../../../shared/contract/vacancies.ts';
import type { Database } from '../../core/database/database.ts';
import { parseTextOnlyMarkdown } from '../../core/markdown/markdown-blocks.ts';
import { findRegionCode } from '../../sites/countries/queries.ts';
import { getLocalDate, getTimeZone } from '../../sites/local-dates.ts';
import { createPlaceholderFiller } from '../../sites/placeholders.ts';
import type { ScopedContext } from '../../sites/scoped-call.ts';
import { listOpenVacancies } from './queries.ts';

export { removeVacancy, saveVacancy, VACANCIES_PAGE_KEY, type VacancyDraft } from './store-vacancies.ts';

/** Returns the open vacancies of the site in the language of the request. */
export async function fetchVacancies(
  database: Database,
  { site, language, now }: ScopedContext,
): Promise<Vacancy[]> {
  const rows = await listOpenVacancies(database, {
    siteId: site.site.siteId,
    languageId: language.languageId,
    // The last day to apply ends at midnight in the site's time zone.
    day: getLocalDate(now, getTimeZone(await findRegionCode(database, site.site.countryId))),
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
    blocks: texts.fillBlocks(parseTextOnlyMarkdown(markdown)),
  }));
}
