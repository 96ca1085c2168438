import type { ContentPage } from '../../../shared/contract/content.ts';
import { MEDIA_PATH } from '../../../shared/rules/path-constants.ts';
import type { Shop } from '../../store/shop.tsx';
import { getMediaUrl } from '../media/media-url.ts';

/**
 * Returns the breadcrumbs from the home page to a text. The parent of a story is the list of news and
 * stories, or the blog and its category. The parent of a page is the home page.
 */
export function getArticleBreadcrumbs(
  { t }: Pick<Shop, 't'>,
  { kind, parents }: Pick<ContentPage, 'kind' | 'parents'>,
): { title: string; url: string }[] {
  const home = { title: t('common.home'), url: '/' };
  const own = parents.map(({ title, url }) => ({ title, url }));
  switch (kind) {
    case 'page':
    case 'faq':
      return [home];
    case 'partner':
      return [home, { title: t('media.kind.partner'), url: getMediaUrl({ kind: 'partner' }) }];
    case 'blogOverview':
      return [home, { title: t('media.title'), url: MEDIA_PATH }];
    case 'blog':
    case 'blogCategory':
      // The parent is the overview of the blog, or the list of all stories if there is none.
      return own.length > 0 ? [home, ...own] : [home, { title: t('media.title'), url: MEDIA_PATH }];
    default:
      return [home, { title: t('media.title'), url: MEDIA_PATH }, ...own];
  }
}
