import type { Api } from '../../shared/api/client.ts';
import type { Shop } from '../store/shop.tsx';

/**
 * Marks the cart link if the last order of this browser waits for payment (`CartBadge`); the cart page links
 * to the order. The header is static HTML, which React does not update.
 *
 * @throws ApiError if the order cannot be loaded
 */
export async function showUnpaidOrderMark(
  api: Pick<Api, 'fetchLastOrder'>,
  { t, formats }: Pick<Shop, 't' | 'formats'>,
): Promise<void> {
  const { order } = await api.fetchLastOrder();
  const isWaiting = order?.isPayable ?? false;
  for (const mark of document.querySelectorAll<HTMLElement>('[data-unpaid-order]')) mark.hidden = !isWaiting;
  for (const place of document.querySelectorAll('[data-unpaid-words]')) {
    place.textContent =
      order && isWaiting
        ? ` ${t('cart.unpaidOrder', { number: order.orderNumber, amount: formats.euro(order.amount) })}`
        : '';
  }
}
