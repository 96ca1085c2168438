import type { SortKey } from '../../../shared/contract/list-choices.ts';
import type { MessageKey, Translate } from '../../../shared/i18n/translate.ts';
import { formatListSort, type ListSort } from '../../../shared/rules/list-query.ts';
import { parseListSort } from '../../../shared/rules/parse-list-query.ts';

const sortLabelKeys: Record<SortKey, MessageKey> = {
  relevance: 'sort.relevance',
  popularity: 'sort.popularity',
  price: 'sort.price',
  'price-per-kg': 'sort.pricePerKg',
  rating: 'sort.rating',
  newest: 'sort.newest',
  name: 'sort.name',
};

/** Returns the label of a sort order, for example 'Price, low to high'. */
export function getSortLabel(t: Translate, { sort, descending }: ListSort): string {
  if (!descending) return t(sortLabelKeys[sort]);
  return sort === 'price' ? t('sort.priceDescending') : t('sort.reversed', { order: t(sortLabelKeys[sort]) });
}

/**
 * Returns the sort orders to choose from: those of the list, price in both directions, and the current one.
 */
export function getSortChoices(
  t: Translate,
  sortOptions: readonly SortKey[],
  current: ListSort,
): { value: string; label: string }[] {
  const offered = sortOptions.flatMap((sort) => (sort === 'price' ? ['price', '-price'] : [sort]));
  const currentSort = formatListSort(current);
  return (offered.includes(currentSort) ? offered : [...offered, currentSort]).flatMap((value) => {
    const sort = parseListSort(value);
    return sort ? [{ value, label: getSortLabel(t, sort) }] : [];
  });
}
