import { readReturnPath } from '../../../shared/rules/account/return-path.ts';
import type { LoadContext, LoadResult } from '../../load-context.ts';
import type { PreviewData } from './page.ts';

/** Asks nobody: which moment is shown is known of every page. */
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
    data: { kind: 'preview', returnPath: readReturnPath(query.get('returnPath')) },
  };
}
