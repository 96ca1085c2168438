import type { Database } from '../../core/database/database.ts';
import type { RoutedContent } from '../../sites/routed-pages.ts';
import type { SiteDirectory } from '../../sites/site-directory.ts';
import { fetchLandingListParameters } from './landing-list-parameters.ts';
import { isPublished } from './queries.ts';
import { createQuestionAnchors } from './question-anchors.ts';

/** Creates the reader of content pages for routing. */
export function createRoutedContent(deps: {
  readonly database: Database;
  readonly sites: SiteDirectory;
}): RoutedContent {
  const { database } = deps;
  return {
    isPublished: (contentPageId, now) => isPublished(database, contentPageId, now),
    fetchLandingListParameters: (landingpageId) => fetchLandingListParameters(database, landingpageId),
    questions: createQuestionAnchors(deps),
  };
}
