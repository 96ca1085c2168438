import type { Order } from '../../../shared/contract/orders.ts';
import { useShop } from '../../store/shop.tsx';
import styles from './Transfer.module.css';

/** Renders the data that a bank transfer must contain. */
export function Transfer({ order }: { order: Pick<Order, 'payment'> }) {
  const { t, formats } = useShop();
  const { transfer, amount } = order.payment;
  if (!transfer) return null;
  const rows = [
    [t('order.transferAmount'), formats.euro(amount)],
    [t('order.transferTo'), transfer.accountHolder],
    ...(transfer.iban === null ? [] : [['IBAN', transfer.iban]]),
    ...(transfer.entity === null ? [] : [[t('order.transferEntity'), transfer.entity]]),
    [t('order.transferReference'), transfer.reference],
  ];
  return (
    <section aria-labelledby="order-transfer">
      <h2 id="order-transfer" className={styles.title}>
        {t('order.transferTitle')}
      </h2>
      <dl className={styles.transfer}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
