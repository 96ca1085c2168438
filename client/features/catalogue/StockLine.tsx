import type { Stock } from '../../../shared/contract/products.ts';
import { useShop } from '../../store/shop.tsx';
import { joinClasses } from '../../ui/join-classes.ts';
import styles from './StockLine.module.css';

interface StockLineProps {
  stock: Pick<Stock, 'isAvailable' | 'amountLeft'> & Partial<Stock>;
  /** Whether to show the delivery time. */
  withDelivery?: boolean;
}

/**
 * Renders availability, the number of pieces if few are left, and the delivery time. The text says
 * everything; the dot is decoration.
 */
export function StockLine({ stock, withDelivery = false }: StockLineProps) {
  const { t } = useShop();
  const isLowStock = stock.isAvailable && stock.amountLeft !== null;
  const text = !stock.isAvailable
    ? t('stock.out')
    : stock.amountLeft !== null
      ? t('stock.few', { smart_count: stock.amountLeft })
      : t('stock.in');
  const delivery =
    withDelivery && stock.isAvailable && stock.deliveryTimeDays
      ? // Keeps a range on one line: a word joiner after the hyphen prevents a line break.
        t('stock.delivery', { days: stock.deliveryTimeDays.replace('-', '-\u2060') })
      : null;
  return (
    <p
      className={joinClasses(
        styles.stock,
        !stock.isAvailable && styles.out,
        isLowStock && styles.few,
        withDelivery && styles.strong,
      )}
    >
      {delivery ? `${text}, ${delivery}` : text}
    </p>
  );
}
