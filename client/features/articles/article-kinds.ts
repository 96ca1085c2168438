import type { ContentKind } from '../../../shared/contract/content.ts';
import type { MessageKey } from '../../../shared/i18n/translate.ts';

/** Word for each kind of article; a page is no article and has none. */
const keys: Readonly<Record<Exclude<ContentKind, 'page'>, MessageKey>> = {
  advice: 'article.kind.advice',
  blog: 'article.kind.blog',
  faq: 'article.kind.faq',
  news: 'article.kind.news',
  partner: 'article.kind.partner',
};

/** Key of the word for a kind of content, for example 'News'; null for a page. */
export function getKindKey(kind: ContentKind): MessageKey | null {
  return kind === 'page' ? null : keys[kind];
}
