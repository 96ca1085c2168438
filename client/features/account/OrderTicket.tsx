import type { ReactNode } from 'react';
import type { MessageKey } from '../../../shared/i18n/translate.ts';
import { getAccountOrderPath } from '../../../shared/rules/account/account-paths.ts';
import type { OrderStatus } from '../../../shared/rules/orders/order-status.ts';
import { useShop } from '../../store/shop.tsx';
import { Arch } from '../../ui/Arch.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { ProductPicture } from '../../ui/ProductPicture.tsx';
import { SiteLink } from '../../ui/SiteLink.tsx';
import { StepIndicator } from '../../ui/steps/StepIndicator.tsx';
import { Ticket } from '../../ui/Ticket.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import styles from './OrderTicket.module.css';
import type { OrderListItem } from './order-list-item.ts';
import { formatDeliveryTime, orderStatusTitles } from './order-messages.ts';
import { useTimeFormats } from './use-time-formats.ts';

const steps: readonly { readonly status: OrderStatus; readonly label: MessageKey }[] = [
  { status: 'paid', label: 'orders.status.paid' },
  { status: 'processing', label: 'orders.stepPacked' },
  { status: 'sent', label: 'orders.status.sent' },
  { status: 'closed', label: 'orders.closedTitle' },
];

/** Renders the progress of an order in four steps. */
export function OrderSteps({ status }: { status: OrderStatus }) {
  const { t } = useShop();
  const at = steps.findIndex((step) => step.status === status);
  return (
    <StepIndicator
      label={t('orders.progress')}
      steps={steps.map((step, index) => {
        const isDone = index < at || status === 'closed';
        return {
          key: step.status,
          isDone,
          isCurrent: index === at,
          content: (
            <>
              {t(step.label)}
              {isDone && <VisuallyHidden> {t('checkout.stepDone')}</VisuallyHidden>}
            </>
          ),
        };
      })}
    />
  );
}

interface OrderTicketProps {
  order: OrderListItem;
  /** Further actions for the order. */
  children?: ReactNode;
}

/** Renders an open order with its progress, expected delivery and tracking. */
export function OrderTicket({ order, children }: OrderTicketProps) {
  const { t } = useShop();
  const { writeDate } = useTimeFormats();
  const { orderId, orderNumber, status, trackingUrl, deliveryTimeDays, lines, isPayable } = order;
  const path = getAccountOrderPath(orderId);
  const pictured = lines.flatMap(({ product }) => product ?? []).slice(0, 3);
  const isExpected = status === 'paid' || status === 'processing' || status === 'sent';
  return (
    <Ticket as="section" className={styles.ticket}>
      <div className={styles.columns}>
        <div>
          <p className="soft small">
            {t('orders.placed', { number: orderNumber, date: writeDate(order.created) })}
          </p>
          <h2 className={styles.title}>{t(orderStatusTitles[status])}</h2>
          {isExpected && deliveryTimeDays !== null && (
            <p className={styles.expected}>{formatDeliveryTime(t, deliveryTimeDays)}</p>
          )}
          <div className={styles.steps}>
            <OrderSteps status={status} />
          </div>
          <div className={styles.ways}>
            {trackingUrl !== null && (
              <ButtonLink href={trackingUrl} variant="brand">
                {t('order.track')}
              </ButtonLink>
            )}
            {isPayable && (
              <ButtonLink href={path} variant="brand">
                {t('checkout.toPayment')}
              </ButtonLink>
            )}
            {children}
            <SiteLink href={path} className="tap">
              {t('orders.details')}
              <VisuallyHidden> {t('order.number', { number: orderNumber })}</VisuallyHidden>
            </SiteLink>
          </div>
        </div>
        {pictured.length > 0 && (
          <ul className={styles.pictures} aria-label={t('cart.products')}>
            {pictured.map(({ productVariantId, picture, colourWay, title }) => (
              <li key={productVariantId}>
                <Arch colourWay={colourWay}>
                  <ProductPicture picture={picture} sizes="96px" maxWidth={260} alt={title} />
                </Arch>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Ticket>
  );
}
