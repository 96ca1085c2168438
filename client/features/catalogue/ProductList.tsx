import type { ListSort } from '../../../shared/rules/list-query.ts';
import type { ProductListData } from '../../store/card-product.ts';
import { useAppState, useShop } from '../../store/shop.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { type ListPlace, Pager } from './Pager.tsx';
import { PriceNote } from './PriceNote.tsx';
import { ProductGrid } from './ProductGrid.tsx';
import styles from './ProductList.module.css';
import { getSortLabel, SortForm } from './SortForm.tsx';

interface ProductListProps {
  search: ProductListData;
  defaultSort: ListSort['sort'];
  term?: string;
}

/** A list of products with its count, order, pages and what its prices mean. Its cards are one heading below the page's. */
export function ProductList({ search, defaultSort, term }: ProductListProps) {
  const { t } = useShop();
  const pathname = useAppState((state) => state.page.virtualPath.split('?')[0] ?? '/');
  const place: ListPlace = { pathname, list: search.paging, defaultSort, term };
  const sortedBy = t('sort.sortedBy', { order: getSortLabel(t, search.paging) });
  return (
    <div className={styles.list}>
      <div className={styles.toolbar}>
        {/* Told again when the order changes: the heading and the focus stay where they are. */}
        <p role="status">
          {t('list.count', { smart_count: search.total })}
          <VisuallyHidden>{`, ${sortedBy}`}</VisuallyHidden>
        </p>
        {search.total > 1 && <SortForm place={place} sortOptions={search.sortOptions} />}
      </div>
      <ProductGrid products={search.items} headingLevel={2} priorityCount={2} />
      <Pager place={place} total={search.total} />
      <PriceNote hasReduction={search.items.some((item) => item.price.formerAmountInclVat !== null)} />
    </div>
  );
}
