import { type ComponentType, type MouseEvent, type ReactNode, useId, useState } from 'react';
import type { Picture } from '../../../shared/contract/primitives.ts';
import type { ProductDetail, ProductVariant } from '../../../shared/contract/products.ts';
import { useShop } from '../../store/shop.tsx';
import { Arch } from '../../ui/Arch.tsx';
import { joinClasses } from '../../ui/join-classes.ts';
import { getLargestPictureUrl } from '../../ui/largest-picture-url.ts';
import { ProductPicture } from '../../ui/ProductPicture.tsx';
import { pendingHydrationProps } from '../../ui/pending-hydration-props.ts';
import styles from './Gallery.module.css';
import { PackLabelText } from './PackLabelText.tsx';
import { useScoopText } from './use-scoop-text.ts';
import type { ZoomProps } from './Zoom.tsx';

const pictureSizes = '(min-width: 92em) 500px, (min-width: 68em) 36vw, (min-width: 48em) 35vw, 68vw';

/**
 * Returns the pictures without duplicates: the variant's own pack, then the feed itself, then the other
 * packs.
 */
function useGalleryPictures(product: ProductDetail, variant: ProductVariant): Picture[] {
  const { t } = useShop();
  const { feedPicture } = product;
  const feed = feedPicture
    ? [{ ...feedPicture, alt: t('product.feedPicture', { title: product.title }) }]
    : [];
  const packs = [...product.pictures, ...product.variants.map((entry) => entry.picture)];
  return [
    ...new Map([variant.picture, ...feed, ...packs].map((picture) => [picture.hash, picture])).values(),
  ];
}

/** Returns the dialog with the large picture. Its code is loaded when the first picture is opened. */
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
      // Without the code the link works as without script.
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

/**
 * Renders a picture as a link to its largest file, with the volume of its scoop below a picture of the feed.
 */
function LargePicture({ product, picture, isFirst, className, onOpen }: LargeProps) {
  const { t } = useShop();
  const scoop = useScoopText(product.feedPicture?.scoop);
  return (
    <Arch colourWay={product.colourWay} className={joinClasses(styles.arch, className)}>
      <a
        {...pendingHydrationProps}
        className={styles.open}
        href={getLargestPictureUrl(picture.hash)}
        aria-label={`${picture.alt}: ${t('product.zoom')}`}
        onClick={onOpen}
      >
        <ProductPicture picture={picture} sizes={pictureSizes} maxWidth={1472} priority={isFirst} />
      </a>
      {scoop && picture.hash === product.feedPicture?.hash && (
        <p className="small">
          <strong>{scoop}</strong>
        </p>
      )}
    </Arch>
  );
}

/** Renders the thumbnail of a label: tape, seam and lines of text. */
function LabelThumb({ title }: { title: string }) {
  return (
    <svg viewBox="0 0 64 64" role="img" aria-label={title}>
      <path fill="#1a0f04" opacity=".2" d="M13 7h40v54H13z" />
      <path fill="#fffaf0" d="M11 4h40v54H11z" />
      <path fill="#e6d6b0" d="M11 4h40v10H11z" />
      <path stroke="#2f5a3a" strokeWidth="2" strokeDasharray="4 3" d="M14 9h34" />
      <path
        stroke="#6b6253"
        strokeWidth="2.5"
        d="M16 21h24M16 27h30M16 32h28M16 37h30M16 42h20M16 48h30M16 53h14"
      />
    </svg>
  );
}

interface ChoiceProps {
  name: string;
  choice: string;
  isFirst: boolean;
  /** Thumbnail of the picture. */
  thumb: ReactNode;
  /** Content, visible while the picture is chosen. */
  children: ReactNode;
}

function PictureChoice({ name, choice, isFirst, thumb, children }: ChoiceProps) {
  const id = `${name}-${choice}`;
  return (
    <div className={styles.item}>
      <input type="radio" name={name} id={id} defaultChecked={isFirst} className={styles.choice} />
      <label htmlFor={id} className={styles.thumb}>
        {thumb}
      </label>
      {children}
    </div>
  );
}

interface GalleryProps {
  product: ProductDetail;
  variant: ProductVariant;
  feedApprovalNumber: string | null;
}

/**
 * Renders pack, label and feed. Radio buttons choose the visible picture, so it works with arrow keys and
 * without script. Screen readers skip the label until it is chosen, because the page below contains the same
 * text.
 */
export function Gallery({ product, variant, feedApprovalNumber }: GalleryProps) {
  const { t } = useShop();
  const name = useId();
  const pictures = useGalleryPictures(product, variant);
  const { open, dialog } = useZoom(pictures);
  const [only] = pictures;
  const { feedLabel } = product;
  if (only && pictures.length === 1 && !feedLabel) {
    return (
      <div>
        <LargePicture product={product} picture={only} isFirst onOpen={(event) => open(event, 0)} />
        {dialog}
      </div>
    );
  }
  const [first, ...others] = pictures.map((picture, index) => (
    <PictureChoice
      key={picture.hash}
      name={name}
      choice={picture.hash}
      isFirst={index === 0}
      thumb={
        <ProductPicture
          picture={picture}
          sizes="4rem"
          maxWidth={260}
          alt={t('product.pictureNumber', { number: index + 1, title: picture.alt })}
        />
      }
    >
      <LargePicture
        product={product}
        picture={picture}
        isFirst={index === 0}
        className={styles.slide}
        onOpen={(event) => open(event, index)}
      />
    </PictureChoice>
  ));
  return (
    <fieldset className={styles.gallery} aria-label={t('product.pictures')}>
      {first}
      {feedLabel && (
        <PictureChoice
          name={name}
          choice="label"
          isFirst={false}
          thumb={<LabelThumb title={t('product.labelSide')} />}
        >
          <PackLabelText
            product={product}
            variant={variant}
            label={feedLabel}
            feedApprovalNumber={feedApprovalNumber}
            className={joinClasses(styles.slide, styles.label)}
          />
        </PictureChoice>
      )}
      {others}
      {dialog}
    </fieldset>
  );
}
