import { ApiError } from '../../../shared/api/api-error.ts';
import { isCorporate } from '../../../shared/rules/site-type.ts';
import type { LoadContext, LoadResult } from '../../load-context.ts';
import type { CartHandoverData } from './page.ts';

/** @throws ApiError 404 on the corporate site, which has no sales */
export async function loadCartHandover({ scope, shop }: LoadContext): Promise<LoadResult<CartHandoverData>> {
  if (isCorporate(scope.site)) throw new ApiError('status', { status: 404 });
  return {
    status: 200,
    head: {
      title: shop.t('handover.title'),
      description: null,
      canonicalPath: null,
      alternates: [],
      isIndexable: false,
    },
    data: { kind: 'cartHandover' },
  };
}
