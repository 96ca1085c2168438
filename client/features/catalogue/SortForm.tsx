import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { SortKey } from '../../../shared/contract/products.ts';
import type { MessageKey, Translate } from '../../../shared/i18n/translate.ts';
import { formatListSort, type ListSort, parseListSort } from '../../../shared/rules/list-query.ts';
import { useShop } from '../../store/shop.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Select } from '../../ui/Select.tsx';
import { getListUrl, type ListPlace } from './Pager.tsx';
import styles from './SortForm.module.css';

const labels: Record<SortKey, MessageKey> = {
  relevance: 'sort.relevance',
  popularity: 'sort.popularity',
  price: 'sort.price',
  'price-per-kg': 'sort.pricePerKg',
  rating: 'sort.rating',
  newest: 'sort.newest',
  name: 'sort.name',
};

/** What history remembers of an arrival by way of this form. */
const sortedState = 'sorted';

/** Name of an order, for example 'Price, low to high'. */
export function getSortLabel(t: Translate, { sort, descending }: ListSort): string {
  if (!descending) return t(labels[sort]);
  return sort === 'price' ? t('sort.priceDescending') : t('sort.reversed', { order: t(labels[sort]) });
}

/** The orders to choose from: what the list offers, price in both directions, and the one in use. */
function getChoices(sortOptions: readonly SortKey[], current: ListSort): string[] {
  const offered = sortOptions.flatMap((sort) => (sort === 'price' ? ['price', '-price'] : [sort]));
  const inUse = formatListSort(current);
  return offered.includes(inUse) ? offered : [...offered, inUse];
}

/**
 * Choice of order. A plain GET form, so it works without script; with script the page changes at the choice.
 * Either way the list starts again at its first page.
 */
export function SortForm({ place, sortOptions }: { place: ListPlace; sortOptions: readonly SortKey[] }) {
  const { t } = useShop();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const { key, state } = useLocation();
  const current = formatListSort(place.list);
  const [choice, setChoice] = useState({ shownFor: current, value: current });
  // Back and forward change the list without this form; it then shows what the list shows.
  if (choice.shownFor !== current) setChoice({ shownFor: current, value: current });

  // A list that took its time was replaced by its skeleton meanwhile: then the focus comes back to what was used.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new key is a new arrival
  useEffect(() => {
    const isFocusLost = document.activeElement === document.body;
    if (state === sortedState && isFocusLost)
      form.current?.querySelector('select')?.focus({ preventScroll: true });
  }, [key, state]);

  function changeTo(value: string) {
    setChoice({ shownFor: current, value });
    const sort = parseListSort(value);
    if (sort)
      void navigate(getListUrl(place, { ...sort, page: 1 }), {
        preventScrollReset: true,
        state: sortedState,
      });
  }
  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    changeTo(choice.value);
  }

  const options = getChoices(sortOptions, place.list).flatMap((value) => {
    const sort = parseListSort(value);
    return sort ? [{ value, label: getSortLabel(t, sort) }] : [];
  });
  return (
    <form ref={form} className={styles.form} method="get" action={place.pathname} onSubmit={handleSubmit}>
      {place.term !== undefined && <input type="hidden" name="q" value={place.term} />}
      {place.list.pageSize !== 24 && <input type="hidden" name="ps" value={place.list.pageSize} />}
      <Field label={t('sort.label')} isLabelHidden>
        {(control) => (
          <Select
            control={control}
            name="sort"
            size="small"
            options={options}
            value={choice.value}
            onChange={(event) => changeTo(event.target.value)}
          />
        )}
      </Field>
      <noscript>
        <Button type="submit" variant="line">
          {t('sort.submit')}
        </Button>
      </noscript>
    </form>
  );
}
