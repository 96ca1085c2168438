import { splitAmount } from '../../../../shared/rules/cart/split-amount.ts';
import type { PaymentCostShare } from './payment-costs.ts';

/** The part of an amount at one VAT rate. Euro cents. */
export interface VatShare {
  readonly vatRatePercentage: number;
  readonly amountExclVat: number;
  readonly vatAmount: number;
}

/** Reason for a credit. */
export type CreditReason = 'cancelled' | 'refund' | 'return' | 'withdrawal';

/** A part of a credit. */
export interface CreditPart {
  /** `payment` is the payment costs; `goodwill` is an amount without goods. */
  readonly kind: 'line' | 'delivery' | 'payment' | 'goodwill';
  /** Position of the order line; null for the other kinds. */
  readonly position: number | null;
  /** Pieces of the line; null for the other kinds. */
  readonly quantity: number | null;
  /** Euro cents incl. VAT. */
  readonly amount: number;
  readonly vatRatePercentage: number;
}

/** A part of an order that can still be credited. */
export interface CreditablePart {
  readonly kind: 'line' | 'delivery' | 'payment';
  readonly position: number | null;
  /** Remaining pieces of a line; null for delivery and payment. */
  readonly quantity: number | null;
  /** Remaining euro cents incl. VAT. */
  readonly amount: number;
  readonly vatRatePercentage: number;
}

/** The data of an order that determines what can be credited. */
export interface CreditBasis {
  /** VAT amounts of the invoice. */
  readonly vatAmounts: readonly VatShare[];
  readonly lines: readonly {
    readonly position: number;
    readonly quantity: number;
    /** Euro cents incl. VAT, after its share of the order discounts. */
    readonly paidAmount: number;
    readonly vatRatePercentage: number;
  }[];
  /** Payment costs by VAT rate. */
  readonly paymentCosts: readonly PaymentCostShare[];
  /** Parts of the credits so far. */
  readonly credited: readonly CreditPart[];
}

/** A credit requested by staff. */
export interface CreditRequest {
  readonly pieces: readonly { readonly position: number; readonly quantity: number }[];
  readonly hasDelivery: boolean;
  readonly hasPaymentCosts: boolean;
  /**
   * Euro cents incl. VAT without goods; null for none. `vatRatePercentage` may be null if the order has only
   * one rate.
   */
  readonly goodwill: { readonly amount: number; readonly vatRatePercentage: number | null } | null;
}

/** The means that is refunded first: the payment, up to the amount paid, or the gift card. */
export const creditMethods = ['payment', 'giftCard'] as const;
export type CreditMethod = (typeof creditMethods)[number];

/** A credit with its reason, means and author. */
export interface CreditOptions {
  readonly request: CreditRequest;
  readonly reason: CreditReason;
  readonly means: CreditMethod;
  readonly now: Date;
}

/** A credit and the part of it that is returned to the gift card. Euro cents. */
export interface CreditResult {
  readonly amount: number;
  readonly giftCardAmount: number;
}

/** Why a credit is refused. */
export type CreditRefusal =
  /** Nothing was requested, or nothing is left of the requested parts. */
  | { readonly code: 'refund_nothing' }
  /** The order has several VAT rates, or does not have this one. */
  | { readonly code: 'refund_vat_rate' }
  /**
   * The request exceeds what is left of a line, a VAT rate or the order; `amount` is what is left in euro
   * cents.
   */
  | { readonly code: 'order_refund_too_much'; readonly amount: number }
  /** A gift card that was sold with a line has been used. */
  | { readonly code: 'order_card_used' }
  /** The request has more pieces than are left of a line. */
  | { readonly code: 'refund_pieces'; readonly position: number; readonly quantity: number };

const sumNumbers = (amounts: readonly number[]): number =>
  amounts.reduce((total, amount) => total + amount, 0);

const sumParts = (parts: readonly CreditPart[]): number => sumNumbers(parts.map(({ amount }) => amount));

/** Returns euro cents incl. VAT by VAT rate. */
function sumByVatRate(shares: readonly VatShare[]): Map<number, number> {
  const rates = new Map<number, number>();
  for (const { vatRatePercentage, amountExclVat, vatAmount } of shares) {
    rates.set(vatRatePercentage, (rates.get(vatRatePercentage) ?? 0) + amountExclVat + vatAmount);
  }
  return rates;
}

/** Returns the euro cents incl. VAT that are left to credit at a VAT rate. */
function getCreditableAtVatRate({ vatAmounts, credited }: CreditBasis, rate: number): number {
  const ofRate = credited.filter(({ vatRatePercentage }) => vatRatePercentage === rate);
  return (sumByVatRate(vatAmounts).get(rate) ?? 0) - sumParts(ofRate);
}

/**
 * Lists what can still be credited of an order: its lines in their order, then delivery, then payment costs,
 * by VAT rate. Free lines are left out.
 */
export function listCreditableParts(basis: CreditBasis): CreditablePart[] {
  const { vatAmounts, lines, paymentCosts, credited } = basis;
  const lineParts = lines.flatMap((line): CreditablePart[] => {
    const { position, paidAmount, vatRatePercentage } = line;
    const parts = credited.filter((part) => part.kind === 'line' && part.position === position);
    const quantity = line.quantity - sumNumbers(parts.map((part) => part.quantity ?? 0));
    const amount = paidAmount - sumParts(parts);
    return paidAmount > 0 && quantity > 0
      ? [{ kind: 'line', position, quantity, amount, vatRatePercentage }]
      : [];
  });
  const getPaymentCosts = (rate: number) =>
    sumNumbers(paymentCosts.filter((share) => share.vatRatePercentage === rate).map(({ amount }) => amount));
  const listService = (kind: 'delivery' | 'payment', rate: number, total: number): CreditablePart[] => {
    const parts = credited.filter((part) => part.kind === kind && part.vatRatePercentage === rate);
    const amount = total - sumParts(parts);
    return amount > 0 ? [{ kind, position: null, quantity: null, amount, vatRatePercentage: rate }] : [];
  };
  const rates = [...sumByVatRate(vatAmounts)];
  const deliveryParts = rates.flatMap(([rate, total]) => {
    const goods = lines.filter((line) => line.vatRatePercentage === rate);
    const paid = sumNumbers(goods.map(({ paidAmount }) => paidAmount));
    return listService('delivery', rate, total - paid - getPaymentCosts(rate));
  });
  const paymentParts = rates.flatMap(([rate]) => listService('payment', rate, getPaymentCosts(rate)));
  return [...lineParts, ...deliveryParts, ...paymentParts];
}

const toCreditPart = ({
  kind,
  position,
  quantity,
  amount,
  vatRatePercentage,
}: CreditablePart): CreditPart => ({
  kind,
  position,
  quantity,
  amount,
  vatRatePercentage,
});

/**
 * Lists everything that is left to credit. Earlier goodwill is offset, so that the total of each VAT rate
 * matches the invoice.
 */
export function listRemainingParts(basis: CreditBasis): CreditPart[] {
  const parts = listCreditableParts(basis).map(toCreditPart);
  const offsets = [...sumByVatRate(basis.vatAmounts).keys()].flatMap((vatRatePercentage): CreditPart[] => {
    const ofRate = parts.filter((part) => part.vatRatePercentage === vatRatePercentage);
    const amount = getCreditableAtVatRate(basis, vatRatePercentage) - sumParts(ofRate);
    return amount === 0
      ? []
      : [{ kind: 'goodwill', position: null, quantity: null, amount, vatRatePercentage }];
  });
  return [...parts, ...offsets];
}

const createGoodwillPart = (amount: number, vatRatePercentage: number): CreditPart => ({
  kind: 'goodwill',
  position: null,
  quantity: null,
  amount,
  vatRatePercentage,
});

/**
 * Returns the credit of some pieces of a line. It is rounded so that all pieces together give the amount paid
 * for the line.
 */
function createLineCredit(left: CreditablePart, quantity: number): CreditPart {
  const pieces = left.quantity ?? 1;
  const rest = Math.round((left.amount * (pieces - quantity)) / pieces);
  return { ...toCreditPart(left), quantity, amount: left.amount - rest };
}

/**
 * Returns the parts of a credit requested by staff.
 *
 * @returns the parts, or why the credit is refused
 */
export function planCredit(
  basis: CreditBasis,
  { pieces, hasDelivery, hasPaymentCosts, goodwill }: CreditRequest,
): readonly CreditPart[] | CreditRefusal {
  const creditable = listCreditableParts(basis);
  const parts: CreditPart[] = [];
  for (const [index, { position, quantity }] of pieces.entries()) {
    const isRepeated = pieces.findIndex((other) => other.position === position) < index;
    const left = creditable.find((item) => item.kind === 'line' && item.position === position);
    if (!left || isRepeated || quantity > (left.quantity ?? 0)) {
      return { code: 'refund_pieces', position, quantity: left?.quantity ?? 0 };
    }
    parts.push(createLineCredit(left, quantity));
  }
  if (hasDelivery) parts.push(...creditable.filter(({ kind }) => kind === 'delivery').map(toCreditPart));
  if (hasPaymentCosts) parts.push(...creditable.filter(({ kind }) => kind === 'payment').map(toCreditPart));
  const rates = sumByVatRate(basis.vatAmounts);
  if (goodwill !== null) {
    const [onlyRate] = rates.size === 1 ? rates.keys() : [];
    const vatRatePercentage = goodwill.vatRatePercentage ?? onlyRate;
    if (vatRatePercentage === undefined || !rates.has(vatRatePercentage)) return { code: 'refund_vat_rate' };
    parts.push(createGoodwillPart(goodwill.amount, vatRatePercentage));
  }
  for (const rate of rates.keys()) {
    const left = getCreditableAtVatRate(basis, rate);
    const wanted = sumParts(parts.filter(({ vatRatePercentage }) => vatRatePercentage === rate));
    if (wanted <= left) continue;
    // If goods were partly credited as goodwill before, only the rest is left.
    if (goodwill !== null) return { code: 'order_refund_too_much', amount: left };
    parts.push(createGoodwillPart(left - wanted, rate));
  }
  return sumParts(parts) > 0 ? parts : { code: 'refund_nothing' };
}

/** Spreads an amount without known parts over the VAT rates of an invoice in proportion. */
export function spreadAmountOverVatRates(vatAmounts: readonly VatShare[], amount: number): CreditPart[] {
  const rates = [...sumByVatRate(vatAmounts)];
  const amounts = splitAmount(
    amount,
    rates.map(([, weight], order) => ({ weight, order })),
  );
  return rates.flatMap(([vatRatePercentage], index): CreditPart[] => {
    const share = amounts[index] ?? 0;
    return share === 0
      ? []
      : [{ kind: 'goodwill', position: null, quantity: null, amount: share, vatRatePercentage }];
  });
}

/**
 * Spreads an amount without goods over the VAT rates of an invoice, in proportion to what is left to credit
 * at each.
 *
 * @returns null if less is left
 */
export function spreadAmountOverRemainder(basis: CreditBasis, amount: number): CreditPart[] | null {
  const left = [...sumByVatRate(basis.vatAmounts).keys()].map((rate) => ({
    rate,
    weight: Math.max(0, getCreditableAtVatRate(basis, rate)),
  }));
  if (sumNumbers(left.map(({ weight }) => weight)) < amount) return null;
  const amounts = splitAmount(
    amount,
    left.map(({ weight }, order) => ({ weight, order })),
  );
  return left.flatMap(({ rate }, index) => {
    const share = amounts[index] ?? 0;
    return share === 0 ? [] : [createGoodwillPart(share, rate)];
  });
}

/** Returns the euro cents incl. VAT of a credit. */
export const getCreditAmount = sumParts;

/**
 * Returns the VAT of a credit by rate: the total credited including it, minus the total credited before. All
 * credits of an order together therefore match its invoice to the cent.
 *
 * @param basis basis with the parts of earlier credits only
 */
export function splitCreditVat(basis: CreditBasis, parts: readonly CreditPart[]): VatShare[] {
  const { vatAmounts, credited } = basis;
  const rates = sumByVatRate(vatAmounts);
  return [...rates].flatMap(([vatRatePercentage, inclVat]): VatShare[] => {
    const ofRate = ({ vatRatePercentage: rate }: { readonly vatRatePercentage: number }) =>
      rate === vatRatePercentage;
    const vat = sumNumbers(vatAmounts.filter(ofRate).map(({ vatAmount }) => vatAmount));
    const getVat = (amount: number) => (inclVat === 0 ? 0 : Math.round((amount * vat) / inclVat));
    const before = sumParts(credited.filter(ofRate));
    const amount = sumParts(parts.filter(ofRate));
    const vatAmount = getVat(before + amount) - getVat(before);
    return amount === 0 ? [] : [{ vatRatePercentage, amountExclVat: amount - vatAmount, vatAmount }];
  });
}
