import { VisuallyHidden } from '../ui/VisuallyHidden.tsx';

/** Place in a link to the cart for how much is in it: a figure, and in words for assistive technology. `showCartCount` fills it. */
export function CartCount({ className }: { className: string | undefined }) {
  return (
    <>
      <span className={className} data-cart-count="" aria-hidden="true" hidden />
      <VisuallyHidden>
        <span data-cart-words="" />
      </VisuallyHidden>
    </>
  );
}
