import { joinClasses } from '../ui/join-classes.ts';
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx';
import styles from './CartBadge.module.css';

/**
 * Renders the empty badge of a cart link, for the number of products, or for a mark if an order waits for
 * payment. Both have text for assistive technology. `showCartCount` and `showUnpaidOrderMark` fill it.
 */
export function CartBadge({ className }: { className: string | undefined }) {
  return (
    <>
      <span className={className} data-cart-count="" aria-hidden="true" hidden />
      <span className={joinClasses(className, styles.mark)} data-unpaid-order="" aria-hidden="true" hidden>
        !
      </span>
      <VisuallyHidden>
        <span data-cart-words="" />
        <span data-unpaid-words="" />
      </VisuallyHidden>
    </>
  );
}
