import { ApiError } from '../../../shared/api/api-error.ts';
import type { LoadContext, LoadResult } from '../../load-context.ts';
import type { NewsletterLinkData } from './page.ts';

/** 256 bits as base64url. */
const tokenPattern = /^[\w-]{43}$/;

/**
 * The pages that links of the newsletter lead to. Looks at nothing: only the form does something with the token.
 *
 * @throws ApiError 404 for any other page below the newsletter
 */
export async function loadNewsletterLink({
  params,
  query,
  shop: { t },
}: LoadContext): Promise<LoadResult<NewsletterLinkData>> {
  const { step } = params;
  if (step !== 'confirm' && step !== 'unsubscribe') throw new ApiError('status', { status: 404 });
  const token = query.get('token') ?? '';
  return {
    status: 200,
    head: {
      title: t(step === 'confirm' ? 'newsletter.confirmTitle' : 'newsletter.endTitle'),
      description: null,
      canonicalPath: null,
      alternates: [],
      isIndexable: false,
    },
    data: { kind: 'newsletterLink', step, token: tokenPattern.test(token) ? token : null },
  };
}
