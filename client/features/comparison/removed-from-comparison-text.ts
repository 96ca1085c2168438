import { MAX_COMPARED_PRODUCTS } from '../../../shared/rules/product-comparison.ts';
import { comparison } from '../../store/comparison.ts';
import type { Shop } from '../../store/shop.tsx';

/**
 * Returns the announcement that a product was removed from the comparison, with the number of products left.
 */
export function getRemovedFromComparisonText(t: Shop['t']): string {
  const count = comparison.getIds().length;
  return count === 0
    ? t('comparison.cleared')
    : t('comparison.removed', { count, maximum: MAX_COMPARED_PRODUCTS });
}
