import { MEDIA_PATH } from '../../../../shared/rules/path-constants.ts';
import type { Database } from '../../core/database/database.ts';
import type { FindStaticPage } from '../../sites/routed-pages.ts';
import { listNewsLocations } from './queries.ts';

/** Creates the look-up of the news list, which exists if there is news. */
export function createNewsListPage({ database }: { readonly database: Database }): FindStaticPage {
  return async ({ now }, countPages) => {
    const news = (await countPages()).find(({ kind }) => kind === 'newsItem');
    if (!news) return null;
    const locations = await listNewsLocations(database, now);
    return {
      path: MEDIA_PATH,
      modifiedAt: news.modifiedAt,
      locations: locations.map((location) => ({ ...location, path: MEDIA_PATH })),
    };
  };
}
