import type { OrderStatus } from '../../../shared/rules/orders/order-status.ts';
import { orderStatusLabels } from '../../features/account/order-messages.ts';
import { useTimeFormats } from '../../features/account/use-time-formats.ts';
import { useShop } from '../../store/shop.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import styles from './OrderTimeline.module.css';
import type { AccountOrderView } from './page.ts';

/** States of an order without problems, in order. */
const statusesInOrder: readonly OrderStatus[] = ['created', 'paid', 'processing', 'sent', 'closed'];

/** Renders the past states of an order with their times, and the states to come. */
export function OrderTimeline({ order }: { order: AccountOrderView }) {
  const { t } = useShop();
  const { formatInstant } = useTimeFormats();
  const { status, statusChanges, created } = order;
  const begins = statusChanges.some((change) => change.status === 'created');
  const pastStates = begins ? statusChanges : [{ status: 'created' as const, at: created }, ...statusChanges];
  const isFinal = status === 'closed' || status === 'cancelled';
  // An open order counts as created: it waits for payment.
  const upcomingStates = isFinal
    ? []
    : statusesInOrder.slice(statusesInOrder.indexOf(status === 'open' ? 'created' : status) + 1);
  return (
    <ol className={styles.timeline} aria-label={t('orders.progress')}>
      {pastStates.map((change, index) => {
        const isCurrent = index === pastStates.length - 1;
        return (
          <li
            key={`${change.status} ${change.at}`}
            className={isCurrent && !isFinal ? undefined : styles.done}
            aria-current={isCurrent ? 'step' : undefined}
          >
            <strong>{t(orderStatusLabels[change.status])}</strong>
            <time dateTime={change.at} className="small soft">
              {formatInstant(change.at)}
            </time>
          </li>
        );
      })}
      {upcomingStates.map((next) => (
        <li key={next}>
          <span className={styles.next}>{t(orderStatusLabels[next])}</span>
          <VisuallyHidden> {t('orderDetail.toCome')}</VisuallyHidden>
        </li>
      ))}
    </ol>
  );
}
