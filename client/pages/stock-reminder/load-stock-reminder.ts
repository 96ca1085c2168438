import { ApiError } from '../../../shared/api/api-error.ts';
import { isToken } from '../../../shared/rules/link-token.ts';
import type { LoadContext, LoadResult } from '../../load-context.ts';
import type { StockReminderData } from './page.ts';

/**
 * Loads the pages of mailed stock reminder links. Loading has no effect; only the form uses the token.
 *
 * @throws ApiError 404 for the confirmation page if the site has no stock reminders; existing reminders can
 *   always be ended
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
    data: { kind: 'stockReminder', step, token: isToken(token) ? token : null },
  };
}
