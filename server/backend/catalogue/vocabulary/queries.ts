import { and, eq, inArray } from 'drizzle-orm';
import type { Database } from '../../core/database/database.ts';
import { termTranslation } from './tables.ts';

export interface TermRow {
  readonly vocabulary: string;
  readonly key: string;
  readonly name: string;
}

/** Returns the terms of a language by vocabulary: of all vocabularies, or of some. */
export async function listTerms(
  handle: Database,
  languageId: number,
  vocabularies?: readonly string[],
): Promise<Map<string, TermRow[]>> {
  const rows = await handle
    .select({
      vocabulary: termTranslation.vocabulary,
      key: termTranslation.key,
      name: termTranslation.name,
    })
    .from(termTranslation)
    .where(
      and(
        eq(termTranslation.languageId, languageId),
        vocabularies && inArray(termTranslation.vocabulary, [...vocabularies]),
      ),
    );
  return Map.groupBy(rows, ({ vocabulary }) => vocabulary);
}
