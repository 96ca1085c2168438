import type { CartDifference } from '../../shared/contract/carts.ts';
import type { Dealer, ParcelShop } from '../../shared/contract/locations.ts';
import type { SiteTimeZone } from '../../shared/rules/time-zones.ts';

/**
 * Error of a form. `field` is null if it concerns the whole form. Codes are those of the API's problem
 * documents.
 */
export interface FormProblem {
  readonly field: string | null;
  readonly code: string;
  /**
   * Amount from the API: available pieces (insufficient_stock), required subtotal in euro cents
   * (discount_code_minimum), or new total in euro cents (total_changed).
   */
  readonly amount?: number;
  /** Checkout step that is not complete (checkout_not_ready). */
  readonly step?: string;
  /** Seconds until another attempt may succeed (too_many_attempts). */
  readonly waitSeconds?: number;
  /** Position of the refused file, from 1 (file_refused). */
  readonly position?: number;
}

/** Result of a sent form, for the page that shows it again. */
export interface ActionResult {
  /** Name of the form, from its hidden field `form`. */
  readonly form: string;
  /**
   * Identifies one of several forms with the same name on a page, from the hidden field `of`; '' if there is
   * only one.
   */
  readonly of: string;
  /** 'shown': the form is not finished and is rendered again with further data. */
  readonly status: 'done' | 'refused' | 'shown';
  /** Typed values by field; empty after success. */
  readonly values: Readonly<Record<string, string>>;
  readonly problems: readonly FormProblem[];
  /** Subject of the form, if a link back to it is useful. */
  readonly subject?: FormSubject;
  readonly line?: FormCartLine;
  readonly differences?: readonly FormCartDifference[];
  readonly receipt?: FormReceipt;
  readonly places?: FormPickupLocations;
}

/** Confirmation of receipt for the sender. */
export interface FormReceipt {
  /** Instant, to the second. */
  readonly receivedAt: string;
  /** Time zone of the shop, in which the instant is shown. */
  readonly timeZone: SiteTimeZone;
  /** Path of the receipt on this host. */
  readonly path: string;
}

/** Parcel shops, nearest first. */
export interface FormPickupLocations {
  /** Postcode or town of the search. */
  readonly near: string;
  readonly parcelShops?: readonly ParcelShop[];
  readonly dealers?: readonly Dealer[];
}

/**
 * Difference in a cart that was moved to another site: the price of one piece in euro cents, a product that
 * is not sold there, or a discount code.
 */
export type FormCartDifference = Pick<
  CartDifference,
  'kind' | 'description' | 'formerAmount' | 'currentAmount'
>;

/** Page of this shop that a form was about, such as the product of a review. */
export interface FormSubject {
  readonly title: string;
  readonly url: string;
}

/** Cart line that a form was about. */
export interface FormCartLine {
  readonly productVariantId: number;
  /** Quantity in the cart, or the quantity before the line was removed. */
  readonly quantity: number;
  /** Names of the samples that were removed with the line, in order; null for an unnamed sample. */
  readonly sampleNames?: readonly (string | null)[];
}

/**
 * Notice about a form that was sent without script and succeeded. A private page shows it once; it is gone
 * after the next load.
 */
export interface FormSuccessNotice {
  /** Name of the form. */
  readonly form: string;
  /** Path of the page that contained the form; null if there is no page to return to. */
  readonly back: string | null;
  readonly subject?: FormSubject;
  readonly line?: FormCartLine;
  readonly differences?: readonly FormCartDifference[];
  readonly receipt?: FormReceipt;
}
