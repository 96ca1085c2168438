import { ApiError } from '../../../shared/api/api-error.ts';
import { countsAsSold } from '../../../shared/rules/orders/order-status.ts';
import { isCorporate } from '../../../shared/rules/site-type.ts';
import { isUuid } from '../../../shared/rules/uuid.ts';
import { createCheckoutHead } from '../../features/checkout/load-checkout.ts';
import type { LoadResult, PrivateLoadContext } from '../../load-context.ts';
import type { CheckoutCompleteData } from './page.ts';

/**
 * Loads the order that the URL names with its token. The page reports an order that cannot be loaded.
 *
 * @throws ApiError 404 on the corporate site
 */
export async function loadCheckoutComplete(
  context: PrivateLoadContext,
): Promise<LoadResult<CheckoutCompleteData>> {
  const { visitor, api, query, critical, optional, scope, shop } = context;
  if (isCorporate(scope.site)) throw new ApiError('status', { status: 404 });
  const { checkoutSuccessPageId, checkoutSuccessRqsPageId, checkoutFailedPageId } = scope.site;
  const [orderId, token] = [query.get('orderId') ?? '', query.get('token') ?? ''];
  const access =
    isUuid(orderId.toLowerCase()) && token !== '' && token.length <= 200 ? { orderId, token } : null;
  const base = { access, order: null, isFailed: false, success: null, failed: null };
  const head = createCheckoutHead(context, shop.t('order.pageTitle'));
  const show = (status: 200 | 404 | 503, changes: Partial<CheckoutCompleteData> = {}) => ({
    status,
    head,
    data: { kind: 'checkoutComplete' as const, ...base, ...changes },
  });
  if (!access) return show(200);
  try {
    const order = await visitor.fetchOrderStatus(
      { params: { orderId: access.orderId }, query: { token: access.token } },
      critical,
    );
    const fetchContent = (contentPageId: number) =>
      optional((options) => api.fetchContentPage({ params: { contentPageId } }, options));
    const [success, failed] = await Promise.all([
      fetchContent(order.scanProductsOnly ? checkoutSuccessRqsPageId : checkoutSuccessPageId),
      countsAsSold(order.status) ? null : fetchContent(checkoutFailedPageId),
    ]);
    return show(200, { order, success, failed });
  } catch (error) {
    if (!(error instanceof ApiError) || error.failure === 'aborted') throw error;
    const isUnknown = error.failure === 'status' && error.status < 500 && error.status !== 429;
    return isUnknown ? show(404) : show(503, { isFailed: true });
  }
}
