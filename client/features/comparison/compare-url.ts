import { getLocalisedSegment, type Locale } from '../../../shared/rules/localised-segments.ts';

/**
 * Returns the path of the comparison of these products in a language. Their order is the order of the
 * columns.
 */
export function getCompareUrl(locale: Locale, productIds: readonly number[]): string {
  const path = `/${getLocalisedSegment('compare', locale)}/`;
  return productIds.length === 0 ? path : `${path}?ids=${productIds.join(',')}`;
}
