import type { LoadContext, LoadResult } from '../../load-context.ts';
import type { FormSentData } from './page.ts';

/** The page after a form. It asks for nothing: what it says came with the visitor. */
export async function loadFormSent({ shop }: LoadContext): Promise<LoadResult<FormSentData>> {
  return {
    status: 200,
    head: {
      title: shop.t('form.sentTitle'),
      description: null,
      canonicalPath: null,
      alternates: [],
      isIndexable: false,
    },
    data: { kind: 'formSent' },
  };
}
