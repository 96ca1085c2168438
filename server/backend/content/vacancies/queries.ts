import { and, desc, eq, gte, isNull, lte, or } from 'drizzle-orm';
import type { Database } from '../../core/database/database.ts';
import { countryCodes } from '../../sites/countries/views.ts';
import { siteVacancy, vacancy, vacancyTranslation } from './tables.ts';

/** A vacancy with its texts in one language. */
export interface VacancyRow {
  readonly vacancy: typeof vacancy.$inferSelect;
  readonly regionCode: string;
  readonly title: string;
  readonly markdown: string;
}

/**
 * Lists the vacancies of a site that are open on a date (`YYYY-MM-DD`) and have texts in the language, newest
 * first.
 */
export async function listOpenVacancies(
  handle: Database,
  scope: { readonly siteId: number; readonly languageId: number; readonly day: string },
): Promise<VacancyRow[]> {
  const { siteId, languageId, day } = scope;
  return handle
    .select({
      vacancy,
      regionCode: countryCodes.regionCode,
      title: vacancyTranslation.title,
      markdown: vacancyTranslation.markdown,
    })
    .from(vacancy)
    .innerJoin(siteVacancy, and(eq(siteVacancy.vacancyId, vacancy.vacancyId), eq(siteVacancy.siteId, siteId)))
    .innerJoin(
      vacancyTranslation,
      and(eq(vacancyTranslation.vacancyId, vacancy.vacancyId), eq(vacancyTranslation.languageId, languageId)),
    )
    .innerJoin(countryCodes, eq(countryCodes.countryId, vacancy.countryId))
    .where(and(lte(vacancy.publishedOn, day), or(isNull(vacancy.openUntil), gte(vacancy.openUntil, day))))
    .orderBy(desc(vacancy.publishedOn), desc(vacancy.vacancyId));
}

/** Locks the vacancy of a key until the transaction ends. */
export async function lockVacancy(transaction: Database, key: string): Promise<void> {
  await transaction
    .select({ vacancyId: vacancy.vacancyId })
    .from(vacancy)
    .where(eq(vacancy.key, key))
    .for('update');
}

/** Lists every vacancy with all of its texts and sites, open or not, newest first. */
export async function listAllVacancies(handle: Database) {
  const rows = await handle
    .select()
    .from(vacancy)
    .orderBy(desc(vacancy.publishedOn), desc(vacancy.vacancyId));
  const texts = await handle.select().from(vacancyTranslation);
  const sites = await handle.select().from(siteVacancy);
  return rows.map((row) => ({
    ...row,
    siteIds: sites.filter(({ vacancyId }) => vacancyId === row.vacancyId).map(({ siteId }) => siteId),
    texts: new Map(
      texts
        .filter(({ vacancyId }) => vacancyId === row.vacancyId)
        .map(({ languageId, title, markdown }) => [languageId, { title, markdown }] as const),
    ),
  }));
}
