import type { RetentionRules } from '../../core/privacy/retention.ts';

/** Retention periods of the personal data of this module. */
export const cartRetention = {
  carts: {
    what: 'carts, with the entered addresses',
    since: 'last_modified',
    days: 90,
    why: 'visitors who return within a season find their cart',
  },
  cartIds: {
    what: 'ids of carts, as hashes',
    since: null,
    days: null,
    why: 'deleted with their cart; one for a staff member expires after 60 minutes',
  },
  cartProducts: {
    what: 'contents of carts',
    since: null,
    days: null,
    why: 'deleted with their cart',
  },
  cartSamples: {
    what: 'names of samples',
    since: null,
    days: null,
    why: 'deleted with their cart',
  },
  handovers: {
    what: 'transfers of carts to another site',
    since: 'created_at',
    days: 1,
    why: 'a transfer works for five minutes; for the rest of the day a message says that it has expired',
  },
  impersonations: {
    what: 'keys with which a staff member may open a cart',
    since: 'created_at',
    days: 1,
    why: 'a key works for fifteen minutes; for the rest of the day a message says that it has expired',
  },
} as const satisfies RetentionRules;
