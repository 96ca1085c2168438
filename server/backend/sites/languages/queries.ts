import { asc } from 'drizzle-orm';
import type { Database } from '../../core/database/database.ts';
import { language } from './tables.ts';

export type LanguageRow = typeof language.$inferSelect;

/** Lists every language by its id. */
export async function listLanguages(handle: Database): Promise<LanguageRow[]> {
  return handle.select().from(language).orderBy(asc(language.languageId));
}
