import type { RetentionRules } from '../../core/privacy/retention.ts';

/** Retention periods of the personal data of this module. */
export const giftCardRetention = {
  cartGiftCards: {
    what: 'gift cards of carts',
    since: null,
    days: null,
    why: 'deleted with their cart',
  },
  giftCards: {
    what: 'gift cards, their numbers and pins as keyed hashes',
    since: null,
    days: null,
    why: 'usable as long as they have a balance',
  },
  giftCardMovements: {
    what: 'amounts that orders took from gift cards',
    since: null,
    days: null,
    why: 'deleted with their order',
  },
} as const satisfies RetentionRules;
