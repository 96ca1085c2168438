import { DAY_MS } from '../../../shared/rules/durations.ts';
import type { TablesOf } from '../database/table-contents.ts';

/** Retention period of personal data, and why it is not shorter. */
export interface RetentionRule {
  readonly table: TablesOf<'person'>;
  /** Scope of the rule: all rows, rows in a state, or one column. */
  readonly what: string;
  /** Column with the start date; null if the data is retained as long as the shop exists. */
  readonly since: string | null;
  /**
   * Days, or 'retentionYears' for the years required by the law of the shop's country (`legal.json`), from
   * the end of the year.
   */
  readonly days: number | 'retentionYears' | null;
  readonly why: string;
}

/**
 * All personal data of the shop with its retention time. The deletion jobs read their times here, and
 * docs/privacy.md contains this table. A test compares both, and requires a rule for every table with
 * personal data.
 */
export const retention = {
  accounts: {
    table: 'account',
    what: 'accounts',
    since: null,
    days: null,
    why: 'their owner closes them',
  },
  unactivatedAccounts: {
    table: 'account',
    what: 'accounts whose mailed link was not followed',
    since: 'created_at',
    days: 7,
    why: 'the link works for a day, and can be mailed anew for a while',
  },
  accountAddresses: {
    table: 'accountAddress',
    what: 'delivery addresses that were saved, with the names of the persons',
    since: null,
    days: null,
    why: 'their owner deletes them, or closes the account',
  },
  accountRequests: {
    table: 'accountRequest',
    what: 'what was asked for without being signed in: an account, a new password, another mail',
    since: 'created_at',
    days: 1,
    why: 'it is done a moment after it was asked for, and goes then; what could not be done is asked for anew',
  },
  sessions: {
    table: 'accountSession',
    what: 'where somebody is signed in: browser, system and the first part of the address',
    since: 'last_seen_at',
    days: 30,
    why: 'whoever wants to stay signed in is known again for so long; other sessions go two hours after they were seen last',
  },
  accountTokens: {
    table: 'accountToken',
    what: 'what mailed links of accounts may do, as hashes',
    since: 'expires_at',
    days: 7,
    why: 'whoever follows one that is over is told so',
  },
  feedAdvice: {
    table: 'feedAdvice',
    what: 'rations that were saved',
    since: null,
    days: null,
    why: 'their owner deletes them, or closes the account',
  },
  roughageSamples: {
    table: 'roughageSample',
    what: 'samples of roughage tests: name, number and kind',
    since: null,
    days: null,
    why: 'they go with their account; those of guests name nobody but their order',
  },
  labResults: {
    table: 'labResult',
    what: 'results of roughage tests',
    since: null,
    days: null,
    why: 'they go with their sample',
  },
  returns: {
    table: 'productReturn',
    what: 'returns that were asked for',
    since: null,
    days: null,
    why: 'they go with their account or their order, whichever goes first',
  },
  returnAnswers: {
    table: 'returnAnswer',
    what: 'what was answered to returns',
    since: null,
    days: null,
    why: 'they go with their return',
  },
  returnPhotos: {
    table: 'returnPhoto',
    what: 'photos of what was wrong',
    since: null,
    days: null,
    why: 'they go with their return',
  },
  acts: {
    table: 'auditEntry',
    what: 'who has changed what of the shop, and when whose account was signed in to',
    since: 'at',
    days: 365,
    why: 'a wrong change, or a right that somebody misused, may be found only with the next yearly accounts',
  },
  countedActs: {
    table: 'rateLimit',
    what: 'how often somebody has done what is limited, under a keyed hash of their address',
    since: 'window_ends_at',
    days: 0,
    why: 'it counts until then',
  },
  keyedAnswers: {
    table: 'idempotentAnswer',
    what: 'answers to calls that came with an `Idempotency-Key`, and hashes of forms of the keeper’s pages',
    since: 'created_at',
    days: 1,
    why: 'whoever repeats such a call within a day gets the same answer, and nothing is done twice',
  },
  sentMails: {
    table: 'outboxMail',
    what: 'mails that were sent',
    since: 'sent_at',
    days: 14,
    why: 'to answer whoever asks whether their mail went out',
  },
  unsentMails: {
    table: 'outboxMail',
    what: 'mails that could not be sent',
    since: 'created_at',
    days: 30,
    why: 'to try them again once the mail server has been mended',
  },
  documents: {
    table: 'storedDocument',
    what: 'documents that mails carry, and that invoices and withdrawals name',
    since: 'keep_until',
    days: 0,
    why: 'whoever writes one says how long it is needed, and no mail, invoice or withdrawal that names it is kept longer',
  },
  unconfirmedReviews: {
    table: 'review',
    what: 'reviews whose mailed link was not followed',
    since: 'created_at',
    days: 7,
    why: 'the link works for three days; after that its visitor is told that it has expired',
  },
  reviewAddresses: {
    table: 'review',
    what: 'e-mail addresses of reviews',
    since: 'created_at',
    days: 1,
    why: 'only releases before this one wrote them, to count them',
  },
  publishedReviews: {
    table: 'review',
    what: 'reviews with the name that their author chose to show',
    since: null,
    days: null,
    why: 'their author had them published; they are taken down when their author asks',
  },
  reviewWords: {
    table: 'reviewTranslation',
    what: 'words of reviews',
    since: null,
    days: null,
    why: 'they go with their review',
  },
  unconfirmedReminders: {
    table: 'stockReminder',
    what: 'stock reminders whose mailed link was not followed',
    since: 'created_at',
    days: 7,
    why: 'the link works for two days; after that its visitor is told that it has expired',
  },
  answeredReminders: {
    table: 'stockReminder',
    what: 'stock reminders that were answered',
    since: 'notified_at',
    days: 30,
    why: 'the link in the mail that ends them works so long',
  },
  waitingReminders: {
    table: 'stockReminder',
    what: 'stock reminders that wait',
    since: 'confirmed_at',
    days: 365,
    why: 'what has not come back in a year is not waited for',
  },
  subscribers: {
    table: 'newsletterSubscriber',
    what: 'addresses that get the newsletter or offers',
    since: null,
    days: null,
    why: 'their owner ends them by a link in each letter, in the account, or by closing it',
  },
  unconfirmedConsents: {
    table: 'newsletterConsent',
    what: 'requests for the newsletter whose mailed link was not followed',
    since: 'created_at',
    days: 7,
    why: 'the link works for two days; after that its visitor is told that it has expired',
  },
  endedConsents: {
    table: 'newsletterConsent',
    what: 'proof that letters were agreed to, with the words, the moment and the network, after they were ended',
    since: 'ended_at',
    days: 1095,
    why: 'who was sent advertising may ask for three years by what right; while letters are sent the proof is kept with them',
  },
  letterRecipients: {
    table: 'letterRecipient',
    what: 'who was sent which letter',
    since: 'created_at',
    days: 90,
    why: 'nobody gets a letter twice, and whoever asks about one gets an answer; none is on its way for as long',
  },
  carts: {
    table: 'cart',
    what: 'carts, with the addresses that were typed for them',
    since: 'last_modified',
    days: 90,
    why: 'whoever comes back within a season finds what they had put together',
  },
  cartIds: {
    table: 'cartAccess',
    what: 'ids of carts, as hashes',
    since: null,
    days: null,
    why: 'they go with their cart; one under which an employee looks at it opens nothing after 60 minutes',
  },
  cartProducts: {
    table: 'cartProduct',
    what: 'what is in a cart',
    since: null,
    days: null,
    why: 'it goes with its cart',
  },
  cartSamples: {
    table: 'cartSample',
    what: 'names of samples',
    since: null,
    days: null,
    why: 'they go with their cart',
  },
  handovers: {
    table: 'cartHandover',
    what: 'hand-overs of carts to another site',
    since: 'created_at',
    days: 1,
    why: 'one works for five minutes; for the rest of the day its visitor is told that it is over',
  },
  impersonations: {
    table: 'cartImpersonation',
    what: 'keys by which an employee may look at a cart',
    since: 'created_at',
    days: 1,
    why: 'one works for fifteen minutes; for the rest of the day it is told that it is over',
  },
  cartGiftCards: {
    table: 'cartGiftCard',
    what: 'the gift card that a cart will be paid with',
    since: null,
    days: null,
    why: 'it goes with its cart',
  },
  orders: {
    table: 'customerOrder',
    what: 'orders, with the addresses that were given for them',
    since: 'created_at',
    days: 'retentionYears',
    why: 'tax law asks for what was sold and to whom for up to ten years, by country',
  },
  orderCredits: {
    table: 'orderCredit',
    what: 'what the shop has credited of an order',
    since: null,
    days: null,
    why: 'it goes with its order',
  },
  orderCreditParts: {
    table: 'orderCreditPart',
    what: 'lines, delivery and goodwill of a credit',
    since: null,
    days: null,
    why: 'they go with their order',
  },
  orderLines: {
    table: 'orderLine',
    what: 'what was ordered',
    since: null,
    days: null,
    why: 'it goes with its order',
  },
  orderSamples: {
    table: 'orderSample',
    what: 'names of samples that were ordered',
    since: null,
    days: null,
    why: 'they go with their order',
  },
  orderStatusChanges: {
    table: 'orderStatusChange',
    what: 'when an order came into which state',
    since: null,
    days: null,
    why: 'it goes with its order',
  },
  orderPromotions: {
    table: 'orderPromotion',
    what: 'promotions that an order has used',
    since: null,
    days: null,
    why: 'they go with their order',
  },
  stockMovements: {
    table: 'stockMovement',
    what: 'what an order took from stock and gave back',
    since: null,
    days: null,
    why: 'it goes with its order',
  },
  orderNotes: {
    table: 'orderNote',
    what: 'what the shop’s people have noted about an order',
    since: null,
    days: null,
    why: 'they go with their order, or when its customer asks to be forgotten',
  },
  invoices: {
    table: 'invoice',
    what: 'invoices and credit notes',
    since: null,
    days: null,
    why: 'they go with their order',
  },
  payments: {
    table: 'payment',
    what: 'payments of orders',
    since: null,
    days: null,
    why: 'they go with their order',
  },
  refunds: {
    table: 'refund',
    what: 'what was paid back',
    since: null,
    days: null,
    why: 'it goes with its order',
  },
  giftCards: {
    table: 'giftCard',
    what: 'gift cards, their numbers and pins as keyed hashes',
    since: null,
    days: null,
    why: 'whoever has one may use it as long as anything is left on it',
  },
  giftCardMovements: {
    table: 'giftCardMovement',
    what: 'what orders took from gift cards',
    since: null,
    days: null,
    why: 'it goes with its order',
  },
  withdrawals: {
    table: 'withdrawal',
    what: 'withdrawals from contracts, as they were written',
    since: 'received_at',
    days: 'retentionYears',
    why: 'they say why money went back, which tax law asks about as long as about the order',
  },
  siloQuotations: {
    table: 'siloQuotation',
    what: 'requests for feed in bulk',
    since: 'created_at',
    days: 365,
    why: 'an offer is asked about again with the next harvest',
  },
} as const satisfies Record<string, RetentionRule>;

type DatedRule = {
  [K in keyof typeof retention]: (typeof retention)[K]['days'] extends number ? K : never;
}[keyof typeof retention];

/** Returns the moment before which data is deleted. */
export const getRetentionLimit = (rule: DatedRule, now: Date): Date =>
  new Date(now.getTime() - retention[rule].days * DAY_MS);
