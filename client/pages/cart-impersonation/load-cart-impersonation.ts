import { ApiError } from '../../../shared/api/api-error.ts';
import { isCorporate } from '../../../shared/rules/site-type.ts';
import type { LoadContext, LoadResult } from '../../load-context.ts';
import type { CartImpersonationData } from './page.ts';

/** @throws ApiError 404 on the corporate site, which has no sales */
export async function loadCartImpersonation({
  scope,
  shop,
}: LoadContext): Promise<LoadResult<CartImpersonationData>> {
  if (isCorporate(scope.site)) throw new ApiError('status', { status: 404 });
  return {
    status: 200,
    head: {
      title: shop.t('impersonation.title'),
      description: null,
      canonicalPath: null,
      alternates: [],
      isIndexable: false,
    },
    data: { kind: 'cartImpersonation' },
  };
}
