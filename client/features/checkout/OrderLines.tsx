import type { Discount } from '../../../shared/contract/cart-calculations.ts';
import type { ListedProduct } from '../../store/listed-product.ts';
import { useShop } from '../../store/shop.tsx';
import { Arch } from '../../ui/Arch.tsx';
import { ProductPicture } from '../../ui/ProductPicture.tsx';
import styles from './OrderLines.module.css';

/** Line in the summary of a checkout or an order. Amounts in euro cents. */
export interface SummaryLine {
  readonly key: string;
  readonly title: string;
  readonly quantity: number;
  readonly totalAmount: number;
  readonly isGift: boolean;
  readonly sampleNames: readonly string[];
  /** Null if the product is discontinued. */
  readonly product: Pick<ListedProduct, 'picture' | 'colourWay'> | null;
}

/** Renders the lines of an order, without buttons. */
export function OrderLines({ lines }: { lines: readonly SummaryLine[] }) {
  const { t, formats } = useShop();
  return (
    <ul className={styles.lines}>
      {lines.map(({ key, title, quantity, totalAmount, isGift, sampleNames, product }) => (
        <li key={key} className={styles.line}>
          <Arch colourWay={product?.colourWay} className={styles.picture}>
            {product && <ProductPicture picture={product.picture} sizes="48px" maxWidth={96} alt="" />}
          </Arch>
          <div className={styles.words}>
            <span className={styles.title}>
              {t('cart.pieces', { count: quantity, title })}
              {sampleNames.length > 0 && (
                <span className="soft">, {sampleNames.map((name) => `“${name}”`).join(', ')}</span>
              )}
            </span>
            <span className={styles.amount}>{isGift ? t('cart.gift') : formats.euro(totalAmount)}</span>
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Totals of a cart or an order, in euro cents incl. VAT unless the name says otherwise. */
export interface Sums {
  readonly subTotalAmount: number;
  readonly orderDiscounts: readonly Discount[];
  readonly originalShippingCosts: number;
  readonly shippingDiscounts: readonly Discount[];
  readonly shippingCosts: number;
  readonly paymentCosts: number;
  readonly totalAmount: number;
  readonly totalAmountExclVat: number;
  readonly vatAmounts: readonly {
    readonly vatType: string;
    readonly vatRatePercentage: number;
    readonly vatAmount: number;
  }[];
}

interface OrderSumsProps {
  sums: Sums;
  /** Whether delivery has a line, even if it is free. */
  isDelivered: boolean;
  /** Part of the total that a gift card pays. */
  giftCardAmount?: number;
}

/** Renders the totals and the VAT. */
export function OrderSums({ sums, isDelivered, giftCardAmount = 0 }: OrderSumsProps) {
  const { t, formats } = useShop();
  const taxed = sums.vatAmounts.filter(({ vatAmount }) => vatAmount > 0);
  const indicative = formats.indicative(sums.totalAmount);
  return (
    <dl className={styles.sums}>
      <div>
        <dt>{t('cart.products')}</dt>
        <dd>{formats.euro(sums.subTotalAmount)}</dd>
      </div>
      {sums.orderDiscounts.map(({ promotionKey, description, amount }) => (
        <div key={promotionKey}>
          <dt>{description}</dt>
          <dd>{formats.euro(-amount)}</dd>
        </div>
      ))}
      {isDelivered && (
        <div>
          <dt>
            {t('cart.delivery')}
            {sums.shippingDiscounts.map(({ promotionKey, description }) => (
              <span key={promotionKey} className={styles.reason}>
                {description}
              </span>
            ))}
          </dt>
          <dd>{sums.shippingCosts === 0 ? t('cart.deliveryFree') : formats.euro(sums.shippingCosts)}</dd>
        </div>
      )}
      {sums.paymentCosts > 0 && (
        <div>
          <dt>{t('cart.paymentCosts')}</dt>
          <dd>{formats.euro(sums.paymentCosts)}</dd>
        </div>
      )}
      <div className={styles.total}>
        <dt>{t('cart.total')}</dt>
        <dd>{formats.euro(sums.totalAmount)}</dd>
      </div>
      {giftCardAmount > 0 && (
        <div>
          <dt>{t('checkout.byGiftCard')}</dt>
          <dd>{formats.euro(-giftCardAmount)}</dd>
        </div>
      )}
      {indicative !== null && (
        <div className={styles.soft}>
          <dt>{t('checkout.indicative')}</dt>
          <dd>{t('price.indicative', { price: indicative })}</dd>
        </div>
      )}
      {taxed.length > 0 && (
        <div className={styles.soft}>
          <dt>{t('cart.exclVat')}</dt>
          <dd>{formats.euro(sums.totalAmountExclVat)}</dd>
        </div>
      )}
      {taxed.map(({ vatType, vatRatePercentage, vatAmount }) => (
        <div key={vatType} className={styles.soft}>
          <dt>{t('cart.vat', { rate: formats.percentage(vatRatePercentage) })}</dt>
          <dd>{formats.euro(vatAmount)}</dd>
        </div>
      ))}
    </dl>
  );
}
