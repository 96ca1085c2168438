import { listAllVacancies } from '../content/vacancies/queries.ts';
import type { Database } from '../core/database/database.ts';
import { country, language, site, siteLanguage } from '../schema/schema.ts';
import type { VacancyRow, VacancyText } from '../shop-store/shop-file-schemas.ts';

export interface ExportedVacancies {
  readonly jobs: readonly VacancyRow[];
  /** Texts by language code and key. */
  readonly texts: ReadonlyMap<string, Readonly<Record<string, VacancyText>>>;
}

/** Reads all vacancies, open or closed, in the format of the files and in their original order. */
export async function readExportedVacancies(transaction: Database): Promise<ExportedVacancies> {
  const all = (await listAllVacancies(transaction)).sort((a, b) => a.vacancyId - b.vacancyId);
  const countries = await transaction
    .select({ id: country.countryId, regionCode: country.regionCode })
    .from(country);
  const sites = await transaction
    .select({ siteId: site.siteId, key: site.key, retiredAt: site.retiredAt })
    .from(site)
    .orderBy(site.siteId);
  const open = sites.filter(({ retiredAt }) => retiredAt === null);
  const languages = await transaction
    .select({ languageId: language.languageId, code: language.code })
    .from(language)
    .orderBy(language.languageId);
  const spoken = await transaction
    .select({ siteId: siteLanguage.siteId, languageId: siteLanguage.languageId })
    .from(siteLanguage);
  const isPartial = ({ texts }: (typeof all)[number], shown: readonly { readonly siteId: number }[]) =>
    spoken.some(
      ({ siteId, languageId }) => shown.some((row) => row.siteId === siteId) && !texts.has(languageId),
    );
  const jobs = all.flatMap((row): VacancyRow[] => {
    const regionCode = countries.find(({ id }) => id === row.countryId)?.regionCode;
    const shown = open.filter(({ siteId }) => row.siteIds.includes(siteId));
    if (regionCode === undefined) return [];
    return [
      {
        key: row.key,
        country: regionCode,
        place: row.place,
        hoursPerWeek: { from: row.hoursFrom, to: row.hoursTo },
        publishedOn: row.publishedOn,
        openUntil: row.openUntil,
        ...(shown.length < open.length && { sites: shown.map(({ key }) => key) }),
        // A partly translated vacancy is visible in the languages that have texts.
        ...(isPartial(row, shown) && {
          languages: languages.flatMap(({ languageId, code }) => (row.texts.has(languageId) ? [code] : [])),
        }),
      },
    ];
  });
  const texts = new Map(
    languages.map(({ languageId, code }) => [
      code,
      Object.fromEntries(
        all.flatMap(({ key, texts: words }) => {
          const text = words.get(languageId);
          return text ? [[key, { title: text.title, bodyMarkdown: text.markdown }]] : [];
        }),
      ),
    ]),
  );
  return { jobs, texts };
}
