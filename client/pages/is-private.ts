import type { PageData } from '../store/page-state.ts';
import type { Page } from './page-definition.ts';

/** Whether what a page shows for a query is for one visitor alone. Also what the page does not know of a query makes it so. */
export const isPrivate = (
  { cachePolicy, isPublicWithoutQuery }: Pick<Page<PageData>, 'cachePolicy' | 'isPublicWithoutQuery'>,
  query: URLSearchParams,
): boolean => cachePolicy === 'private' && !(isPublicWithoutQuery && query.size === 0);
