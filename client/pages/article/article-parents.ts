import type { ContentKind } from '../../../shared/contract/content.ts';
import { MEDIA_PATH } from '../../../shared/rules/urls.ts';
import type { Shop } from '../../store/shop.tsx';

/** The way from the home page to an article: stories stand in the list of news and stories, the others below the home page. */
export function getArticleParents(
  { t }: Pick<Shop, 't'>,
  kind: ContentKind,
): { title: string; url: string }[] {
  const home = { title: t('common.home'), url: '/' };
  return kind === 'partner' || kind === 'faq' || kind === 'page'
    ? [home]
    : [home, { title: t('media.title'), url: MEDIA_PATH }];
}
