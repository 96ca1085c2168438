import type { CardProduct } from '../../store/card-product.ts';
import { CachedFragment } from '../../ui/CachedFragment.tsx';
import { joinClasses } from '../../ui/join-classes.ts';
import { type CardPlace, ProductCard } from './ProductCard.tsx';
import styles from './ProductGrid.module.css';

interface ProductGridProps {
  products: readonly CardProduct[];
  headingLevel?: 2 | 3;
  /** How many of the first pictures are seen without scrolling. */
  priorityCount?: number;
  /** Four products that stand in one row from 768 px, so that none is left alone in a second one. */
  isRow?: boolean;
  /** There is a column of filters from 1088 px: then three columns, four from 1472 px. */
  isBesideFilters?: boolean;
}

/** Products in two columns, three from 768 px, four from 1088 px. */
export function ProductGrid({
  products,
  headingLevel = 3,
  priorityCount = 0,
  isRow = false,
  isBesideFilters = false,
}: ProductGridProps) {
  const place: CardPlace = isBesideFilters ? 'beside' : isRow ? 'row' : 'grid';
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
