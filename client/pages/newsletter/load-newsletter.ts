import type { LoadContext, LoadResult } from '../../load-context.ts';
import type { NewsletterData } from './page.ts';

/** The page of the newsletter's form, which asks for nothing. No search engine lists it: every page has the form. */
export async function loadNewsletter({ shop: { t } }: LoadContext): Promise<LoadResult<NewsletterData>> {
  return {
    status: 200,
    head: {
      title: t('newsletter.heading'),
      description: null,
      canonicalPath: null,
      alternates: [],
      isIndexable: false,
    },
    data: { kind: 'newsletter' },
  };
}
