import { and, eq, isNull, lt } from 'drizzle-orm';
import type { Database } from '../../core/database/database.ts';
import { previewLink } from './tables.ts';

export type PreviewLink = typeof previewLink.$inferSelect;

export async function insertPreviewLink(
  transaction: Database,
  link: Omit<PreviewLink, 'usedAt'>,
): Promise<void> {
  await transaction.insert(previewLink).values(link);
}

/** Deletes the links created before a time. */
export async function deleteOldPreviewLinks(transaction: Database, before: Date): Promise<void> {
  await transaction.delete(previewLink).where(lt(previewLink.createdAt, before));
}

export async function findLink(handle: Database, tokenHash: string): Promise<PreviewLink | undefined> {
  const [link] = await handle.select().from(previewLink).where(eq(previewLink.tokenHash, tokenHash));
  return link;
}

/** Uses up a link. @returns false if it was already used */
export async function consumePreviewLink(
  transaction: Database,
  tokenHash: string,
  now: Date,
): Promise<boolean> {
  const used = await transaction
    .update(previewLink)
    .set({ usedAt: now })
    .where(and(eq(previewLink.tokenHash, tokenHash), isNull(previewLink.usedAt)))
    .returning({ tokenHash: previewLink.tokenHash });
  return used.length > 0;
}
