import { getAccountOrderPath, getAccountReturnPath } from '../../../shared/rules/account/account-paths.ts';
import { AccountForm, AccountFormOutcome } from '../../features/account/AccountForm.tsx';
import { AccountFrame } from '../../features/account/AccountFrame.tsx';
import { FormToken } from '../../features/account/FormToken.tsx';
import { OrderAgainForm } from '../../features/account/OrderAgainForm.tsx';
import {
  formatDeliveryTime,
  orderStatusLabels,
  orderStatusTitles,
  orderStatusTones,
} from '../../features/account/order-messages.ts';
import { useTimeFormats } from '../../features/account/use-time-formats.ts';
import { formatAddress } from '../../features/checkout/checkout-messages.ts';
import { OrderSums } from '../../features/checkout/OrderLines.tsx';
import { getPaymentMethodName } from '../../features/payment/payment-method-name.ts';
import { useForm } from '../../forms/use-form.ts';
import type { AccountInfo } from '../../store/account.ts';
import { useAppState, useShop } from '../../store/shop.tsx';
import { Arch } from '../../ui/Arch.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { joinClasses } from '../../ui/join-classes.ts';
import { ProductPicture } from '../../ui/ProductPicture.tsx';
import { SiteLink } from '../../ui/SiteLink.tsx';
import { Ticket } from '../../ui/Ticket.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { getOrderPageState } from '../checkout-complete/order-page-state.ts';
import { PaymentRetryForms } from '../checkout-complete/PaymentRetryForms.tsx';
import { Transfer } from '../checkout-complete/Transfer.tsx';
import { WithdrawalForm } from '../content/WithdrawalForm.tsx';
import styles from './OrderDetail.module.css';
import { OrderTimeline } from './OrderTimeline.tsx';
import type { AccountOrdersData, AccountOrderView } from './page.ts';
import { ReorderNotice } from './ReorderNotice.tsx';

interface OrderDetailProps {
  owner: AccountInfo;
  shown: Extract<AccountOrdersData['shown'], { view: 'order' }>;
}

/** Renders one order with its state, contents and actions. */
export function OrderDetail({ owner, shown }: OrderDetailProps) {
  const { t } = useShop();
  const { formatInstant } = useTimeFormats();
  const { order } = shown;
  const { orderNumber, status, created } = order;
  const { formToken } = owner;
  return (
    <AccountFrame
      owner={owner}
      current="orders"
      title={t('order.number', { number: orderNumber })}
      aside={
        <p className={styles.about}>
          <Badge tone={orderStatusTones[status]}>{t(orderStatusLabels[status])}</Badge>
          <span className="soft">{t('orderDetail.placed', { moment: formatInstant(created) })}</span>
        </p>
      }
    >
      <ReorderNotice />
      <div className={styles.columns}>
        <div className={styles.main}>
          <Ticket as="section">
            <h2 className={styles.title}>{t(orderStatusTitles[status])}</h2>
            <DeliveryExpectation order={order} />
            <OrderTimeline order={order} />
            <div className={styles.ways}>
              {order.trackingUrl !== null && (
                <ButtonLink href={order.trackingUrl} variant="brand">
                  {t('order.track')}
                </ButtonLink>
              )}
              <OrderAgainForm order={order} formToken={formToken} />
              <InvoiceLinks order={order} />
            </div>
          </Ticket>
          {order.isPayable && <PaymentRetryPart order={order} formToken={formToken} />}
          <OrderedProducts order={order} />
          {(order.isCancellable || status === 'cancelled') && (
            <CancellationForm order={order} formToken={formToken} />
          )}
          {(order.isWithdrawable || order.withdrawals.length > 0) && (
            <WithdrawalPart shown={shown} formToken={formToken} />
          )}
        </div>
        <OrderSummaryColumn order={order} />
      </div>
    </AccountFrame>
  );
}

/** Renders the expected delivery, or the end of the collection period. */
function DeliveryExpectation({ order }: { order: AccountOrderView }) {
  const { t } = useShop();
  const { writeDate } = useTimeFormats();
  const { status, delivery, payment } = order;
  const isExpected = status === 'paid' || status === 'processing' || status === 'sent';
  if (isExpected && delivery.deliveryTimeDays !== null) {
    return <p className={styles.expected}>{formatDeliveryTime(t, delivery.deliveryTimeDays)}</p>;
  }
  if (order.isPayable && payment.dueAt !== null) {
    return <p className={styles.expected}>{t('order.keptUntil', { date: writeDate(payment.dueAt) })}</p>;
  }
  if (status === 'cancelled') {
    return (
      <p className={styles.expected}>
        {t(payment.refundedAmount > 0 ? 'order.refundedLead' : 'order.cancelledLead')}
      </p>
    );
  }
  return null;
}

function InvoiceLinks({ order }: { order: AccountOrderView }) {
  const { t } = useShop();
  return order.invoices.map(({ invoiceId, number, kind, path }) => (
    <a key={invoiceId} href={path} download className="tap">
      <Icon name="document" size="small" />
      {t(kind === 'invoice' ? 'orderDetail.invoice' : 'orderDetail.creditNote', { number })}
    </a>
  ));
}

interface OrderFormProps {
  order: AccountOrderView;
  formToken: string;
}

/** Renders the form that retries the payment. */
function PaymentRetryPart({ order, formToken }: OrderFormProps) {
  const { t } = useShop();
  return (
    <section className={styles.payment} aria-labelledby="order-payment">
      <h2 id="order-payment" className={styles.title}>
        {t('checkout.paymentTitle')}
      </h2>
      <Transfer order={order} />
      <PaymentRetryForms
        order={order}
        view={getOrderPageState(order)}
        access={
          <>
            <FormToken value={formToken} />
            <input type="hidden" name="orderId" value={order.orderId} />
          </>
        }
      />
    </section>
  );
}

/** Whether a line can be returned. Sampling kits, digital goods and gifts cannot. */
const hasReturnableProductType = ({
  isGift,
  productType,
  product,
}: AccountOrderView['lines'][number]): boolean =>
  !isGift && productType !== 4 && productType !== 5 && product?.packaging !== 'digital';

function OrderedProducts({ order }: { order: AccountOrderView }) {
  const { t, formats } = useShop();
  const hasArrived = order.status === 'sent' || order.status === 'closed';
  const mayReturn = hasArrived && order.delivery.kind !== 'none';
  return (
    <section aria-labelledby="order-products">
      <h2 id="order-products">{t('cart.products')}</h2>
      <ul className={joinClasses(styles.products, mayReturn && styles.returnable)}>
        {order.lines.map((line) => {
          const { productVariantId, isGift, product, description, productLabel, quantity } = line;
          const names = line.rqsSamples.map(({ sampleName }) => `“${sampleName}”`).join(', ');
          return (
            <li key={`${productVariantId} ${isGift}`} className={styles.product}>
              <Arch colourWay={product?.colourWay} className={styles.picture}>
                {product && <ProductPicture picture={product.picture} sizes="60px" maxWidth={260} alt="" />}
              </Arch>
              <div className={styles.words}>
                <h3>{product ? <SiteLink href={product.url}>{description}</SiteLink> : description}</h3>
                <p className="small soft">
                  {t('cart.pieces', { count: quantity, title: productLabel })}
                  {names !== '' && `, ${names}`}
                </p>
              </div>
              <p className={styles.amount}>{isGift ? t('cart.gift') : formats.euro(line.totalAmount)}</p>
              {mayReturn && hasReturnableProductType(line) && (
                <div className={styles.return}>
                  <ButtonLink href={getAccountReturnPath(productVariantId)} variant="line">
                    {t('orderDetail.return')}
                    <VisuallyHidden> {description}</VisuallyHidden>
                  </ButtonLink>
                </div>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Renders the cancellation in two steps that work without script: open, then confirm. */
function CancellationForm({ order, formToken }: OrderFormProps) {
  const { t } = useShop();
  const form = useForm('order-cancel');
  const notice = useAppState(({ request }) => request.notice);
  return (
    <section>
      <AccountFormOutcome
        form={form}
        hasNotice={notice?.form === 'order-cancel'}
        done={
          <p>
            <strong>{t('order.cancelled')}</strong>
          </p>
        }
      />
      {order.isCancellable && (
        <details className={styles.fold} open={form.result !== null}>
          <summary>
            {t('orderDetail.cancel')}
            <Icon name="down" size="small" />
          </summary>
          <p>{t('orderDetail.cancelLead')}</p>
          <AccountForm
            name="order-cancel"
            form={form}
            formToken={formToken}
            action={getAccountOrderPath(order.orderId)}
          >
            <input type="hidden" name="orderId" value={order.orderId} />
            <Button type="submit" variant="line" busy={form.isBusy}>
              {t('orderDetail.cancelConfirm')}
            </Button>
          </AccountForm>
        </details>
      )}
    </section>
  );
}

const withdrawalTexts = {
  open: 'orderDetail.withdrawn.open',
  answered: 'orderDetail.withdrawn.answered',
  closed: 'orderDetail.withdrawn.closed',
} as const;

/** Renders earlier withdrawals, and the form while a withdrawal is possible. */
function WithdrawalPart({ shown, formToken }: { shown: OrderDetailProps['shown']; formToken: string }) {
  const { t } = useShop();
  const { writeDate } = useTimeFormats();
  const isSent = useAppState(({ request }) => request.form?.form === 'withdrawal');
  const { order, withdrawalWords } = shown;
  const { billing, orderNumber, isWithdrawable, withdrawalUntil, withdrawals } = order;
  const days = useAppState(({ scope }) => scope.settings.withdrawalDays);
  // The period ends at midnight, so its last day contains the moment before.
  const lastDay =
    withdrawalUntil === null ? null : writeDate(new Date(Date.parse(withdrawalUntil) - 1).toISOString());
  return (
    <section className={styles.withdrawal} aria-labelledby="order-withdrawal">
      <h2 id="order-withdrawal" className={styles.title}>
        {t('orderDetail.changedMind')}
      </h2>
      {withdrawals.map(({ received, state }) => (
        <p key={received}>{t(withdrawalTexts[state], { date: writeDate(received) })}</p>
      ))}
      {isWithdrawable && (
        <p>
          {lastDay === null
            ? t('orderDetail.withdrawAfterReceipt', { days })
            : t('orderDetail.withdrawUntil', { date: lastDay })}
        </p>
      )}
      {(isWithdrawable || isSent) && (
        <details className={styles.fold} open={isSent}>
          <summary>
            {withdrawalWords?.begin ?? t('withdrawal.title')}
            <Icon name="down" size="small" />
          </summary>
          <WithdrawalForm
            words={withdrawalWords ?? undefined}
            formToken={<FormToken value={formToken} />}
            known={{
              name: `${billing.firstName} ${billing.lastName}`,
              contract: orderNumber,
              emailAddress: billing.emailAddress,
            }}
          />
        </details>
      )}
    </section>
  );
}

/** Renders totals, delivery address and payment method. */
function OrderSummaryColumn({ order }: { order: AccountOrderView }) {
  const { t, formats } = useShop();
  const { delivery, billing, payment } = order;
  const isDelivered = delivery.kind !== 'none' && delivery.kind !== 'letter';
  const address = delivery.address ?? (delivery.kind === 'dealer' ? null : billing.address);
  const method =
    payment.methodKey !== null && payment.methodName !== null
      ? getPaymentMethodName(t, { key: payment.methodKey, name: payment.methodName })
      : null;
  return (
    <div className={styles.side}>
      <Ticket as="section">
        <h2 className={styles.title}>{t('cart.summary')}</h2>
        <OrderSums sums={order} isDelivered={isDelivered} giftCardAmount={order.giftCardAmount} />
      </Ticket>
      {delivery.kind !== 'none' && (
        <section>
          <h2 className={styles.title}>{t('checkout.deliveryTitle')}</h2>
          {delivery.kind === 'dealer' && <p className="soft">{t('checkout.dealer')}</p>}
          {delivery.kind === 'parcelShop' && <p className="soft">{t('checkout.parcelShop')}</p>}
          <p>{delivery.name ?? `${billing.firstName} ${billing.lastName}`}</p>
          {address && <p>{formatAddress(address)}</p>}
        </section>
      )}
      <section>
        <h2 className={styles.title}>{t('checkout.stepBilling')}</h2>
        {billing.companyName && <p>{billing.companyName}</p>}
        <p>
          {billing.firstName} {billing.lastName}
        </p>
        <p>{formatAddress(billing.address)}</p>
      </section>
      {method !== null && (
        <section>
          <h2 className={styles.title}>{t('checkout.paymentTitle')}</h2>
          <p>
            {method}, {formats.euro(payment.amount)}
          </p>
        </section>
      )}
    </div>
  );
}
