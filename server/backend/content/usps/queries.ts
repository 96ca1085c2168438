import { and, asc, eq } from 'drizzle-orm';
import type { Database } from '../../core/database/database.ts';
import { uspCollection, uspText } from './tables.ts';

/** Returns the texts of a list of promises in order; undefined if the site has no such list. */
export async function listUsps(
  handle: Database,
  {
    siteId,
    languageId,
    collectionId,
  }: { readonly siteId: number; readonly languageId: number; readonly collectionId: number },
): Promise<string[] | undefined> {
  const [row] = await handle
    .select()
    .from(uspCollection)
    .where(and(eq(uspCollection.collectionId, collectionId), eq(uspCollection.siteId, siteId)));
  if (!row) return undefined;
  const texts = await handle
    .select({ text: uspText.text })
    .from(uspText)
    .where(and(eq(uspText.collectionId, collectionId), eq(uspText.languageId, languageId)))
    .orderBy(asc(uspText.position));
  return texts.map(({ text }) => text);
}
