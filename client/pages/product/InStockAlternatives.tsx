import type { ProductDetail, ProductVariant } from '../../../shared/contract/products.ts';
import { getPackName } from '../../features/catalogue/pack-name.ts';
import { useShop } from '../../store/shop.tsx';
import { ProductPicture } from '../../ui/ProductPicture.tsx';
import { SiteLink } from '../../ui/SiteLink.tsx';
import styles from './InStockAlternatives.module.css';

/** Renders alternatives to a sold-out pack: other packs of the product first, then similar products. */
export function InStockAlternatives({
  product,
  variant,
}: {
  product: ProductDetail;
  variant: ProductVariant;
}) {
  const shop = useShop();
  const { t, formats } = shop;
  const packs = product.variants
    .filter((entry) => entry !== variant && entry.stock.isAvailable)
    .map((entry) => ({ ...entry, title: product.title }));
  const choices = [...packs, ...product.alternatives];
  if (choices.length === 0) return null;
  return (
    <section aria-labelledby="in-stock" className={styles.instead}>
      <h2 id="in-stock" className={styles.title}>
        {t('product.inStockInstead')}
      </h2>
      <ul>
        {choices.map((choice) => (
          <li key={choice.productVariantId} className={styles.choice}>
            <ProductPicture
              picture={choice.picture}
              sizes="48px"
              maxWidth={96}
              alt=""
              className={styles.picture}
            />
            <span>
              <SiteLink href={choice.url} className="tap">
                {choice.title}
              </SiteLink>
              <span className={styles.pack}>
                {getPackName(shop, choice)} · {formats.euro(choice.price.amountInclVat)}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
