import { ApiError } from '../../../shared/api/api-error.ts';
import { isToken } from '../../../shared/rules/link-token.ts';
import { isCorporate } from '../../../shared/rules/site-type.ts';
import type { LoadContext, LoadResult } from '../../load-context.ts';
import type { ReviewConfirmData } from './page.ts';

/**
 * Loads the page of the link that is mailed to the author of a review. Loading has no effect; only the form
 * uses the token.
 *
 * @throws ApiError 404 on the corporate site
 */
export async function loadReviewConfirm(context: LoadContext): Promise<LoadResult<ReviewConfirmData>> {
  if (isCorporate(context.scope.site)) throw new ApiError('status', { status: 404 });
  const token = context.query.get('token') ?? '';
  return {
    status: 200,
    head: {
      title: context.shop.t('reviewConfirm.title'),
      description: null,
      canonicalPath: null,
      alternates: [],
      isIndexable: false,
    },
    data: { kind: 'reviewConfirm', token: isToken(token) ? token : null },
  };
}
