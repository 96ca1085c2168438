import { type ReactNode, useRef } from 'react';
import { MAX_LINE_QUANTITY } from '../../../shared/rules/cart/cart-limits.ts';
import { getCartPath } from '../../../shared/rules/cart/cart-paths.ts';
import { isCorporate } from '../../../shared/rules/site-type.ts';
import { FormName } from '../../forms/FormName.tsx';
import { useAppState, useShop } from '../../store/shop.tsx';
import { Button } from '../../ui/Button.tsx';
import { QuantityBox } from '../../ui/QuantityBox.tsx';
import styles from './AddToCart.module.css';

interface Pack {
  readonly productVariantId: number;
  readonly stock: { readonly isAvailable: boolean; readonly amountLeft: number | null };
}

interface AddToCartProps {
  pack: Pack;
  /** Title of the product. */
  title: string;
}

/**
 * The form that puts a pack into the cart: a plain one, the same for everyone. `CartSlot` of the shell sends it where there is script; it
 * knows the form by its attribute, which holds the name of the product.
 *
 * Renders nothing for what is sold out, and on the corporate site, which sells nothing.
 */
export function AddForm({
  pack,
  title,
  className,
  children,
}: AddToCartProps & { className?: string | undefined; children: ReactNode }) {
  const locale = useAppState((state) => state.scope.language.code);
  const isCorporateSite = useAppState((state) => isCorporate(state.scope.site));
  if (!pack.stock.isAvailable || isCorporateSite) return null;
  return (
    <form method="post" action={getCartPath(locale)} className={className} data-add-to-cart={title}>
      <FormName name="cart-add" />
      <input type="hidden" name="productVariantId" value={pack.productVariantId} />
      {children}
    </form>
  );
}

/** Puts one piece into the cart. Its mark is drawn by the style sheet: there are two dozen of it in a list. */
export function AddOne(props: AddToCartProps) {
  const { t } = useShop();
  return (
    <AddForm {...props} className={styles.one}>
      <Button type="submit" label={t('add.one', { title: props.title })}>
        {t('add.short')}
      </Button>
    </AddForm>
  );
}

/** Puts as many pieces into the cart as the visitor says. */
export function AddPieces({ pack, title }: AddToCartProps) {
  const { t } = useShop();
  const input = useRef<HTMLInputElement>(null);
  const most = Math.min(pack.stock.amountLeft ?? MAX_LINE_QUANTITY, MAX_LINE_QUANTITY);
  const createStep = (pieces: 1 | -1, label: string) => ({
    label,
    onClick: () => {
      if (!input.current) return;
      const typed = /^\s*\d{1,3}\s*$/.test(input.current.value) ? Number(input.current.value) : 1 - pieces;
      input.current.value = String(Math.min(Math.max(typed + pieces, 1), most));
    },
  });
  return (
    <AddForm pack={pack} title={title} className={styles.pieces}>
      <QuantityBox
        size="large"
        less={createStep(-1, t('cart.oneLess', { title }))}
        more={createStep(1, t('cart.oneMore', { title }))}
        input={{
          ref: input,
          name: 'quantity',
          defaultValue: '1',
          maxLength: 3,
          'aria-label': t('cart.quantityOf', { title }),
        }}
      />
      <Button type="submit" size="large" icon="cart">
        {t('add.toCart')}
      </Button>
    </AddForm>
  );
}

/** Puts as many pieces into the cart as there are, where more were asked for. */
export function AddAgain({
  productVariantId,
  title,
  quantity,
  label,
}: {
  productVariantId: number;
  title: string;
  quantity: number;
  /** Words of the button; that so many are left, where it is left out. */
  label?: string;
}) {
  const { t } = useShop();
  return (
    <AddForm pack={{ productVariantId, stock: { isAvailable: true, amountLeft: quantity } }} title={title}>
      <input type="hidden" name="quantity" value={quantity} />
      <Button type="submit" variant="line">
        {label ?? t('cart.takeAvailable', { smart_count: quantity })}
      </Button>
    </AddForm>
  );
}
