import type { CartDifference } from '../../shared/contract/carts.ts';
import type { Dealer, ParcelShop } from '../../shared/contract/places.ts';
import type { SiteTimeZone } from '../../shared/rules/time-zones.ts';

/** What is wrong with a form: a field of it, or the whole where `field` is null. Codes are those of the API's problem documents. */
export interface FormProblem {
  readonly field: string | null;
  readonly code: string;
  /** What the API says besides: pieces that there are (insufficient_stock), euro cents that the goods must reach (discount_code_minimum), what an order costs now (total_changed). */
  readonly amount?: number;
  /** Step of the checkout that is not ready (checkout_not_ready). */
  readonly step?: string;
  /** Seconds after which another try may succeed (too_many_attempts). */
  readonly waitSeconds?: number;
  /** Which of several files it is about, from 1 (file_refused). */
  readonly position?: number;
}

/** What became of a form that was sent, for the page that shows it again. */
export interface ActionResult {
  /** Name of the form, as its hidden field `form` tells it. */
  readonly form: string;
  /** Which of several forms of that name on a page: its hidden field `of`; '' where there is one only. */
  readonly of: string;
  /** 'shown': it is not finished, and comes again with what it asked for. */
  readonly status: 'done' | 'refused' | 'shown';
  /** What was typed, by field; empty once it is done. */
  readonly values: Readonly<Record<string, string>>;
  readonly problems: readonly FormProblem[];
  /** What it was about, where that is worth going back to. */
  readonly subject?: FormSubject;
  readonly line?: FormLine;
  readonly differences?: readonly FormDifference[];
  readonly receipt?: FormReceipt;
  readonly places?: FormPlaces;
}

/** That something was received, for whoever sent it. */
export interface FormReceipt {
  /** Instant, to the second. */
  readonly receivedAt: string;
  /** In whose time it is told: the shop's. */
  readonly timeZone: SiteTimeZone;
  /** Where the receipt can be loaded, on this host. */
  readonly path: string;
}

/** Where a parcel can be collected, nearest first. */
export interface FormPlaces {
  /** Postcode or town that they are near to. */
  readonly near: string;
  readonly parcelShops?: readonly ParcelShop[];
  readonly dealers?: readonly Dealer[];
}

/** What is other in a cart since it came to another site: the price of one piece, in euro cents; what is not sold there; a code. */
export type FormDifference = Pick<CartDifference, 'kind' | 'description' | 'formerAmount' | 'currentAmount'>;

/** A page of this shop that a form was about: the product of a review. */
export interface FormSubject {
  readonly title: string;
  readonly url: string;
}

/** The line of the cart that a form was about. */
export interface FormLine {
  readonly productVariantId: number;
  /** Pieces that are in it now, or were in it before it was taken out. */
  readonly quantity: number;
  /** Names of the samples that were taken out with it, in their order; null for one without. */
  readonly sampleNames?: readonly (string | null)[];
}

/** What a private page is told of a form that was sent without script and has succeeded: shown once, and gone with the next load. */
export interface SentNotice {
  /** Name of the form. */
  readonly form: string;
  /** Path of the page that the form was on; null where there is nothing to go back to. */
  readonly back: string | null;
  readonly subject?: FormSubject;
  readonly line?: FormLine;
  readonly differences?: readonly FormDifference[];
  readonly receipt?: FormReceipt;
}
