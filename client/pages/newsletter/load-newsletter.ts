import { ApiError } from '../../../shared/api/api-error.ts';
import { isToken } from '../../../shared/rules/link-token.ts';
import type { LoadContext, LoadResult } from '../../load-context.ts';
import type { NewsletterData } from './page.ts';

const titlesByStep = {
  request: 'newsletter.heading',
  confirm: 'newsletter.confirmTitle',
  unsubscribe: 'newsletter.endTitle',
} as const;

function parseNewsletterStep(step: string | undefined): NewsletterData['step'] {
  if (step === undefined) return 'request';
  if (step === 'confirm' || step === 'unsubscribe') return step;
  throw new ApiError('status', { status: 404 });
}

/**
 * Loads a newsletter page. Loading has no effect; only the forms use the token. These pages are not indexed,
 * because every page contains the form.
 *
 * @throws ApiError 404 for any other path below the newsletter
 */
export async function loadNewsletter({
  params,
  query,
  shop: { t },
}: LoadContext): Promise<LoadResult<NewsletterData>> {
  const step = parseNewsletterStep(params.step);
  const token = query.get('token') ?? '';
  return {
    status: 200,
    head: {
      title: t(titlesByStep[step]),
      description: null,
      canonicalPath: null,
      alternates: [],
      isIndexable: false,
    },
    data: {
      kind: 'newsletter',
      step,
      token: isToken(token) ? token : null,
    },
  };
}
