import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import type { Picture } from '../../../shared/contract/primitives.ts';

import { useShop } from '../../store/shop.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { ProductPicture } from '../../ui/ProductPicture.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import styles from './Zoom.module.css';

export interface ZoomProps {
  pictures: readonly Picture[];
  /** Index of the first visible picture. */
  first: number;
  onClose: () => void;
}

/**
 * Renders one picture in the whole window. It first fits the window. A press or the button makes it twice as
 * wide as the window, so that it scrolls; pinching zooms, too. Arrow keys change the picture, Esc closes and
 * returns the focus.
 */
export function Zoom({ pictures, first, onClose }: ZoomProps) {
  const { t } = useShop();
  const dialog = useRef<HTMLDialogElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const drag = useRef<{ x: number; y: number } | null>(null);
  const [index, setIndex] = useState(first);
  const [isLarge, setIsLarge] = useState(false);
  const picture = pictures[index];

  useEffect(() => {
    const opened = dialog.current;
    const before = document.activeElement;
    opened?.showModal();
    return () => {
      opened?.close();
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);

  useEffect(() => {
    const place = scroller.current;
    if (!place || !isLarge) return;
    place.scrollTo(
      (place.scrollWidth - place.clientWidth) / 2,
      (place.scrollHeight - place.clientHeight) / 2,
    );
  }, [isLarge]);

  const move = (steps: number) => {
    setIndex((index + steps + pictures.length) % pictures.length);
    setIsLarge(false);
  };
  const handleKey = (event: KeyboardEvent) => {
    // Arrow keys scroll a large picture.
    if (isLarge || pictures.length < 2) return;
    if (event.key === 'ArrowLeft') move(-1);
    else if (event.key === 'ArrowRight') move(1);
    else return;
    event.preventDefault();
  };
  const handleDown = (event: PointerEvent) => {
    drag.current = { x: event.clientX, y: event.clientY };
  };
  // The end of a drag is not a press.
  const handleUp = (event: PointerEvent) => {
    const dragStart = drag.current;
    drag.current = null;
    if (!dragStart || event.button !== 0) return;
    if (Math.hypot(event.clientX - dragStart.x, event.clientY - dragStart.y) < 6) setIsLarge(!isLarge);
  };
  if (!picture) return null;
  return (
    <dialog
      ref={dialog}
      className={styles.zoom}
      aria-label={picture.alt}
      onClose={onClose}
      onKeyDown={handleKey}
    >
      <div className={styles.bar}>
        {pictures.length > 1 && (
          <>
            <button type="button" className={styles.button} onClick={() => move(-1)}>
              <Icon name="arrowLeft" />
              <VisuallyHidden>{t('product.previousPicture')}</VisuallyHidden>
            </button>
            <button type="button" className={styles.button} onClick={() => move(1)}>
              <Icon name="arrowRight" />
              <VisuallyHidden>{t('product.nextPicture')}</VisuallyHidden>
            </button>
          </>
        )}
        <button type="button" className={styles.button} onClick={() => setIsLarge(!isLarge)}>
          <Icon name={isLarge ? 'minus' : 'plus'} />
          <VisuallyHidden>{t(isLarge ? 'product.zoomOut' : 'product.zoomIn')}</VisuallyHidden>
        </button>
        <button
          type="button"
          className={`${styles.button} ${styles.close}`}
          onClick={() => dialog.current?.close()}
        >
          <Icon name="close" />
          <VisuallyHidden>{t('common.close')}</VisuallyHidden>
        </button>
      </div>
      <div
        ref={scroller}
        className={isLarge ? `${styles.place} ${styles.large}` : styles.place}
        onPointerDown={handleDown}
        onPointerUp={handleUp}
      >
        <ProductPicture
          key={picture.hash}
          picture={picture}
          sizes={isLarge ? '200vw' : '100vw'}
          maxWidth={1472}
          priority
        />
      </div>
      <p className={styles.status} role="status">
        {pictures.length > 1 && t('product.pictureNumber', { number: index + 1, title: picture.alt })}
      </p>
    </dialog>
  );
}
