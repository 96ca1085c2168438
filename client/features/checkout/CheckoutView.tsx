import type { ReactNode } from 'react';
import type { AlternativeShippingAddress } from '../../../shared/contract/people.ts';
import { getCartPath } from '../../../shared/rules/cart/cart-paths.ts';
import { getCheckoutPath } from '../../../shared/rules/checkout/checkout-paths.ts';
import type { CheckoutStep } from '../../../shared/rules/checkout/step-readiness.ts';
import type { CalculatedCartView } from '../../store/fetch-cart.ts';
import { useAppState, useShop } from '../../store/shop.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { joinClasses } from '../../ui/join-classes.ts';
import { SiteLink } from '../../ui/SiteLink.tsx';
import { Ticket } from '../../ui/Ticket.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import styles from './CheckoutView.module.css';
import { formatAddress } from './checkout-messages.ts';
import type { SharedCheckoutData } from './load-checkout.ts';
import { OrderLines, OrderSums, type SummaryLine } from './OrderLines.tsx';
import { Steps } from './Steps.tsx';

/** Lists the lines of a cart, each followed by its gifts. */
function listSummaryLines({ products }: CalculatedCartView): SummaryLine[] {
  return products.flatMap((line) => [
    {
      key: String(line.productVariantId),
      title: line.description,
      quantity: line.quantity,
      totalAmount: line.totalAmount,
      isGift: false,
      sampleNames: line.rqsSamples.flatMap(({ sampleName }) => sampleName ?? []),
      product: line.product,
    },
    ...line.freeProducts.map((gift) => ({
      key: `${line.productVariantId} ${gift.productVariantId} ${gift.promotionText}`,
      title: gift.description,
      quantity: gift.quantity,
      totalAmount: 0,
      isGift: true,
      sampleNames: [],
      product: gift.product,
    })),
  ]);
}

/** Renders contents and totals of a cart, without its buttons. */
export function CartSummary({ calculated }: { calculated: CalculatedCartView }) {
  return (
    <>
      <OrderLines lines={listSummaryLines(calculated)} />
      <OrderSums
        sums={calculated}
        isDelivered={calculated.needsDelivery}
        giftCardAmount={calculated.giftCardAmount}
      />
    </>
  );
}

interface CheckoutViewProps {
  frame: SharedCheckoutData;
  step: CheckoutStep;
  title: string;
  children: ReactNode;
}

/** Renders a step of the checkout: the progress, the order summary and the completed steps. */
export function CheckoutView({ frame, step, title, children }: CheckoutViewProps) {
  const { t, formats } = useShop();
  const { calculated, steps } = frame;
  return (
    <div className={styles.page}>
      <div className="wrap">
        <Steps steps={steps} current={step} />
        <div className={styles.split}>
          <div className={styles.main}>
            <details className={styles.brief}>
              <summary>
                <span>{t('cart.summary')}</span>
                <strong>
                  <VisuallyHidden>{t('cart.total')} </VisuallyHidden>
                  {formats.euro(calculated.totalAmount)}
                </strong>
                <Icon name="down" size="small" />
              </summary>
              <CartSummary calculated={calculated} />
            </details>
            <h1>{title}</h1>
            <DoneStepSummaries frame={frame} step={step} />
            {children}
          </div>
          <Ticket as="aside" className={styles.side}>
            <h2 className={styles.sideTitle}>{t('checkout.yourOrder')}</h2>
            <CartSummary calculated={calculated} />
          </Ticket>
        </div>
      </div>
    </div>
  );
}

const formatRecipient = ({ firstName, lastName, address }: AlternativeShippingAddress): string =>
  `${firstName} ${lastName}, ${formatAddress(address)}`;

/** Renders the completed steps, each with a link to change it. */
function DoneStepSummaries({ frame, step }: Pick<CheckoutViewProps, 'frame' | 'step'>) {
  const { t } = useShop();
  const locale = useAppState((state) => state.scope.language.code);
  const { billing, alternativeShippingAddress: other, parcelShopId, dealerId, pickupPlace } = frame.cart;
  const { deliveryTimeDays, needsDelivery } = frame.calculated;
  const before = frame.steps.slice(0, frame.steps.indexOf(step));
  if (before.length === 0 || !billing) return null;
  const pickup =
    parcelShopId !== null ? t('checkout.parcelShop') : dealerId !== null ? t('checkout.dealer') : null;
  const texts = {
    billing: formatRecipient(billing),
    delivery:
      pickup === null
        ? formatRecipient(other ?? billing)
        : [pickup, pickupPlace?.name, pickupPlace && formatAddress(pickupPlace.address)]
            .filter(Boolean)
            .join(', '),
  };
  return (
    <dl className={styles.before}>
      {before.map((done) =>
        done === 'payment' ? null : (
          <div key={done}>
            <dt>{t(done === 'billing' ? 'checkout.stepBilling' : 'checkout.stepDelivery')}</dt>
            <dd>
              {texts[done]}
              {done === 'billing' && <span className="soft"> {billing.emailAddress}</span>}
              {done === 'delivery' && needsDelivery && deliveryTimeDays !== null && (
                <span className={joinClasses('soft', styles.days)}>
                  {t('cart.deliveryTime', { days: deliveryTimeDays.replace('-', '-\u2060') })}
                </span>
              )}
            </dd>
            <dd>
              <SiteLink href={getCheckoutPath(locale, done)} className="tap">
                {t('checkout.change')}
                <VisuallyHidden>
                  {' '}
                  {t(done === 'billing' ? 'checkout.stepBilling' : 'checkout.stepDelivery')}
                </VisuallyHidden>
              </SiteLink>
            </dd>
          </div>
        ),
      )}
    </dl>
  );
}

interface StepActionsProps {
  step: CheckoutStep;
  steps: readonly CheckoutStep[];
  children: ReactNode;
}

/** Renders the link back and the button that continues. */
export function StepActions({ step, steps, children }: StepActionsProps) {
  const { t } = useShop();
  const locale = useAppState((state) => state.scope.language.code);
  const previous = steps[steps.indexOf(step) - 1];
  const back = {
    billing: t('checkout.backToBilling'),
    delivery: t('checkout.backToDelivery'),
    payment: '',
  };
  return (
    <div className={styles.actions}>
      <SiteLink
        href={previous ? getCheckoutPath(locale, previous) : getCartPath(locale)}
        className={styles.back}
      >
        <Icon name="arrowLeft" size="small" />
        {previous ? back[previous] : t('checkout.backToCart')}
      </SiteLink>
      {children}
    </div>
  );
}
