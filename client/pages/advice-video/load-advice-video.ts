import type { LoadContext, LoadResult } from '../../load-context.ts';
import { loadArticle } from '../article/load-article.ts';
import type { AdviceVideoData, AdviceVideoLink } from './page.ts';

/**
 * Loads a clip with its transcript in the same way as an article.
 *
 * @throws ApiError if it cannot be loaded; 404 if it does not exist on this site
 */
export async function loadAdviceVideo(
  context: LoadContext,
  link: AdviceVideoLink,
): Promise<LoadResult<AdviceVideoData>> {
  const result = await loadArticle(context, link);
  return 'redirect' in result ? result : { ...result, data: { ...result.data, kind: 'adviceVideo' } };
}
