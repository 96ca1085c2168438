import { eq } from 'drizzle-orm';
import { enqueuePurge } from '../../core/cache-purges.ts';
import type { Database } from '../../core/database/database.ts';
import { findContentPageId } from '../content/queries.ts';
import { siteVacancy, vacancy, vacancyTranslation } from './tables.ts';

/** A vacancy as written by staff. */
export interface VacancyDraft {
  /** Lower-case letters, digits and single hyphens. It is the anchor on the page. */
  readonly key: string;
  readonly countryId: number;
  readonly place: string;
  /** Hours per week, from 1 to 48. */
  readonly hoursFrom: number;
  readonly hoursTo: number;
  /** `YYYY-MM-DD`; `openUntil` is the last day to apply, null if there is none yet. */
  readonly publishedOn: string;
  readonly openUntil: string | null;
  readonly siteIds: readonly number[];
  /** Texts by languageId. The vacancy is not shown in missing languages. */
  readonly texts: ReadonlyMap<number, { readonly title: string; readonly markdown: string }>;
}

/** Key of the page that lists vacancies. */
export const VACANCIES_PAGE_KEY = 'jobs';

/** Purges the page that lists vacancies. */
async function purgeVacanciesPage(transaction: Database, now: Date): Promise<void> {
  const contentPageId = await findContentPageId(transaction, VACANCIES_PAGE_KEY);
  if (contentPageId !== undefined) await enqueuePurge(transaction, [`content-${contentPageId}`], now);
}

/**
 * Inserts a vacancy, or replaces the one with its key, including texts and sites.
 *
 * @param now time of the change; null during the first import, when no cache needs purging
 * @returns its vacancyId
 */
export async function saveVacancy(
  transaction: Database,
  { siteIds, texts, ...values }: VacancyDraft,
  now: Date | null,
): Promise<number> {
  const { key, ...changes } = values;
  const [row] = await transaction
    .insert(vacancy)
    .values(values)
    .onConflictDoUpdate({ target: vacancy.key, set: changes })
    .returning({ vacancyId: vacancy.vacancyId });
  if (!row) throw new Error(`Vacancy ${key} was not inserted`);
  const { vacancyId } = row;
  await transaction.delete(vacancyTranslation).where(eq(vacancyTranslation.vacancyId, vacancyId));
  await transaction.delete(siteVacancy).where(eq(siteVacancy.vacancyId, vacancyId));
  const translations = [...texts].map(([languageId, text]) => ({ vacancyId, languageId, ...text }));
  if (translations.length > 0) await transaction.insert(vacancyTranslation).values(translations);
  const sites = siteIds.map((siteId) => ({ siteId, vacancyId }));
  if (sites.length > 0) await transaction.insert(siteVacancy).values(sites);
  if (now) await purgeVacanciesPage(transaction, now);
  return vacancyId;
}

/** Deletes a vacancy. Returns false if it did not exist. */
export async function removeVacancy(transaction: Database, vacancyId: number, now: Date): Promise<boolean> {
  const removed = await transaction
    .delete(vacancy)
    .where(eq(vacancy.vacancyId, vacancyId))
    .returning({ vacancyId: vacancy.vacancyId });
  if (removed.length === 0) return false;
  await purgeVacanciesPage(transaction, now);
  return true;
}
