import type { PageLink } from '../page-definition.ts';

/** Route kinds that lead to an article. */
export const articleKinds = ['adviceArticle', 'blogArticle', 'newsItem', 'partner'] as const;

export type ArticleLink = Extract<PageLink, { kind: (typeof articleKinds)[number] }>;
