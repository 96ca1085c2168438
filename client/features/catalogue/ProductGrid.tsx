import type { ListedProduct } from '../../store/listed-product.ts';
import { CachedFragment } from '../../ui/CachedFragment.tsx';
import { joinClasses } from '../../ui/join-classes.ts';
import { type CardLayout, ProductCard } from './ProductCard.tsx';
import styles from './ProductGrid.module.css';

interface ProductGridProps {
  products: readonly ListedProduct[];
  headingLevel?: 2 | 3;
  /** Number of pictures that are visible without scrolling. */
  priorityCount?: number;
  /** Whether four products fill one row from 768 px, so that none is alone in a second row. */
  isRow?: boolean;
  /**
   * Whether there is a column of filters from 1088 px. Then the grid has three columns, and four from 1472
   * px.
   */
  isBesideFilters?: boolean;
}

/** Renders products in two columns, three from 768 px, four from 1088 px. */
export function ProductGrid({
  products,
  headingLevel = 3,
  priorityCount = 0,
  isRow = false,
  isBesideFilters = false,
}: ProductGridProps) {
  const place: CardLayout = isBesideFilters ? 'beside' : isRow ? 'row' : 'grid';
  return (
    <ul className={joinClasses(styles.grid, isRow && styles.row, isBesideFilters && styles.beside)}>
      {products.map((product, index) => {
        const priority = index < priorityCount;
        return (
          <CachedFragment
            key={product.productId}
            as="li"
            variant={`card ${headingLevel} ${place} ${priority}`}
            of={product}
          >
            <ProductCard product={product} headingLevel={headingLevel} place={place} priority={priority} />
          </CachedFragment>
        );
      })}
    </ul>
  );
}
