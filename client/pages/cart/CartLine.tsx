import { isRoughageTest } from '../../../shared/rules/cart/shipping-properties.ts';
import { QuantityForm } from '../../features/cart/QuantityForm.tsx';
import { findAvailableQuantity, QuantityProblem } from '../../features/cart/QuantityProblem.tsx';
import { UnitPrices } from '../../features/catalogue/PriceBlock.tsx';
import { StockLine } from '../../features/catalogue/StockLine.tsx';
import { FormName } from '../../forms/FormName.tsx';
import { type FormState, useForm } from '../../forms/use-form.ts';
import type { CartLineView, GiftView } from '../../store/fetch-cart.ts';
import { useShop } from '../../store/shop.tsx';
import { Arch } from '../../ui/Arch.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { ProductPicture } from '../../ui/ProductPicture.tsx';
import { SiteLink } from '../../ui/SiteLink.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import styles from './CartLine.module.css';
import { SampleNames } from './SampleNameFields.tsx';

/** `sizes` of the picture, without the margins of the arch. */
const pictureSizes = '(min-width: 48em) 92px, 66px';

/** Returns the id of the row of a variant, for the focus. */
export const getCartLineId = (productVariantId: number): string => `cart-line-${productVariantId}`;

interface CartLineProps {
  line: CartLineView;
  /** State of the form 'cart-sample' of the cart. */
  samples: FormState;
  batchNames: readonly string[];
  /** Whether the picture is visible without scrolling. */
  priority: boolean;
}

/** Renders one line with product, quantity, price, sample names and gifts. */
export function CartLine({ line, samples, batchNames, priority }: CartLineProps) {
  const shop = useShop();
  const { t, formats } = shop;
  const { productVariantId, product, description: title, quantity } = line;
  const of = String(productVariantId);
  const form = useForm('cart-quantity', of);
  const removal = useForm('cart-remove', of);
  const problem = form.result?.problems[0] ?? removal.result?.problems[0];
  const isShort = findAvailableQuantity(line, problem) !== null;
  const errorId = problem || isShort ? `quantity-error-${of}` : null;
  const isReduced = line.totalAmount !== line.originalAmount;
  return (
    <li
      id={getCartLineId(productVariantId)}
      tabIndex={-1}
      className={styles.line}
      aria-busy={form.isBusy || undefined}
    >
      <Arch colourWay={product.colourWay} className={styles.picture}>
        <ProductPicture
          picture={product.picture}
          sizes={pictureSizes}
          maxWidth={260}
          alt=""
          priority={priority}
        />
      </Arch>
      <div className={styles.text}>
        <h2 className={styles.title}>
          <SiteLink href={product.url}>{title}</SiteLink>
        </h2>
        <p className={styles.pack}>
          {line.productLabel}
          {/* A comma separates the two (`.pack`) if both exist. */}
          <UnitPrices pack={product} isShort />
        </p>
        {quantity > 1 && (
          <p className={styles.pack}>
            {t('price.perPiece', { price: formats.euro(product.price.amountInclVat) })}
          </p>
        )}
        {!isShort && product.stock.amountLeft !== null && <StockLine stock={product.stock} />}
        {line.productDiscounts.map(({ promotionKey, description, amount }) => (
          <p key={promotionKey} className={styles.discount}>
            {t('cart.discount', { description, amount: formats.euro(-amount) })}
          </p>
        ))}
        {isRoughageTest(line) && <SampleNames line={line} form={samples} batchNames={batchNames} />}
      </div>
      <div className={styles.acts}>
        <QuantityForm line={line} form={form} errorId={errorId} />
        <p className={styles.price}>
          {isReduced && (
            <s className={styles.former}>
              <VisuallyHidden>{t('cart.before')} </VisuallyHidden>
              {formats.euro(line.originalAmount)}
            </s>
          )}{' '}
          <VisuallyHidden>{t('cart.lineTotal')} </VisuallyHidden>
          {formats.euro(line.totalAmount)}
        </p>
        <RemoveForm productVariantId={productVariantId} title={title} form={removal} />
      </div>
      {errorId !== null && (
        <QuantityProblem id={errorId} line={line} problem={problem} className={styles.error} />
      )}
      {line.freeProducts.length > 0 && (
        <ul className={styles.gifts}>
          {line.freeProducts.map((gift) => (
            <FreeGoodsLine key={`${gift.productVariantId} ${gift.promotionText}`} gift={gift} />
          ))}
        </ul>
      )}
    </li>
  );
}

/** Renders a gift that a promotion adds to a line. */
function FreeGoodsLine({ gift }: { gift: GiftView }) {
  const { t, formats } = useShop();
  const { product, description, quantity } = gift;
  return (
    <li className={styles.gift}>
      <Arch colourWay={product.colourWay} className={styles.picture}>
        <ProductPicture picture={product.picture} sizes={pictureSizes} maxWidth={260} alt="" />
      </Arch>
      <div className={styles.text}>
        <p className={styles.giftTitle}>
          {quantity > 1 ? t('cart.pieces', { count: quantity, title: description }) : description}
        </p>
        <p className={styles.pack}>{gift.promotionText || gift.productLabel}</p>
      </div>
      <div className={styles.acts}>
        <Badge>{t('cart.gift')}</Badge>
        <p className={styles.price}>
          <s className={styles.former}>
            <VisuallyHidden>{t('cart.before')} </VisuallyHidden>
            {formats.euro(gift.originalAmount)}
          </s>{' '}
          {formats.euro(0)}
        </p>
      </div>
    </li>
  );
}

interface RemoveFormProps {
  productVariantId: number;
  title: string;
  /** State of the form `cart-remove` for this line. */
  form: FormState;
}

/** Renders the button that removes a line. An error is shown in its place. */
export function RemoveForm({ productVariantId, title, form }: RemoveFormProps) {
  const { t } = useShop();
  return (
    <form ref={form.ref} method="post" onSubmit={form.onSubmit}>
      <FormName name="cart-remove" of={String(productVariantId)} />
      <input type="hidden" name="productVariantId" value={productVariantId} />
      <button type="submit" className={styles.remove} aria-busy={form.isBusy || undefined}>
        <Icon name="remove" />
        <VisuallyHidden>{t('cart.remove', { title })}</VisuallyHidden>
      </button>
    </form>
  );
}
