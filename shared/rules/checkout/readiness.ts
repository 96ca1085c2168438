/** Steps of the checkout that somebody fills in, in their order. */
export const checkoutSteps = ['billing', 'delivery', 'payment'] as const;
export type CheckoutStep = (typeof checkoutSteps)[number];

const PARCEL_SERVICE = 1;

/** As far as a cart decides which steps it needs and which are ready. */
export interface CheckoutFacts {
  /** Lines that the site sells. */
  readonly productCount: number;
  /** Null before a billing address is known. */
  readonly billingCountryId: number | null;
  /** Anything goes as a parcel. */
  readonly needsDelivery: boolean;
  /** Null: none was chosen; it goes to an address then. */
  readonly shippingMethod: number | null;
  readonly parcelShopId: string | null;
  readonly parcelShopZipcodeOrCity: string | null;
  readonly hasAlternativeAddress: boolean;
  /** Of the alternative address. */
  readonly alternativeCountryId: number | null;
  /** Euro cents incl. VAT. */
  readonly totalAmount: number;
  /** A method was chosen, or a gift card pays all. */
  readonly isPaymentChosen: boolean;
}

/** The billing step may be entered: there is something to buy. */
const isBillingReady = ({ productCount }: CheckoutFacts): boolean => productCount > 0;

const isDeliveryReady = (facts: CheckoutFacts): boolean =>
  isBillingReady(facts) && facts.billingCountryId !== null;

/** Where it goes is known well enough (specification, 'Checkout readiness'). */
function isPaymentReady(facts: CheckoutFacts): boolean {
  if (!isDeliveryReady(facts)) return false;
  if (!facts.needsDelivery) return true;
  if (facts.shippingMethod === PARCEL_SERVICE) {
    return (facts.parcelShopId ?? '') !== '' && (facts.parcelShopZipcodeOrCity ?? '') !== '';
  }
  return !facts.hasAlternativeAddress || facts.alternativeCountryId !== null;
}

/** Nothing has to be paid once the total is 0 and it is known who orders and where it goes. */
const needsPayment = (facts: CheckoutFacts): boolean => facts.totalAmount !== 0 || !isPaymentReady(facts);

/** The steps that a cart needs, in their order: what goes as no parcel has no delivery, what costs nothing no payment. */
export function listSteps(facts: CheckoutFacts): CheckoutStep[] {
  return checkoutSteps.filter(
    (step) => step === 'billing' || (step === 'delivery' ? facts.needsDelivery : facts.totalAmount !== 0),
  );
}

/** Whether a step may be entered. */
export function isStepReady(step: CheckoutStep, facts: CheckoutFacts): boolean {
  if (step === 'billing') return isBillingReady(facts);
  if (step === 'delivery') return isDeliveryReady(facts) && facts.needsDelivery;
  return isPaymentReady(facts) && needsPayment(facts);
}

/**
 * Where somebody who asks for a step is led: to that step if it may be entered, else to the last one before it that may be; null where
 * there is nothing to buy, and the cart is the place to go to.
 */
export function findReadyStep(asked: CheckoutStep, facts: CheckoutFacts): CheckoutStep | null {
  const steps = listSteps(facts);
  const upTo = steps.filter((step) => checkoutSteps.indexOf(step) <= checkoutSteps.indexOf(asked));
  return upTo.findLast((step) => isStepReady(step, facts)) ?? null;
}

/** The first step where something is missing before the order can be placed; null where nothing is. */
export function findOpenStep(facts: CheckoutFacts): CheckoutStep | null {
  if (!isBillingReady(facts) || facts.billingCountryId === null) return 'billing';
  if (!isPaymentReady(facts)) return 'delivery';
  return needsPayment(facts) && !facts.isPaymentChosen ? 'payment' : null;
}

/** The last step that a cart needs: the summary and the order button stand there. */
export const getLastStep = (facts: CheckoutFacts): CheckoutStep => listSteps(facts).at(-1) ?? 'billing';
