import { eq } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { putPurge } from '../../outbox/purges.ts';
import { findContentPageId } from '../content/queries.ts';
import { siteVacancy, vacancy, vacancyTranslation } from './tables.ts';

/** A position as the keeper writes it. */
export interface VacancyDraft {
  /** Lower-case letters, figures and single hyphens: its anchor on the page. */
  readonly key: string;
  readonly countryId: number;
  readonly place: string;
  /** Hours a week, from 1 to 48. */
  readonly hoursFrom: number;
  readonly hoursTo: number;
  /** `YYYY-MM-DD`; `openUntil` is the last day to apply, null where there is none yet. */
  readonly publishedOn: string;
  readonly openUntil: string | null;
  readonly siteIds: readonly number[];
  /** By languageId; a language that is missing does not show the position. */
  readonly texts: ReadonlyMap<number, { readonly title: string; readonly markdown: string }>;
}

/** Key of the page that lists positions. */
export const JOBS_PAGE = 'jobs';

/** Has caches forget the page that lists positions. */
async function purgeJobsPage(transaction: Database, now: Date): Promise<void> {
  const contentPageId = await findContentPageId(transaction, JOBS_PAGE);
  if (contentPageId !== undefined) await putPurge(transaction, [`content-${contentPageId}`], now);
}

/**
 * Writes a position: a new one, or the one of its key as it shall be from now on, words and sites included.
 *
 * @param now when it is shown; null before the shop has opened, when no cache has anything to forget
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
  if (!row) throw new Error(`The position ${key} was not written`);
  const { vacancyId } = row;
  await transaction.delete(vacancyTranslation).where(eq(vacancyTranslation.vacancyId, vacancyId));
  await transaction.delete(siteVacancy).where(eq(siteVacancy.vacancyId, vacancyId));
  const translations = [...texts].map(([languageId, text]) => ({ vacancyId, languageId, ...text }));
  if (translations.length > 0) await transaction.insert(vacancyTranslation).values(translations);
  const sites = siteIds.map((siteId) => ({ siteId, vacancyId }));
  if (sites.length > 0) await transaction.insert(siteVacancy).values(sites);
  if (now) await purgeJobsPage(transaction, now);
  return vacancyId;
}

/** Takes a position away. False where there was none. */
export async function removeVacancy(transaction: Database, vacancyId: number, now: Date): Promise<boolean> {
  const removed = await transaction
    .delete(vacancy)
    .where(eq(vacancy.vacancyId, vacancyId))
    .returning({ vacancyId: vacancy.vacancyId });
  if (removed.length === 0) return false;
  await purgeJobsPage(transaction, now);
  return true;
}
