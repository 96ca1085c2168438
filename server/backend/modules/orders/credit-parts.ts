import { splitAmount } from '../../../../shared/rules/cart/split-amount.ts';
import type { PaymentCostShare } from './payment-costs.ts';

/** What of an amount is of a rate of VAT. Euro cents. */
export interface VatShare {
  readonly vatRatePercentage: number;
  readonly amountExclVat: number;
  readonly vatAmount: number;
}

/** Why the shop credits something of an order. */
export type CreditReason = 'cancelled' | 'refund' | 'return' | 'withdrawal';

/** A part of a credit. */
export interface CreditPart {
  /** `payment` is the costs of the method of payment; `goodwill` an amount without goods. */
  readonly kind: 'line' | 'delivery' | 'payment' | 'goodwill';
  /** Of the order line; null for the other kinds. */
  readonly position: number | null;
  /** Pieces of the line; null for the other kinds. */
  readonly quantity: number | null;
  /** Euro cents incl. VAT. */
  readonly amount: number;
  readonly vatRatePercentage: number;
}

/** What of an order can still be credited. */
export interface Creditable {
  readonly kind: 'line' | 'delivery' | 'payment';
  readonly position: number | null;
  /** Pieces that are left of a line; null for delivery and payment. */
  readonly quantity: number | null;
  /** Euro cents incl. VAT that are left. */
  readonly amount: number;
  readonly vatRatePercentage: number;
}

/** What of an order decides what can be credited. */
export interface CreditBasis {
  /** Of the invoice. */
  readonly vatAmounts: readonly VatShare[];
  readonly lines: readonly {
    readonly position: number;
    readonly quantity: number;
    /** Euro cents incl. VAT, its share of the discounts on the order taken off. */
    readonly paidAmount: number;
    readonly vatRatePercentage: number;
  }[];
  /** Costs of payment by rate of VAT. */
  readonly paymentCosts: readonly PaymentCostShare[];
  /** Parts of the credits so far. */
  readonly credited: readonly CreditPart[];
}

/** What staff credit. */
export interface CreditRequest {
  readonly pieces: readonly { readonly position: number; readonly quantity: number }[];
  readonly hasDelivery: boolean;
  readonly hasPaymentCosts: boolean;
  /** Euro cents incl. VAT without goods; null for none. `vatRatePercentage` may be null where the order has one rate only. */
  readonly goodwill: { readonly amount: number; readonly vatRatePercentage: number | null } | null;
}

/** By which means a credit is refunded: first by the payment as far as it paid, or first by the gift card. */
export const creditMeans = ['payment', 'giftCard'] as const;
export type CreditMeans = (typeof creditMeans)[number];

/** A credit that staff make. */
export interface CreditOptions {
  readonly request: CreditRequest;
  readonly reason: CreditReason;
  readonly means: CreditMeans;
  readonly now: Date;
}

/** What was credited, and how much of it is returned to the gift card. Euro cents. */
export interface Credited {
  readonly amount: number;
  readonly giftCardAmount: number;
}

/** Why something cannot be credited. */
export type CreditRefusal =
  /** Nothing was asked for, or nothing is left of it. */
  | { readonly code: 'refund_nothing' }
  /** The order has several rates of VAT, or not this one. */
  | { readonly code: 'refund_vat_rate' }
  /** More than is left of a line, a rate or the order; euro cents that are left. */
  | { readonly code: 'order_refund_too_much'; readonly amount: number }
  /** A gift card that was sold with a line has been used. */
  | { readonly code: 'order_card_used' }
  /** More pieces than are left of a line. */
  | { readonly code: 'refund_pieces'; readonly position: number; readonly quantity: number };

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

const sumParts = (parts: readonly CreditPart[]): number => sum(parts.map(({ amount }) => amount));

/** Euro cents incl. VAT by rate of VAT. */
function sumRates(shares: readonly VatShare[]): Map<number, number> {
  const rates = new Map<number, number>();
  for (const { vatRatePercentage, amountExclVat, vatAmount } of shares) {
    rates.set(vatRatePercentage, (rates.get(vatRatePercentage) ?? 0) + amountExclVat + vatAmount);
  }
  return rates;
}

/** Euro cents incl. VAT that are left to credit at a rate of VAT. */
function getLeftAtRate({ vatAmounts, credited }: CreditBasis, rate: number): number {
  const ofRate = credited.filter(({ vatRatePercentage }) => vatRatePercentage === rate);
  return (sumRates(vatAmounts).get(rate) ?? 0) - sumParts(ofRate);
}

/**
 * What of an order can still be credited: its lines in their order, then delivery, then costs of payment, by rate of VAT. Lines that cost nothing are
 * left out.
 */
export function listCreditable(basis: CreditBasis): Creditable[] {
  const { vatAmounts, lines, paymentCosts, credited } = basis;
  const ofLines = lines.flatMap((line): Creditable[] => {
    const { position, paidAmount, vatRatePercentage } = line;
    const parts = credited.filter((part) => part.kind === 'line' && part.position === position);
    const quantity = line.quantity - sum(parts.map((part) => part.quantity ?? 0));
    const amount = paidAmount - sumParts(parts);
    return paidAmount > 0 && quantity > 0
      ? [{ kind: 'line', position, quantity, amount, vatRatePercentage }]
      : [];
  });
  const getPaymentCosts = (rate: number) =>
    sum(paymentCosts.filter((share) => share.vatRatePercentage === rate).map(({ amount }) => amount));
  const listService = (kind: 'delivery' | 'payment', rate: number, total: number): Creditable[] => {
    const parts = credited.filter((part) => part.kind === kind && part.vatRatePercentage === rate);
    const amount = total - sumParts(parts);
    return amount > 0 ? [{ kind, position: null, quantity: null, amount, vatRatePercentage: rate }] : [];
  };
  const rates = [...sumRates(vatAmounts)];
  const ofDelivery = rates.flatMap(([rate, total]) => {
    const goods = lines.filter((line) => line.vatRatePercentage === rate);
    const paid = sum(goods.map(({ paidAmount }) => paidAmount));
    return listService('delivery', rate, total - paid - getPaymentCosts(rate));
  });
  const ofPayment = rates.flatMap(([rate]) => listService('payment', rate, getPaymentCosts(rate)));
  return [...ofLines, ...ofDelivery, ...ofPayment];
}

const toPart = ({ kind, position, quantity, amount, vatRatePercentage }: Creditable): CreditPart => ({
  kind,
  position,
  quantity,
  amount,
  vatRatePercentage,
});

/** Everything that is left to credit. Goodwill that was credited before is offset, so that the rates come to what the invoice says. */
export function listRest(basis: CreditBasis): CreditPart[] {
  const parts = listCreditable(basis).map(toPart);
  const offsets = [...sumRates(basis.vatAmounts).keys()].flatMap((vatRatePercentage): CreditPart[] => {
    const ofRate = parts.filter((part) => part.vatRatePercentage === vatRatePercentage);
    const amount = getLeftAtRate(basis, vatRatePercentage) - sumParts(ofRate);
    return amount === 0
      ? []
      : [{ kind: 'goodwill', position: null, quantity: null, amount, vatRatePercentage }];
  });
  return [...parts, ...offsets];
}

const createGoodwill = (amount: number, vatRatePercentage: number): CreditPart => ({
  kind: 'goodwill',
  position: null,
  quantity: null,
  amount,
  vatRatePercentage,
});

/** Some pieces of a line. Rounded so that all pieces together come to what was paid for the line. */
function takePieces(left: Creditable, quantity: number): CreditPart {
  const pieces = left.quantity ?? 1;
  const rest = Math.round((left.amount * (pieces - quantity)) / pieces);
  return { ...toPart(left), quantity, amount: left.amount - rest };
}

/**
 * The parts of a credit that staff ask for.
 *
 * @returns the parts, or why it cannot be credited
 */
export function planCredit(
  basis: CreditBasis,
  { pieces, hasDelivery, hasPaymentCosts, goodwill }: CreditRequest,
): readonly CreditPart[] | CreditRefusal {
  const creditable = listCreditable(basis);
  const parts: CreditPart[] = [];
  for (const [index, { position, quantity }] of pieces.entries()) {
    const isRepeated = pieces.findIndex((other) => other.position === position) < index;
    const left = creditable.find((item) => item.kind === 'line' && item.position === position);
    if (!left || isRepeated || quantity > (left.quantity ?? 0)) {
      return { code: 'refund_pieces', position, quantity: left?.quantity ?? 0 };
    }
    parts.push(takePieces(left, quantity));
  }
  if (hasDelivery) parts.push(...creditable.filter(({ kind }) => kind === 'delivery').map(toPart));
  if (hasPaymentCosts) parts.push(...creditable.filter(({ kind }) => kind === 'payment').map(toPart));
  const rates = sumRates(basis.vatAmounts);
  if (goodwill !== null) {
    const [onlyRate] = rates.size === 1 ? rates.keys() : [];
    const vatRatePercentage = goodwill.vatRatePercentage ?? onlyRate;
    if (vatRatePercentage === undefined || !rates.has(vatRatePercentage)) return { code: 'refund_vat_rate' };
    parts.push(createGoodwill(goodwill.amount, vatRatePercentage));
  }
  for (const rate of rates.keys()) {
    const left = getLeftAtRate(basis, rate);
    const wanted = sumParts(parts.filter(({ vatRatePercentage }) => vatRatePercentage === rate));
    if (wanted <= left) continue;
    // Goods of which a part was credited as goodwill before: the rest of them is left.
    if (goodwill !== null) return { code: 'order_refund_too_much', amount: left };
    parts.push(createGoodwill(left - wanted, rate));
  }
  return sumParts(parts) > 0 ? parts : { code: 'refund_nothing' };
}

/** An amount that nothing is known of but its sum, spread over the rates of an invoice in proportion. */
export function spreadOverRates(vatAmounts: readonly VatShare[], amount: number): CreditPart[] {
  const rates = [...sumRates(vatAmounts)];
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
 * An amount without goods, spread over the rates of an invoice in proportion to what is left to credit at each.
 *
 * @returns null if less is left
 */
export function spreadOverRest(basis: CreditBasis, amount: number): CreditPart[] | null {
  const left = [...sumRates(basis.vatAmounts).keys()].map((rate) => ({
    rate,
    weight: Math.max(0, getLeftAtRate(basis, rate)),
  }));
  if (sum(left.map(({ weight }) => weight)) < amount) return null;
  const amounts = splitAmount(
    amount,
    left.map(({ weight }, order) => ({ weight, order })),
  );
  return left.flatMap(({ rate }, index) => {
    const share = amounts[index] ?? 0;
    return share === 0 ? [] : [createGoodwill(share, rate)];
  });
}

/** Euro cents incl. VAT of a credit. */
export const getCreditAmount = sumParts;

/**
 * The VAT of a credit by rate: what has been credited with it less what was credited before, so that all credits of an order together
 * come to the amounts of its invoice to the cent.
 *
 * @param basis with the parts of earlier credits only
 */
export function splitCreditVat(basis: CreditBasis, parts: readonly CreditPart[]): VatShare[] {
  const { vatAmounts, credited } = basis;
  const rates = sumRates(vatAmounts);
  return [...rates].flatMap(([vatRatePercentage, inclVat]): VatShare[] => {
    const ofRate = ({ vatRatePercentage: rate }: { readonly vatRatePercentage: number }) =>
      rate === vatRatePercentage;
    const vat = sum(vatAmounts.filter(ofRate).map(({ vatAmount }) => vatAmount));
    const getVat = (amount: number) => (inclVat === 0 ? 0 : Math.round((amount * vat) / inclVat));
    const before = sumParts(credited.filter(ofRate));
    const amount = sumParts(parts.filter(ofRate));
    const vatAmount = getVat(before + amount) - getVat(before);
    return amount === 0 ? [] : [{ vatRatePercentage, amountExclVat: amount - vatAmount, vatAmount }];
  });
}
