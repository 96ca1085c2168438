import { ApiError } from '../../../shared/api/api-error.ts';
import type { AccountOrder } from '../../../shared/contract/orders.ts';
import { getPageCount } from '../../../shared/rules/list-query.ts';
import { isUuid } from '../../../shared/rules/uuid.ts';
import { loadForSignedInVisitor } from '../../features/account/load-for-signed-in-visitor.ts';
import { isInProgress, toOrderListItem } from '../../features/account/order-list-item.ts';
import type { LoadResult, PrivateLoadContext } from '../../load-context.ts';
import { toListedProduct } from '../../store/listed-product.ts';
import type { AccountOrdersData, AccountOrderView } from './page.ts';

const PAGE_SIZE = 10;
const PAGE_NUMBER_PATTERN = /^[1-9]\d{0,3}$/;

const createNotFoundError = () => new ApiError('status', { status: 404 });

const toAccountOrderView = (order: AccountOrder): AccountOrderView => ({
  ...order,
  lines: order.lines.map((line) => ({ ...line, product: line.product && toListedProduct(line.product) })),
});

async function loadOrderList({
  visitor,
  critical,
  query,
}: PrivateLoadContext): Promise<AccountOrdersData['shown']> {
  const requestedPage = query.get('p') ?? '1';
  if (!PAGE_NUMBER_PATTERN.test(requestedPage)) throw createNotFoundError();
  const page = Number(requestedPage);
  const { items, total } = await visitor.fetchOrders({ query: { page, pageSize: PAGE_SIZE } }, critical);
  if (items.length === 0 && page > 1) throw createNotFoundError();
  const orders = items.map(toOrderListItem);
  const latest = page === 1 ? orders.find(({ status }) => isInProgress(status)) : undefined;
  return {
    view: 'list',
    latest: latest ?? null,
    orders: orders.filter((order) => order !== latest),
    page,
    pageCount: getPageCount(total, PAGE_SIZE),
  };
}

async function loadOrder(
  { visitor, api, critical, optional }: PrivateLoadContext,
  orderId: string,
): Promise<Extract<AccountOrdersData['shown'], { view: 'order' }>> {
  const [order, legal] = await Promise.all([
    visitor.fetchOrder({ params: { orderId } }, critical),
    optional((options) => api.fetchLegalTexts(undefined, options)),
  ]);
  return {
    view: 'order',
    order: toAccountOrderView(order),
    withdrawalWords: legal && {
      begin: legal.withdrawalButton,
      confirm: legal.withdrawalConfirmation,
    },
  };
}

/**
 * Loads the orders of the signed-in customer, or the order that the URL names.
 *
 * @throws ApiError 404 if the order belongs to someone else, or if the page number does not exist
 */
export async function loadAccountOrders(context: PrivateLoadContext): Promise<LoadResult<AccountOrdersData>> {
  const { params, shop } = context;
  const { orderId } = params;
  if (orderId === undefined) {
    return loadForSignedInVisitor<AccountOrdersData>(context, shop.t('account.orders'), async () => ({
      kind: 'accountOrders',
      shown: await loadOrderList(context),
    }));
  }
  if (!isUuid(orderId.toLowerCase())) throw createNotFoundError();
  const loaded = await loadForSignedInVisitor<AccountOrdersData>(context, '', async () => ({
    kind: 'accountOrders',
    shown: await loadOrder(context, orderId),
  }));
  if ('redirect' in loaded || loaded.data.shown.view !== 'order') return loaded;
  const { orderNumber } = loaded.data.shown.order;
  return { ...loaded, head: { ...loaded.head, title: shop.t('order.number', { number: orderNumber }) } };
}
