import type { Stock } from '../../../shared/contract/products.ts';
import { useShop } from '../../store/shop.tsx';
import { joinClasses } from '../../ui/join-classes.ts';
import styles from './StockLine.module.css';

interface StockLineProps {
  stock: Pick<Stock, 'isAvailable' | 'amountLeft'> & Partial<Stock>;
  /** Also tells how soon it comes. */
  withDelivery?: boolean;
}

/** Whether there is any, how many if few, and how soon it comes: in words, the dot only helps. */
export function StockLine({ stock, withDelivery = false }: StockLineProps) {
  const { t } = useShop();
  const isFew = stock.isAvailable && stock.amountLeft !== null;
  const text = !stock.isAvailable
    ? t('stock.out')
    : stock.amountLeft !== null
      ? t('stock.few', { smart_count: stock.amountLeft })
      : t('stock.in');
  const delivery =
    withDelivery && stock.isAvailable && stock.deliveryTimeDays
      ? // A range stays in one line: a joiner behind the hyphen keeps browsers from breaking there.
        t('stock.delivery', { days: stock.deliveryTimeDays.replace('-', '-\u2060') })
      : null;
  return (
    <p
      className={joinClasses(
        styles.stock,
        !stock.isAvailable && styles.out,
        isFew && styles.few,
        withDelivery && styles.strong,
      )}
    >
      {delivery ? `${text}, ${delivery}` : text}
    </p>
  );
}
