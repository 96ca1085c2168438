import { ApiError } from '../../../shared/api/api-error.ts';
import type { LoadContext, LoadResult } from '../../load-context.ts';
import type { StockReminderData } from './page.ts';

/** 256 bits as base64url. */
const tokenPattern = /^[\w-]{43}$/;

/**
 * The pages that the mails about a sold-out product lead to. Looks at nothing: only the form does something with the token.
 *
 * @throws ApiError 404 for the page that confirms where the site has no such mails; a wish that was made before can always be ended
 */
export async function loadStockReminder({
  params,
  query,
  scope,
  shop: { t },
}: LoadContext): Promise<LoadResult<StockReminderData>> {
  const { step } = params;
  const isKnown = step === 'unsubscribe' || (step === 'confirm' && scope.site.enableStockReminderFeature);
  if (!isKnown) throw new ApiError('status', { status: 404 });
  const token = query.get('token') ?? '';
  return {
    status: 200,
    head: {
      title: t(step === 'confirm' ? 'stockReminder.title' : 'stockReminder.endTitle'),
      description: null,
      canonicalPath: null,
      alternates: [],
      isIndexable: false,
    },
    data: { kind: 'stockReminder', step, token: tokenPattern.test(token) ? token : null },
  };
}
