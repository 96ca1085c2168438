import type { MouseEvent } from 'react';
import type { Facet } from '../../../shared/contract/products.ts';
import { type ListFilter, removeFilter } from '../../../shared/rules/list-query.ts';
import { type Shop, useShop } from '../../store/shop.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { pendingHydrationProps } from '../../ui/pending-hydration-props.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import styles from './FilterChips.module.css';
import { getFilteredUrl, type ListContext } from './list-context.ts';

interface FilterChip {
  readonly key: string;
  readonly text: string;
  /** Filters that remain if this one is removed. */
  readonly others: readonly ListFilter[];
}

function formatPriceRange({ t, formats }: Shop, low: number | null, high: number | null): string {
  const [from, to] = [low, high].map((euro) => formats.euro(Math.round((euro ?? 0) * 100)));
  if (high === null) return t('filter.priceFrom', { price: from ?? '' });
  if (low === null) return t('filter.priceTo', { price: to ?? '' });
  return t('filter.priceBetween', { from: from ?? '', to: to ?? '' });
}

function listFilterChips(shop: Shop, filters: readonly ListFilter[], facets: readonly Facet[]): FilterChip[] {
  const { t, formats } = shop;
  const toChips = (filter: ListFilter): FilterChip[] => {
    const without = (value?: string) => removeFilter(filters, filter.facetKey, value);
    const { facetKey } = filter;
    switch (filter.discriminator) {
      case 'multiSelect': {
        const facet = facets.find((candidate) => candidate.facetKey === facetKey);
        const options = facet && 'options' in facet ? facet.options : [];
        return filter.selectedKeys.map((key) => ({
          key: `${facetKey} ${key}`,
          text: options.find((option) => option.key === key)?.title ?? key,
          others: without(key),
        }));
      }
      case 'singleSelect':
        return [
          {
            key: facetKey,
            text: t(facetKey === 'sale' ? 'filter.saleOnly' : 'filter.newOnly'),
            others: without(),
          },
        ];
      case 'slider':
        return [
          {
            key: facetKey,
            text: t('filter.starchSugarAtMost', { percent: formats.percentage(filter.selectedValue) }),
            others: without(),
          },
        ];
      case 'rangeSlider':
        return [
          {
            key: facetKey,
            text: formatPriceRange(shop, filter.selectedMinValue, filter.selectedMaxValue),
            others: without(),
          },
        ];
    }
  };
  return filters.flatMap(toChips);
}

interface FilterChipsProps {
  place: ListContext;
  facets: readonly Facet[];
  /** Whether to add a link that removes all filters. */
  withAll?: boolean;
  /** Click handler that navigates on the client. Without script the chips are plain links. */
  goTo?: (event: MouseEvent<HTMLAnchorElement>, url: string) => void;
}

/**
 * Renders the active filters as chips. Each chip removes its filter and the last link removes all. Renders
 * nothing without filters.
 */
export function FilterChips({ place, facets, withAll = true, goTo }: FilterChipsProps) {
  const shop = useShop();
  const { t } = shop;
  const chips = listFilterChips(shop, place.list.filters, facets);
  if (chips.length === 0) return null;
  const all = getFilteredUrl(place, []);
  return (
    <ul className={styles.chips} aria-label={t('filter.chosen')}>
      {chips.map(({ key, text, others }) => {
        const url = getFilteredUrl(place, others);
        return (
          <li key={key}>
            <a
              {...(goTo && pendingHydrationProps)}
              href={url}
              rel="nofollow"
              className={styles.chip}
              onClick={(event) => goTo?.(event, url)}
            >
              {text}
              <Icon name="close" size="small" />
              <VisuallyHidden>{t('filter.remove')}</VisuallyHidden>
            </a>
          </li>
        );
      })}
      {chips.length > 1 && withAll && (
        <li>
          <a
            {...(goTo && pendingHydrationProps)}
            href={all}
            rel="nofollow"
            className="tap small"
            onClick={(event) => goTo?.(event, all)}
          >
            {t('filter.removeAll')}
          </a>
        </li>
      )}
    </ul>
  );
}
