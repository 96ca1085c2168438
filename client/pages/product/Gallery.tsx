import { useId } from 'react';
import type { Picture, ProductDetail, ProductVariant } from '../../../shared/contract/products.ts';
import { useShop } from '../../store/shop.tsx';
import { Arch } from '../../ui/Arch.tsx';
import { ProductPicture } from '../../ui/ProductPicture.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import styles from './Gallery.module.css';

const pictureSizes = '(min-width: 1472px) 500px, (min-width: 1088px) 36vw, (min-width: 768px) 35vw, 68vw';

/** The variant's own picture first, then the product's, then the other packs', each once. */
function getPictures(product: ProductDetail, variant: ProductVariant): Picture[] {
  const all = [variant.picture, ...product.pictures, ...product.variants.map((entry) => entry.picture)];
  return [...new Map(all.map((picture) => [picture.hash, picture])).values()];
}

/** Pictures of a product. Radio buttons choose which one is seen, so arrows and no script both work. */
export function Gallery({ product, variant }: { product: ProductDetail; variant: ProductVariant }) {
  const { t } = useShop();
  const id = useId();
  const pictures = getPictures(product, variant);
  const [only] = pictures;
  if (only && pictures.length === 1) {
    return (
      <Arch colourWay={product.colourWay} className={styles.arch}>
        <ProductPicture picture={only} sizes={pictureSizes} maxWidth={1472} priority />
      </Arch>
    );
  }
  return (
    <fieldset className={styles.gallery}>
      <legend className={styles.legend}>
        <VisuallyHidden>{t('product.pictures')}</VisuallyHidden>
      </legend>
      {pictures.map((picture, index) => (
        <div key={picture.hash} className={styles.item}>
          <input
            type="radio"
            name={id}
            id={`${id}-${picture.hash}`}
            defaultChecked={index === 0}
            className={styles.choice}
          />
          <label htmlFor={`${id}-${picture.hash}`} className={styles.thumb}>
            <ProductPicture
              picture={picture}
              sizes="4rem"
              maxWidth={260}
              alt={t('product.pictureNumber', { number: index + 1, title: picture.alt })}
            />
          </label>
          <Arch colourWay={product.colourWay} className={`${styles.arch} ${styles.slide}`}>
            <ProductPicture picture={picture} sizes={pictureSizes} maxWidth={1472} priority={index === 0} />
          </Arch>
        </div>
      ))}
    </fieldset>
  );
}
