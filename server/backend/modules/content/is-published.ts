import { isNull, lte, or } from 'drizzle-orm';
import { contentPage } from './tables.ts';

/** Whether a content page's day of publication, where it has one, has come at an instant (UTC). What is no content page is always there. */
export const isPublishedAt = (now: Date) =>
  or(isNull(contentPage.publishedOn), lte(contentPage.publishedOn, now.toISOString().slice(0, 10)));
