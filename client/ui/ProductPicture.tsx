import type { Picture } from '../../shared/contract/primitives.ts';
import { type PictureFormat, type PictureWidth, pictureWidths } from '../../shared/rules/picture-files.ts';

interface ProductPictureProps {
  picture: Pick<Picture, 'hash' | 'width' | 'height'> & Partial<Picture>;
  /** Displayed width of the picture at each window width, for example `(min-width: 48em) 30vw, 45vw`. */
  sizes: string;
  /**
   * Whether it is visible without scrolling. Such pictures are loaded at once with high priority, others when
   * they get near the viewport.
   */
  priority?: boolean;
  /** Maximum width of the file in pixels: twice the greatest displayed width. */
  maxWidth?: PictureWidth;
  /** '' if the name is next to the picture. */
  alt?: string;
  className?: string | undefined;
}

function createSourceSet(hash: string, extension: PictureFormat, maxWidth: PictureWidth): string {
  return pictureWidths
    .filter((width) => width <= maxWidth)
    .map((width) => `/images/${hash}/${width}.${extension} ${width}w`)
    .join(', ');
}

/**
 * Renders the picture of a pack in the best format and size that the browser supports. Its space is reserved
 * before it is loaded.
 */
export function ProductPicture({
  picture,
  sizes,
  priority = false,
  maxWidth = 768,
  alt,
  className,
}: ProductPictureProps) {
  return (
    <picture>
      <source type="image/avif" srcSet={createSourceSet(picture.hash, 'avif', maxWidth)} sizes={sizes} />
      <source type="image/webp" srcSet={createSourceSet(picture.hash, 'webp', maxWidth)} sizes={sizes} />
      <img
        className={className}
        src={`/images/${picture.hash}/${Math.min(480, maxWidth)}.png`}
        srcSet={createSourceSet(picture.hash, 'png', maxWidth)}
        sizes={sizes}
        width={picture.width}
        height={picture.height}
        alt={alt ?? picture.alt ?? ''}
        loading={priority ? 'eager' : 'lazy'}
        decoding={priority ? 'auto' : 'async'}
        fetchPriority={priority ? 'high' : 'auto'}
      />
    </picture>
  );
}
