import { parseReturnPath } from '../../../shared/rules/account/return-path.ts';
import type { LoadContext, LoadResult } from '../../load-context.ts';
import type { PreviewData } from './page.ts';

/** Loads the preview page. It makes no call, because every page knows its preview date. */
export async function loadPreview({ query, shop }: LoadContext): Promise<LoadResult<PreviewData>> {
  return {
    status: 200,
    head: {
      title: shop.t('preview.title'),
      description: null,
      canonicalPath: null,
      alternates: [],
      isIndexable: false,
    },
    data: { kind: 'preview', returnPath: parseReturnPath(query.get('returnPath')) },
  };
}
