import { type ReactNode, useRef } from 'react';
import { MAX_LINE_QUANTITY } from '../../../shared/rules/cart/cart-limits.ts';
import { getCartPath } from '../../../shared/rules/cart/cart-paths.ts';
import { isCorporate } from '../../../shared/rules/site-type.ts';
import { FormName } from '../../forms/FormName.tsx';
import { useAppState, useShop } from '../../store/shop.tsx';
import { Button } from '../../ui/Button.tsx';
import { QuantityBox } from '../../ui/QuantityBox.tsx';
import styles from './AddToCart.module.css';

interface AddablePack {
  readonly productVariantId: number;
  readonly stock: { readonly isAvailable: boolean; readonly amountLeft: number | null };
}

interface AddToCartProps {
  pack: AddablePack;
  title: string;
}

/**
 * Renders the form that adds a pack to the cart. It is a plain form, the same for every visitor. With script,
 * `LazyMiniCart` of the shell sends it; it finds the form by its attribute, which holds the product's name.
 *
 * Renders nothing if the product is sold out, and on the corporate site, which has no sales.
 */
export function AddToCartForm({
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

/**
 * Renders the form that adds one piece to the cart. The style sheet draws its icon, because a list has two
 * dozen of these forms.
 */
export function AddOneToCart(props: AddToCartProps) {
  const { t } = useShop();
  return (
    <AddToCartForm {...props} className={styles.one}>
      <Button type="submit" label={t('add.one', { title: props.title })}>
        {t('add.short')}
      </Button>
    </AddToCartForm>
  );
}

/** Renders the form that adds the chosen number of pieces to the cart. */
export function AddPiecesToCart({ pack, title }: AddToCartProps) {
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
    <AddToCartForm pack={pack} title={title} className={styles.pieces}>
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
    </AddToCartForm>
  );
}

/** Renders the form that adds the available pieces if more were requested. */
export function AddAvailablePiecesToCart({
  productVariantId,
  title,
  quantity,
  label,
}: {
  productVariantId: number;
  title: string;
  quantity: number;
  /** Label of the button. Defaults to the number of pieces left. */
  label?: string;
}) {
  const { t } = useShop();
  return (
    <AddToCartForm
      pack={{ productVariantId, stock: { isAvailable: true, amountLeft: quantity } }}
      title={title}
    >
      <input type="hidden" name="quantity" value={quantity} />
      <Button type="submit" variant="line">
        {label ?? t('cart.takeAvailable', { smart_count: quantity })}
      </Button>
    </AddToCartForm>
  );
}
