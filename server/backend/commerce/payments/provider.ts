import type { Billing } from '../../../../shared/contract/people.ts';
import type { PaymentStatus } from '../../../../shared/rules/orders/order-status.ts';

/**
 * A line of a payment. Amounts are euro cents incl. VAT: `unitAmount` × `quantity` − `discountAmount` is
 * `totalAmount`.
 */
export interface PaymentLine {
  /** The last three kinds are neither goods nor delivery; `giftCard` and `discount` lines are negative. */
  readonly kind: 'goods' | 'digital' | 'delivery' | 'giftCard' | 'surcharge' | 'discount';
  readonly description: string;
  readonly quantity: number;
  readonly unitAmount: number;
  readonly discountAmount: number;
  readonly totalAmount: number;
  readonly vatRatePercentage: number;
  /** VAT included in `totalAmount`. */
  readonly vatAmount: number;
}

/** A payment to start at a provider. */
export interface PaymentToBegin {
  /**
   * Id of the shop. It is the idempotency key at the provider, so that a repeat does not start a second
   * payment.
   */
  readonly paymentId: string;
  /** Euro cents. */
  readonly amount: number;
  readonly methodKey: string;
  readonly issuer: string | null;
  /** Text on the customer's statement: brand and order number. */
  readonly description: string;
  readonly orderNumber: string;
  /** Sent to the provider, so that a payment without a row in the shop can be matched. */
  readonly orderId: string;
  readonly siteId: number;
  /** Billing details. Only used by methods whose provider requires them. */
  readonly billing: Billing;
  /** Lines in the order of the order; they add up to `amount`. Used by the same methods. */
  readonly lines: readonly PaymentLine[];
  /** Country of the billing address, such as 'NL'; null if the shop no longer knows it. */
  readonly regionCode: string;
  /** Language of the provider's page, such as 'nl-NL'. */
  readonly culture: string;
  /** Absolute URL to which the customer returns. */
  readonly redirectUrl: string;
  /** Absolute URL to which the provider sends notifications. */
  readonly webhookUrl: string;
  /** Time at which the shop stops waiting for the payment. */
  readonly expiresAt: Date;
}

/** The details for a bank transfer. */
export interface TransferDetails {
  readonly accountHolder: string;
  readonly iban: string | null;
  /** Multibanco only. */
  readonly entity: string | null;
  readonly reference: string;
}

/** A refund as the provider reports it. */
export interface ProviderRefund {
  readonly providerRefundId: string;
  /** Id that the shop gave to the provider; null for a refund made in the provider's dashboard. */
  readonly refundId: string | null;
  /** Euro cents. */
  readonly amount: number;
  /** Whether it failed or was cancelled at the provider: the money stayed there or was returned. */
  readonly isFailed: boolean;
}

/** A payment in a list of its provider. */
export interface ProviderPaymentSummary {
  readonly providerPaymentId: string;
  readonly status: PaymentStatus;
  /** Ordered euro cents. */
  readonly amount: number;
  readonly currency: string;
  /** Id that the shop gave to the provider. */
  readonly paymentId: string | null;
  /** The order that it pays; null for payments from before this id was sent to the provider. */
  readonly orderId: string | null;
  readonly siteId: number | null;
  /** Text for the customer: brand and order number. */
  readonly description: string;
  /** Page on which the customer pays; null if it does not exist or is no longer valid. */
  readonly paymentUrl: string | null;
  readonly transfer: TransferDetails | null;
  /** Refunded euro cents. */
  readonly refundedAmount: number;
  /** Euro cents that the customer's bank has charged back, less the amount returned since. */
  readonly chargedBackAmount: number;
}

/** A payment as its provider reports it. */
export interface ProviderPayment extends ProviderPaymentSummary {
  readonly refunds: readonly ProviderRefund[];
}

/** An entry of a provider's lists. */
export interface ListedPayment {
  readonly providerPaymentId: string;
  /** Null if only a refund or a chargeback of it was listed. */
  readonly summary: ProviderPaymentSummary | null;
}

/** Error of a provider. `isLasting`: a retry cannot succeed. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly isPermanent: boolean;

  /** @param message code or message of the provider, without personal data */
  constructor(message: string, options: { readonly isPermanent: boolean; readonly cause?: unknown }) {
    super(message, { cause: options.cause });
    this.isPermanent = options.isPermanent;
  }
}

/** A payment provider. Every call has a timeout and throws `ProviderError` on failure. */
export interface PaymentProvider {
  /** Returns whether the provider supports a payment method of the shop. */
  supports(methodKey: string): boolean;
  /** Lists the banks to choose from; empty if a method needs none. */
  listIssuers(methodKey: string): Promise<readonly { readonly issuer: string; readonly name: string }[]>;
  /** Starts a payment, once for each `paymentId`. */
  begin(payment: PaymentToBegin): Promise<ProviderPayment>;
  /** Returns a payment; null if the provider does not know the id. */
  fetch(providerPaymentId: string): Promise<ProviderPayment | null>;
  /**
   * Lists the payments that were started, refunded or charged back since a time, page by page. A payment may
   * be listed more than once.
   *
   * @throws ProviderError during the iteration, possibly after some pages
   */
  list(since: Date): AsyncIterable<readonly ListedPayment[]>;
  /** Captures an authorised amount. */
  capture(providerPaymentId: string, amount: number): Promise<void>;
  /**
   * Cancels a pending payment. A final one is left unchanged.
   *
   * @param options.releases whether an authorised payment is released as well: never if its customer may be
   * paying an order with it
   */
  cancel(providerPaymentId: string, options: { readonly releases: boolean }): Promise<void>;
  /** Refunds an amount, once for each `refundId`, however long ago it was first requested. */
  refund(
    providerPaymentId: string,
    refund: { readonly refundId: string; readonly amount: number; readonly description: string },
  ): Promise<{ readonly providerRefundId: string }>;
}
