import { generatePath } from 'react-router';
import type { LoadContext } from './load-context.ts';
import type { PageHead } from './store/page-state.ts';

/** Returns the URLs of the current static route in all languages of its site. Empty for other pages. */
export function getStaticRouteAlternates({
  scope: { shops, site },
  screen,
}: Pick<LoadContext, 'scope' | 'screen'>): PageHead['alternates'] {
  if (!screen) return [];
  const { page, params } = screen;
  const languages = shops.find(({ siteId }) => siteId === site.siteId)?.languages ?? [];
  return languages.map(({ languageId, code, origin }) => ({
    siteId: site.siteId,
    languageId,
    // `generatePath` drops the trailing slash, with which every URL of the shop ends.
    url: `${origin}${generatePath(page.path(code), params)}/`.replace(/\/+$/, '/'),
  }));
}
