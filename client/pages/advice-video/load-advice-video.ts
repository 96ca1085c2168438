import type { LoadContext, LoadResult } from '../../load-context.ts';
import { loadArticle } from '../article/load-article.ts';
import type { AdviceVideoData, AdviceVideoLink } from './page.ts';

/**
 * Loads a clip with its text, as an article is loaded.
 *
 * @throws ApiError when it cannot be had; 404 where it does not exist on this site
 */
export async function loadAdviceVideo(
  context: LoadContext,
  link: AdviceVideoLink,
): Promise<LoadResult<AdviceVideoData>> {
  const result = await loadArticle(context, link);
  return 'redirect' in result ? result : { ...result, data: { ...result.data, kind: 'adviceVideo' } };
}
