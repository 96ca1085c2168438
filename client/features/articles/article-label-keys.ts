import type { ContentKind } from '../../../shared/contract/content.ts';
import type { MessageKey } from '../../../shared/i18n/translate.ts';

/** Label of each article type. A page is not an article and has no label. */
const labelKeysByKind: Readonly<Record<Exclude<ContentKind, 'page'>, MessageKey>> = {
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

/** Returns the message key of a content type's label, for example 'News'; null for a page. */
export function getArticleLabelKey(kind: ContentKind): MessageKey | null {
  return kind === 'page' ? null : labelKeysByKind[kind];
}
