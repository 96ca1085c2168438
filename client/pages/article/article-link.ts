import type { PageLink } from '../page-definition.ts';

/** Kinds of links that lead to an article. */
export const articleKinds = ['adviceArticle', 'blogArticle', 'newsItem', 'partner'] as const;

export type ArticleLink = Extract<PageLink, { kind: (typeof articleKinds)[number] }>;
