import type { ContentKind } from '../../../shared/contract/content.ts';
import type { MessageKey } from '../../../shared/i18n/translate.ts';

/** Word for each kind of article; a page is no article and has none. */
const keys: Readonly<Record<Exclude<ContentKind, 'page'>, MessageKey>> = {
  advice: 'article.kind.advice',
  adviceCategory: 'article.kind.adviceCategory',
  adviceVideo: 'article.kind.adviceVideo',
  blog: 'article.kind.blog',
  blogCategory: 'article.kind.blogCategory',
  blogOverview: 'article.kind.blogOverview',
  faq: 'article.kind.faq',
  news: 'article.kind.news',
  partner: 'article.kind.partner',
};

/** Key of the word for a kind of content, for example 'News'; null for a page. */
export function getKindKey(kind: ContentKind): MessageKey | null {
  return kind === 'page' ? null : keys[kind];
}
