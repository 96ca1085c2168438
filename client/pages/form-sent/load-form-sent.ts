import type { LoadContext, LoadResult } from '../../load-context.ts';
import type { FormSentData } from './page.ts';

/** Loads the confirmation page. It makes no call; the confirmation is in the visitor's cookie. */
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
