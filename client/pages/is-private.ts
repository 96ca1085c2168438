import type { PageData } from '../store/page-state.ts';
import type { Page } from './page-definition.ts';

/** Whether the page of a query is for one visitor only. Unknown query parameters also make it private. */
export const isPrivate = (
  { cachePolicy, isPublicWithoutQuery }: Pick<Page<PageData>, 'cachePolicy' | 'isPublicWithoutQuery'>,
  query: URLSearchParams,
): boolean => cachePolicy === 'private' && !(isPublicWithoutQuery && query.size === 0);
