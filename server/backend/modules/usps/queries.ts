import { and, asc, eq } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { uspCollection, uspText } from './tables.ts';

export interface UspRepository {
  /** Texts in their order; undefined where the site has no such collection. */
  find(siteId: number, languageId: number, collectionId: number): Promise<string[] | undefined>;
}

/** SQL of the lists of promises. */
export function createUspRepository(database: Database): UspRepository {
  return {
    async find(siteId, languageId, collectionId) {
      const [row] = await database
        .select()
        .from(uspCollection)
        .where(and(eq(uspCollection.collectionId, collectionId), eq(uspCollection.siteId, siteId)));
      if (!row) return undefined;
      const texts = await database
        .select({ text: uspText.text })
        .from(uspText)
        .where(and(eq(uspText.collectionId, collectionId), eq(uspText.languageId, languageId)))
        .orderBy(asc(uspText.position));
      return texts.map(({ text }) => text);
    },
  };
}
