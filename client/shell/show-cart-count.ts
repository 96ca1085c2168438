import type { CalculatedCart } from '../../shared/contract/cart-calculations.ts';
import type { Shop } from '../store/shop.tsx';

/**
 * Shows the number of products in every badge of the page (`CartBadge`): pieces, gifts and tests as one
 * number, and separately for screen readers. The header is static HTML, which React does not update.
 */
export function showCartCount(
  t: Shop['t'],
  calculated: Pick<CalculatedCart, 'itemCount' | 'testCount'> | null,
): void {
  const { itemCount, testCount } = calculated ?? { itemCount: 0, testCount: 0 };
  const count = itemCount + testCount;
  const words = [
    ...(itemCount > 0 ? [t('cart.productCount', { smart_count: itemCount })] : []),
    ...(testCount > 0 ? [t('cart.testCount', { smart_count: testCount })] : []),
  ];
  for (const badge of document.querySelectorAll<HTMLElement>('[data-cart-count]')) {
    badge.textContent = count === 0 ? '' : String(count);
    badge.hidden = count === 0;
  }
  for (const place of document.querySelectorAll('[data-cart-words]')) {
    place.textContent = ` ${words.join(', ')}`;
  }
}
