import type { RetentionRules } from '../../core/privacy/retention.ts';

/** Retention periods of the personal data of this module. */
export const orderRetention = {
  orders: {
    what: 'orders, with their addresses',
    since: 'created_at',
    days: 'retentionYears',
    why: 'tax law requires records of sales and buyers for up to ten years, by country',
  },
  orderCredits: {
    what: 'credits of orders',
    since: null,
    days: null,
    why: 'deleted with their order',
  },
  orderCreditParts: {
    what: 'lines, delivery and goodwill of a credit',
    since: null,
    days: null,
    why: 'deleted with their order',
  },
  orderLines: {
    what: 'lines of orders',
    since: null,
    days: null,
    why: 'deleted with their order',
  },
  orderSamples: {
    what: 'names of ordered samples',
    since: null,
    days: null,
    why: 'deleted with their order',
  },
  orderStatusChanges: {
    what: 'changes of order states',
    since: null,
    days: null,
    why: 'deleted with their order',
  },
  orderPromotions: {
    what: 'promotions used by orders',
    since: null,
    days: null,
    why: 'deleted with their order',
  },
  stockMovements: {
    what: 'stock taken and released by orders',
    since: null,
    days: null,
    why: 'deleted with their order',
  },
  orderNotes: {
    what: 'notes of staff about orders',
    since: null,
    days: null,
    why: 'deleted with their order, or when its customer requests erasure',
  },
  invoices: {
    what: 'invoices and credit notes',
    since: null,
    days: null,
    why: 'deleted with their order',
  },
} as const satisfies RetentionRules;
