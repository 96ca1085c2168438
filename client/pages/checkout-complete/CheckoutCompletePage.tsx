import type { Order } from '../../../shared/contract/orders.ts';
import { getCheckoutPath, getOrderPath } from '../../../shared/rules/checkout/checkout-paths.ts';
import { describeCheckoutFormProblem, formatAddress } from '../../features/checkout/checkout-messages.ts';
import { OrderLines, OrderSums } from '../../features/checkout/OrderLines.tsx';
import { Steps } from '../../features/checkout/Steps.tsx';
import { FormName } from '../../forms/FormName.tsx';
import { FormNotice } from '../../forms/FormNotice.tsx';
import { useForm } from '../../forms/use-form.ts';
import type { PageDataOf } from '../../store/page-state.ts';
import { useAppState, useShop } from '../../store/shop.tsx';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { joinClasses } from '../../ui/join-classes.ts';
import { Notice } from '../../ui/Notice.tsx';
import { RichText } from '../../ui/RichText.tsx';
import { SiteLink } from '../../ui/SiteLink.tsx';
import { Ticket } from '../../ui/Ticket.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { ReorderNotice } from '../account-orders/ReorderNotice.tsx';
import styles from './CheckoutCompletePage.module.css';
import { getOrderPageState, type OrderPageState } from './order-page-state.ts';
import { PaymentRetryForms } from './PaymentRetryForms.tsx';
import { Transfer } from './Transfer.tsx';
import { type LoadedOrder, usePolledOrder } from './use-polled-order.ts';

const iconsByState = { paid: 'check', waiting: 'clock', failed: 'warning', cancelled: 'info' } as const;

/** Renders the state of an order. With script the page polls; without script a link reloads it. */
export function CheckoutCompletePage({ data }: { data: PageDataOf<'checkoutComplete'> }) {
  const { t } = useShop();
  const shown = usePolledOrder(data);
  const { order } = shown;
  const view = order && getOrderPageState(order);
  return (
    <div className={styles.page}>
      <div className="wrap">
        <Steps steps={order && listStepsOfOrder(order)} current="complete" isDone={view === 'paid'} />
        <div className={styles.middle}>
          {view && (
            <div className={joinClasses(styles.sign, styles[view])}>
              <Icon name={iconsByState[view]} />
            </div>
          )}
          <h1 tabIndex={-1}>{getOrderTitle(t, order, view)}</h1>
          <div role="status" aria-live="polite">
            {order && view ? (
              <OrderStateText order={order} view={view} />
            ) : (
              <MissingOrderText data={data} shown={shown} />
            )}
          </div>
          {order && view === 'waiting' && <Transfer order={order} />}
          <ReorderNotice form="order-change" />
          {order && view && <OrderActions order={order} view={view} shown={shown} />}
          {order && <OrderTicket order={order} />}
          {view === 'paid' && data.success && <RichText blocks={data.success.blocks} />}
          {view === 'failed' && data.failed && <RichText blocks={data.failed.blocks} />}
          <p>
            <ButtonLink href="/" variant="line">
              {t('order.backToShop')}
            </ButtonLink>
          </p>
          {order?.isWithdrawable && <WithdrawalLink />}
        </div>
      </div>
    </div>
  );
}

/** Renders the link to the withdrawal page during the withdrawal period. */
function WithdrawalLink() {
  const link = useAppState(({ scope }) =>
    scope.footer.columns.flatMap(({ links }) => links).find(({ key }) => key === 'withdrawal'),
  );
  return (
    link && (
      <p>
        <SiteLink href={link.route} className="tap">
          {link.title}
        </SiteLink>
      </p>
    )
  );
}

const listStepsOfOrder = ({ delivery, totalAmount }: Order) => [
  'billing' as const,
  ...(delivery.kind === 'none' || delivery.kind === 'letter' ? [] : ['delivery' as const]),
  ...(totalAmount === 0 ? [] : ['payment' as const]),
];

function getOrderTitle(
  t: ReturnType<typeof useShop>['t'],
  order: Order | null,
  view: OrderPageState | null,
): string {
  if (!order || !view) return t('order.pageTitle');
  switch (view) {
    case 'paid':
      return t('order.thanks', { name: order.billing.firstName });
    case 'waiting':
      return t(order.payment.transfer ? 'order.waitingForTransfer' : 'order.waiting');
    case 'failed':
      return t('order.failed');
    default:
      return t('order.cancelled');
  }
}

function OrderStateText({ order, view }: { order: Order; view: OrderPageState }) {
  const { t, formats } = useShop();
  const { dueAt } = order.payment;
  const texts = {
    paid: t(order.totalAmount === 0 ? 'order.placedLead' : 'order.paidLead', {
      email: order.billing.emailAddress,
    }),
    waiting: t(order.payment.transfer ? 'order.transferLead' : 'order.waitingLead'),
    failed: t('order.failedLead'),
    cancelled: t(order.payment.refundedAmount > 0 ? 'order.refundedLead' : 'order.cancelledLead'),
  };
  const isKept = dueAt !== null && (view === 'failed' || view === 'waiting');
  return (
    <>
      <p className="lead">{texts[view]}</p>
      {isKept && <p>{t('order.keptUntil', { date: formats.date(dueAt.slice(0, 10)) })}</p>}
    </>
  );
}

function MissingOrderText({ data, shown }: { data: PageDataOf<'checkoutComplete'>; shown: LoadedOrder }) {
  const { t } = useShop();
  const phone = useAppState((state) => state.scope.site.customerServicePhone);
  // The order may still be available in this tab.
  if (shown.access && shown.state !== 'unreachable' && (!data.access || data.isFailed) && shown.isLive) {
    return <p>{t('order.checking')}</p>;
  }
  return (
    <Notice tone="warn">
      <p>{t(data.isFailed ? 'order.unreachable' : 'order.unknown', { phone })}</p>
    </Notice>
  );
}

/** Renders the available actions: check again, pay, change. */
function OrderActions({ order, view, shown }: { order: Order; view: OrderPageState; shown: LoadedOrder }) {
  const { t } = useShop();
  const locale = useAppState((state) => state.scope.language.code);
  const { access, isLive, state, check } = shown;
  if (!access || view === 'paid' || view === 'cancelled') return null;
  // After hydration the token is no longer in the URL.
  const href = isLive ? getCheckoutPath(locale, 'complete') : getOrderPath(locale, access);
  return (
    <div className={styles.acts}>
      {view === 'waiting' && (
        <>
          <p role="status" className="small soft">
            {state === 'unreachable' && t('order.cannotCheck')}
            {state === 'gaveUp' && t('order.gaveUp')}
            {state !== 'unreachable' && state !== 'gaveUp' && t('order.mayClose')}
          </p>
          <p>
            <ButtonLink
              href={href}
              variant="brand"
              icon="refresh"
              busy={state === 'checking'}
              onClick={(event) => {
                event.preventDefault();
                check();
              }}
            >
              {t('order.check')}
            </ButtonLink>
          </p>
        </>
      )}
      {order.isPayable && (
        <PaymentRetryForms order={order} view={view} access={<HiddenAccessFields {...access} />} />
      )}
      {order.isCancellable && <ReturnToCartForm access={access} />}
    </div>
  );
}

type OrderAccess = NonNullable<LoadedOrder['access']>;

const HiddenAccessFields = ({ orderId, token }: OrderAccess) => (
  <>
    <input type="hidden" name="orderId" value={orderId} />
    <input type="hidden" name="token" value={token} />
  </>
);

/** Renders the form that cancels the order and puts its products back into the cart. */
function ReturnToCartForm({ access }: { access: OrderAccess }) {
  const shop = useShop();
  const { t } = shop;
  const form = useForm('order-change');
  const [problem] = form.result?.problems ?? [];
  return (
    <form ref={form.ref} method="post" onSubmit={form.onSubmit}>
      <FormName name="order-change" />
      <HiddenAccessFields {...access} />
      {problem && (
        <FormNotice tone="error">
          <p>{describeCheckoutFormProblem(shop, problem)}</p>
        </FormNotice>
      )}
      <p className="small soft">{t('order.changeNote')}</p>
      <Button type="submit" variant="text" busy={form.isBusy}>
        {t('order.change')}
      </Button>
    </form>
  );
}

function OrderTicket({ order }: { order: Order }) {
  const { t } = useShop();
  const { delivery, billing } = order;
  return (
    <Ticket as="section">
      <h2 className={styles.title}>{t('order.number', { number: order.orderNumber })}</h2>
      <OrderLines
        lines={order.lines.map((line) => ({
          key: `${line.productVariantId} ${line.isGift}`,
          title: line.description,
          quantity: line.quantity,
          totalAmount: line.totalAmount,
          isGift: line.isGift,
          sampleNames: line.rqsSamples.map(({ sampleName }) => sampleName),
          product: line.product,
        }))}
      />
      <OrderSums
        sums={order}
        isDelivered={delivery.kind !== 'none' && delivery.kind !== 'letter'}
        giftCardAmount={order.giftCardAmount}
      />
      <dl className={styles.facts}>
        <div>
          <dt>{t('checkout.stepBilling')}</dt>
          <dd>
            {billing.firstName} {billing.lastName}, {formatAddress(billing.address)}
          </dd>
        </div>
        {delivery.kind !== 'none' && (
          <div>
            <dt>{t('checkout.stepDelivery')}</dt>
            <dd>
              {[delivery.name, delivery.address && formatAddress(delivery.address)]
                .filter(Boolean)
                .join(', ')}
              {delivery.deliveryTimeDays !== null && (
                <>
                  <br />
                  {t('cart.deliveryTime', { days: delivery.deliveryTimeDays.replace('-', '-\u2060') })}
                </>
              )}
            </dd>
          </div>
        )}
        {order.trackingUrl !== null && (
          <div>
            <dt>{t('order.tracking')}</dt>
            <dd>
              <SiteLink href={order.trackingUrl} className="tap">
                {t('order.track')}
                <VisuallyHidden> {order.orderNumber}</VisuallyHidden>
              </SiteLink>
            </dd>
          </div>
        )}
      </dl>
    </Ticket>
  );
}
