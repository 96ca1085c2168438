import { ProductGrid } from '../../features/catalogue/ProductGrid.tsx';
import { useRecentlyViewed } from '../../features/recently-viewed/use-recently-viewed.ts';
import { useShop } from '../../store/shop.tsx';
import { Section } from '../../ui/Section.tsx';
import styles from './ProductPage.module.css';

/**
 * Renders the previously viewed products if the visitor has consented to storing them. It is at the end of
 * the page, so that nothing shifts.
 */
export function RecentlyViewed({ productId }: { productId: number }) {
  const { t } = useShop();
  const products = useRecentlyViewed(productId);
  if (products.length === 0) return null;
  return (
    <Section labelledBy="recently-viewed">
      <h2 id="recently-viewed" className={styles.relatedTitle}>
        {t('product.recentlyViewed')}
      </h2>
      <ProductGrid products={products} isRow />
    </Section>
  );
}
