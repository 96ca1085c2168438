/** Steps of the checkout that a customer fills in, in order. */
export const checkoutSteps = ['billing', 'delivery', 'payment'] as const;
export type CheckoutStep = (typeof checkoutSteps)[number];

const PARCEL_SHIPPING_METHOD = 1;

/** Properties of a cart that determine which steps it needs and which are ready. */
export interface CheckoutDetails {
  /** Number of lines that the site sells. */
  readonly productCount: number;
  /** Null if there is no billing address yet. */
  readonly billingCountryId: number | null;
  /** Whether any product is sent as a parcel. */
  readonly needsDelivery: boolean;
  /** Null if none is selected; delivery is then to an address. */
  readonly shippingMethod: number | null;
  readonly parcelShopId: string | null;
  readonly parcelShopZipcodeOrCity: string | null;
  readonly hasAlternativeAddress: boolean;
  /** Country of the alternative address. */
  readonly alternativeCountryId: number | null;
  /** Euro cents incl. VAT. */
  readonly totalAmount: number;
  /** Whether a payment method is selected, or a gift card pays everything. */
  readonly isPaymentChosen: boolean;
}

/** Returns true if the billing step can be entered: the cart has products. */
const isBillingReady = ({ productCount }: CheckoutDetails): boolean => productCount > 0;

const isDeliveryReady = (facts: CheckoutDetails): boolean =>
  isBillingReady(facts) && facts.billingCountryId !== null;

/** Returns true if the destination is known (specification, 'Checkout readiness'). */
function isPaymentReady(facts: CheckoutDetails): boolean {
  if (!isDeliveryReady(facts)) return false;
  if (!facts.needsDelivery) return true;
  if (facts.shippingMethod === PARCEL_SHIPPING_METHOD) {
    return (facts.parcelShopId ?? '') !== '' && (facts.parcelShopZipcodeOrCity ?? '') !== '';
  }
  return !facts.hasAlternativeAddress || facts.alternativeCountryId !== null;
}

/** Returns false once the total is 0 and customer and destination are known. */
const needsPayment = (facts: CheckoutDetails): boolean => facts.totalAmount !== 0 || !isPaymentReady(facts);

/**
 * Lists the steps that a cart needs, in order. Without a parcel there is no delivery step, and with a total
 * of 0 no payment step.
 */
export function listNeededSteps(facts: CheckoutDetails): CheckoutStep[] {
  return checkoutSteps.filter(
    (step) => step === 'billing' || (step === 'delivery' ? facts.needsDelivery : facts.totalAmount !== 0),
  );
}

/** Returns true if a step can be entered. */
export function isStepReady(step: CheckoutStep, facts: CheckoutDetails): boolean {
  if (step === 'billing') return isBillingReady(facts);
  if (step === 'delivery') return isDeliveryReady(facts) && facts.needsDelivery;
  return isPaymentReady(facts) && needsPayment(facts);
}

/**
 * Returns the step to show for a requested one: the step itself if it can be entered, otherwise the last one
 * before it that can. Null if the cart is empty, and the cart page is shown instead.
 */
export function findReadyStep(asked: CheckoutStep, facts: CheckoutDetails): CheckoutStep | null {
  const steps = listNeededSteps(facts);
  const upTo = steps.filter((step) => checkoutSteps.indexOf(step) <= checkoutSteps.indexOf(asked));
  return upTo.findLast((step) => isStepReady(step, facts)) ?? null;
}

/** Returns the first step with missing details before the order can be placed; null if nothing is missing. */
export function findOpenStep(facts: CheckoutDetails): CheckoutStep | null {
  if (!isBillingReady(facts) || facts.billingCountryId === null) return 'billing';
  if (!isPaymentReady(facts)) return 'delivery';
  return needsPayment(facts) && !facts.isPaymentChosen ? 'payment' : null;
}

/** Returns the last step that a cart needs, which shows the summary and the order button. */
export const getLastStep = (facts: CheckoutDetails): CheckoutStep =>
  listNeededSteps(facts).at(-1) ?? 'billing';
