import { eq } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { termTranslation } from './tables.ts';

export interface TermRow {
  readonly vocabulary: string;
  readonly key: string;
  readonly name: string;
}

/** Words of a language by their vocabulary. */
export async function listTerms(handle: Database, languageId: number): Promise<Map<string, TermRow[]>> {
  const rows = await handle
    .select({
      vocabulary: termTranslation.vocabulary,
      key: termTranslation.key,
      name: termTranslation.name,
    })
    .from(termTranslation)
    .where(eq(termTranslation.languageId, languageId));
  return Map.groupBy(rows, ({ vocabulary }) => vocabulary);
}
