import { generatePath } from 'react-router';
import type { LoadContext } from './load-context.ts';
import type { PageHead } from './store/page-state.ts';

/** Lists the addresses of the current screen in the languages of its site. Empty for a page that is no screen. */
export function getScreenAlternates({
  scope: { shops, site },
  screen,
}: Pick<LoadContext, 'scope' | 'screen'>): PageHead['alternates'] {
  if (!screen) return [];
  const { page, params } = screen;
  const languages = shops.find(({ siteId }) => siteId === site.siteId)?.languages ?? [];
  return languages.map(({ languageId, code, origin }) => ({
    siteId: site.siteId,
    languageId,
    // Without its last slash, with which every address of the shop ends.
    url: `${origin}${generatePath(page.path(code), params)}/`.replace(/\/+$/, '/'),
  }));
}
