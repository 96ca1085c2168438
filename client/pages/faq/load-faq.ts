import type { RouteAnswer } from '../../../shared/contract/routing.ts';
import { parseSearchTerm } from '../../../shared/rules/list-query.ts';
import type { LoadContext, LoadResult } from '../../load-context.ts';
import type { FaqData } from './page.ts';

export type FaqLink = Extract<RouteAnswer, { kind: 'faq' }>;

/** Maximum number of other topics whose questions are searched, too. */
const MAX_OTHER_TOPICS = 8;

/**
 * Loads a topic of questions and answers, and the other topics, so that the search covers all of them.
 *
 * @throws ApiError if the topic cannot be loaded; 404 if it does not exist on this site
 */
export async function loadFaq(
  { api, critical, optional, query }: LoadContext,
  { contentPageId, alternates }: FaqLink,
): Promise<LoadResult<FaqData>> {
  const content = await api.fetchContentPage({ params: { contentPageId } }, critical);
  const others = await Promise.all(
    content.relatedContent
      .filter(({ kind }) => kind === 'faq')
      .slice(0, MAX_OTHER_TOPICS)
      .map(({ contentPageId: otherId }) =>
        optional((options) => api.fetchFaq({ params: { contentPageId: otherId } }, options)),
      ),
  );
  const term = parseSearchTerm(query);
  return {
    status: 200,
    head: {
      title: content.title,
      description: content.metaDescription,
      canonicalPath: content.url,
      alternates,
      isIndexable: term === '',
    },
    data: { kind: 'faq', content, others: others.filter((other) => other !== null), term },
  };
}
