import { and, asc, eq } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { uspCollection, uspText } from './tables.ts';

/** Texts of a list of promises in their order; undefined where the site has no such collection. */
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
