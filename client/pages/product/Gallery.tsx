import { type ComponentType, type MouseEvent, useId, useState } from 'react';
import type { Picture, ProductDetail, ProductVariant } from '../../../shared/contract/products.ts';
import { useShop } from '../../store/shop.tsx';
import { Arch } from '../../ui/Arch.tsx';
import { getLargestPictureUrl } from '../../ui/largest-picture.ts';
import { ProductPicture } from '../../ui/ProductPicture.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { waitsForProgram } from '../../ui/waits-for-program.ts';
import styles from './Gallery.module.css';
import type { ZoomProps } from './Zoom.tsx';

const pictureSizes = '(min-width: 1472px) 500px, (min-width: 1088px) 36vw, (min-width: 768px) 35vw, 68vw';

/** The variant's own picture first, then the product's, then the other packs', each once. */
function getPictures(product: ProductDetail, variant: ProductVariant): Picture[] {
  const all = [variant.picture, ...product.pictures, ...product.variants.map((entry) => entry.picture)];
  return [...new Map(all.map((picture) => [picture.hash, picture])).values()];
}

/** The dialog with the large picture: its code comes with the first picture that is opened. */
function useZoom(pictures: readonly Picture[]) {
  const [Zoom, setZoom] = useState<ComponentType<ZoomProps> | null>(null);
  const [shown, setShown] = useState<number | null>(null);
  const open = (event: MouseEvent<HTMLAnchorElement>, index: number) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const { href } = event.currentTarget;
    import('./Zoom.tsx')
      .then((module) => {
        setZoom(() => module.Zoom);
        setShown(index);
      })
      // Without its code the link does what it does without script.
      .catch(() => window.location.assign(href));
  };
  const dialog =
    Zoom && shown !== null ? <Zoom pictures={pictures} first={shown} onClose={() => setShown(null)} /> : null;
  return { open, dialog };
}

interface LargeProps {
  product: ProductDetail;
  picture: Picture;
  isFirst: boolean;
  className?: string | undefined;
  onOpen: (event: MouseEvent<HTMLAnchorElement>) => void;
}

/** The picture as a link to its largest file. */
function Large({ product, picture, isFirst, className, onOpen }: LargeProps) {
  const { t } = useShop();
  return (
    <Arch colourWay={product.colourWay} className={className ? `${styles.arch} ${className}` : styles.arch}>
      <a
        {...waitsForProgram}
        className={styles.open}
        href={getLargestPictureUrl(picture.hash)}
        aria-label={`${picture.alt}: ${t('product.zoom')}`}
        onClick={onOpen}
      >
        <ProductPicture picture={picture} sizes={pictureSizes} maxWidth={1472} priority={isFirst} />
      </a>
    </Arch>
  );
}

/** Pictures of a product. Radio buttons choose which one is seen, so arrows and no script both work. */
export function Gallery({ product, variant }: { product: ProductDetail; variant: ProductVariant }) {
  const { t } = useShop();
  const id = useId();
  const pictures = getPictures(product, variant);
  const { open, dialog } = useZoom(pictures);
  const [only] = pictures;
  if (only && pictures.length === 1) {
    return (
      <div>
        <Large product={product} picture={only} isFirst onOpen={(event) => open(event, 0)} />
        {dialog}
      </div>
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
          <Large
            product={product}
            picture={picture}
            isFirst={index === 0}
            className={styles.slide}
            onOpen={(event) => open(event, index)}
          />
        </div>
      ))}
      {dialog}
    </fieldset>
  );
}
