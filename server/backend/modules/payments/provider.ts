import type { Billing } from '../../../../shared/contract/people.ts';
import type { PaymentStatus } from '../../../../shared/rules/orders/order-status.ts';

/** A part of what a payment is for. Amounts are euro cents incl. VAT: `unitAmount` × `quantity` − `discountAmount` is `totalAmount`. */
export interface PaymentLine {
  /** What is neither goods nor delivery, and is below 0: a gift card that pays, or a discount. */
  readonly kind: 'goods' | 'digital' | 'delivery' | 'giftCard' | 'surcharge' | 'discount';
  readonly description: string;
  readonly quantity: number;
  readonly unitAmount: number;
  readonly discountAmount: number;
  readonly totalAmount: number;
  readonly vatRatePercentage: number;
  /** In `totalAmount`. */
  readonly vatAmount: number;
}

/** A payment that is to be begun at a provider. */
export interface PaymentToBegin {
  /** Ours; the provider is given it as idempotency key, so that a repeat begins no second one. */
  readonly paymentId: string;
  /** Euro cents. */
  readonly amount: number;
  readonly methodKey: string;
  readonly issuer: string | null;
  /** What the customer reads on their statement: brand and order number. */
  readonly description: string;
  readonly orderNumber: string;
  /** Named to the provider, so that a payment of which the shop lost the row is found by it. */
  readonly orderId: string;
  readonly siteId: number;
  /** Who pays: for methods whose provider asks for it, and for nothing else. */
  readonly billing: Billing;
  /** What it is for, in the order of the order: they come to `amount`. For the same methods. */
  readonly lines: readonly PaymentLine[];
  /** Of the country of that address, for example 'NL'; null where the shop knows it no more. */
  readonly regionCode: string | null;
  /** Language of the provider's page, for example 'nl-NL'. */
  readonly culture: string;
  /** Absolute: where the customer comes back to. */
  readonly redirectUrl: string;
  /** Absolute: where the provider tells of changes. */
  readonly webhookUrl: string;
  /** When the shop no longer waits for it. */
  readonly expiresAt: Date;
}

/** What a transfer must name. */
export interface TransferDetails {
  readonly accountHolder: string;
  readonly iban: string | null;
  /** Multibanco. */
  readonly entity: string | null;
  readonly reference: string;
}

/** A refund as its provider knows it. */
export interface ProviderRefund {
  readonly providerRefundId: string;
  /** Ours, as the provider was given it; null for a refund that was made in the provider's dashboard. */
  readonly refundId: string | null;
  /** Euro cents. */
  readonly amount: number;
  /** It failed or was cancelled at the provider: the money stayed there or came back. */
  readonly isFailed: boolean;
}

/** A payment in a list of its provider. */
export interface ProviderPaymentSummary {
  readonly providerPaymentId: string;
  readonly status: PaymentStatus;
  /** Euro cents that were ordered. */
  readonly amount: number;
  readonly currency: string;
  /** Ours, as the provider was given it. */
  readonly paymentId: string | null;
  /** The order that it pays; null for payments from before the provider was given it. */
  readonly orderId: string | null;
  readonly siteId: number | null;
  /** As the customer reads it: brand and order number. */
  readonly description: string;
  /** Page where the customer pays; null where there is none any more. */
  readonly paymentUrl: string | null;
  readonly transfer: TransferDetails | null;
  /** Euro cents that have gone back. */
  readonly refundedAmount: number;
  /** Euro cents that the customer's bank has taken back (charge-back), less what it has returned since. */
  readonly chargedBackAmount: number;
}

/** A payment as its provider knows it. */
export interface ProviderPayment extends ProviderPaymentSummary {
  readonly refunds: readonly ProviderRefund[];
}

/** An entry of a provider's lists. */
export interface ListedPayment {
  readonly providerPaymentId: string;
  /** Null if only a refund or a charge-back of it was listed. */
  readonly summary: ProviderPaymentSummary | null;
}

/** Why a provider could not do what it was asked. `isLasting`: asking again will not help. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly isLasting: boolean;

  /** @param message a code or the provider's own words, without anything of a person */
  constructor(message: string, options: { readonly isLasting: boolean; readonly cause?: unknown }) {
    super(message, { cause: options.cause });
    this.isLasting = options.isLasting;
  }
}

/** Who moves the money. Every call has a deadline; all throw `ProviderError`. */
export interface PaymentProvider {
  /** Whether it takes payments by a method of the shop. */
  supports(methodKey: string): boolean;
  /** Banks to choose from; empty where a method needs none. */
  listIssuers(methodKey: string): Promise<readonly { readonly issuer: string; readonly name: string }[]>;
  /** Begins a payment, once for each `paymentId`. */
  begin(payment: PaymentToBegin): Promise<ProviderPayment>;
  /** Null where the provider knows none with this id. */
  fetch(providerPaymentId: string): Promise<ProviderPayment | null>;
  /**
   * Lists the payments that were started, refunded or charged back since a moment, page by page. A payment may be listed more than once.
   *
   * @throws ProviderError from the iteration, also after some pages
   */
  list(since: Date): AsyncIterable<readonly ListedPayment[]>;
  /** Takes what was authorised. */
  capture(providerPaymentId: string, amount: number): Promise<void>;
  /**
   * Ends what waits; one that is over already stays as it is.
   *
   * @param options.releases whether what is authorised is released as well: never where its customer may just be paying an order by it
   */
  cancel(providerPaymentId: string, options: { readonly releases: boolean }): Promise<void>;
  /** Pays back, once for each `refundId`, however long ago it was asked for that before. */
  refund(
    providerPaymentId: string,
    refund: { readonly refundId: string; readonly amount: number; readonly description: string },
  ): Promise<{ readonly providerRefundId: string }>;
}
