import type { ListSort } from '../../../shared/rules/list-query.ts';
import { hydrateLazily } from '../../start/lazy-hydration.tsx';
import type { ProductListData } from '../../store/listed-product.ts';
import type { ListState } from '../../store/page-state.ts';
import { useAppState } from '../../store/shop.tsx';
import type { ListControlsProps } from './list-context.ts';
import { PriceNote } from './PriceNote.tsx';
import { ProductGrid } from './ProductGrid.tsx';
import styles from './ProductList.module.css';

interface ProductListProps {
  search: ProductListData;
  state: ListState;
  defaultSort: ListSort['sort'];
  term?: string;
}

const ListControls = hydrateLazily(
  () => import('./list-controls.tsx'),
  (module) => module.ListControls,
);
const ListPagination = hydrateLazily(
  () => import('./list-controls.tsx'),
  (module) => module.ListPagination,
);

/**
 * Renders a list of products with filters, count, sort order, page links and price notes. The headings of its
 * cards are one level below the page's heading.
 */
export function ProductList({ search, state, defaultSort, term }: ProductListProps) {
  const pathname = useAppState(({ page }) => page.virtualPath.split('?')[0] ?? '/');
  const controls: ListControlsProps = {
    place: { pathname, list: { ...search.paging, filters: state.filters ?? [] }, defaultSort, term },
    search,
    firstPage: state.firstPage ?? search.paging.page,
  };
  return (
    <div className={styles.listing}>
      <ListControls {...controls} />
      <div className={styles.list}>
        <ProductGrid products={search.items} headingLevel={2} priorityCount={2} isBesideFilters />
        <ListPagination {...controls} />
        <PriceNote hasReduction={search.items.some((item) => item.price.formerAmountInclVat !== null)} />
      </div>
    </div>
  );
}
