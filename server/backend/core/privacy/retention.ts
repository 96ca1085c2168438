import { DAY_MS } from '../../../../shared/rules/durations.ts';

/** Retention period of personal data, and why it is not shorter. */
export interface RetentionRule {
  /** Name of the table in `schema.ts`. */
  readonly table: string;
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
 * docs/privacy.md contains this table. A test compares both. `table-origins.ts` requires a rule for every
 * table with personal data, and for no other.
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
    what: 'accounts whose activation link was not used',
    since: 'created_at',
    days: 7,
    why: 'the link works for a day, and can be requested again for a while',
  },
  accountAddresses: {
    table: 'accountAddress',
    what: 'saved delivery addresses, with names',
    since: null,
    days: null,
    why: 'their owner deletes them, or closes the account',
  },
  accountRequests: {
    table: 'accountRequest',
    what: 'requests of visitors who are not signed in: an account, a new password, another mail',
    since: 'created_at',
    days: 1,
    why: 'processed within a moment and then deleted; a failed one must be made again',
  },
  sessions: {
    table: 'accountSession',
    what: 'sessions: browser, system and the first part of the address',
    since: 'last_seen_at',
    days: 30,
    why: 'the period of "keep me signed in"; other sessions are deleted two hours after their last request',
  },
  accountTokens: {
    table: 'accountToken',
    what: 'tokens of mailed account links, as hashes',
    since: 'expires_at',
    days: 7,
    why: 'an expired link gets a message that says so',
  },
  feedAdvice: {
    table: 'feedAdvice',
    what: 'saved rations',
    since: null,
    days: null,
    why: 'their owner deletes them, or closes the account',
  },
  roughageSamples: {
    table: 'roughageSample',
    what: 'samples of roughage tests: name, number and kind',
    since: null,
    days: null,
    why: 'deleted with their account; those of guests refer only to their order',
  },
  labResults: {
    table: 'labResult',
    what: 'results of roughage tests',
    since: null,
    days: null,
    why: 'deleted with their sample',
  },
  returns: {
    table: 'productReturn',
    what: 'requested returns',
    since: null,
    days: null,
    why: 'deleted with their account or their order, the first of the two',
  },
  returnAnswers: {
    table: 'returnAnswer',
    what: 'answers to returns',
    since: null,
    days: null,
    why: 'deleted with their return',
  },
  returnPhotos: {
    table: 'returnPhoto',
    what: 'photos of returns',
    since: null,
    days: null,
    why: 'deleted with their return',
  },
  acts: {
    table: 'auditEntry',
    what: 'changes to the shop by person, and sign-ins by account',
    since: 'at',
    days: 365,
    why: 'a wrong change or a misuse may be found only with the next annual accounts',
  },
  countedActs: {
    table: 'rateLimit',
    what: 'counts of rate limits, by a keyed hash of the address or other subject',
    since: 'window_ends_at',
    days: 0,
    why: 'the count applies until then',
  },
  keyedAnswers: {
    table: 'idempotentAnswer',
    what: 'answers to calls with an `Idempotency-Key`, and hashes of back office forms',
    since: 'created_at',
    days: 1,
    why: 'a call repeated within a day gets the same answer, and has no second effect',
  },
  sentMails: {
    table: 'outboxMail',
    what: 'sent mails',
    since: 'sent_at',
    days: 14,
    why: 'to answer whether a mail was sent',
  },
  unsentMails: {
    table: 'outboxMail',
    what: 'mails that could not be sent',
    since: 'created_at',
    days: 30,
    why: 'to retry them when the mail server works again',
  },
  documents: {
    table: 'storedDocument',
    what: 'documents of mails, invoices and withdrawals',
    since: 'keep_until',
    days: 0,
    why: 'set when the document is written; no mail, invoice or withdrawal that names it is retained longer',
  },
  unconfirmedReviews: {
    table: 'review',
    what: 'reviews whose mailed link was not used',
    since: 'created_at',
    days: 7,
    why: 'the link works for three days; after that a message says that it has expired',
  },
  reviewAddresses: {
    table: 'review',
    what: 'e-mail addresses of reviews',
    since: 'created_at',
    days: 1,
    why: 'only earlier releases wrote them, to count them',
  },
  publishedReviews: {
    table: 'review',
    what: 'reviews with the name that their author chose',
    since: null,
    days: null,
    why: 'published by their author; taken down on request of the author',
  },
  reviewWords: {
    table: 'reviewTranslation',
    what: 'texts of reviews',
    since: null,
    days: null,
    why: 'deleted with their review',
  },
  unconfirmedReminders: {
    table: 'stockReminder',
    what: 'stock reminders whose mailed link was not used',
    since: 'created_at',
    days: 7,
    why: 'the link works for two days; after that a message says that it has expired',
  },
  answeredReminders: {
    table: 'stockReminder',
    what: 'stock reminders that were sent',
    since: 'notified_at',
    days: 30,
    why: 'the unsubscribe link in the mail works this long',
  },
  waitingReminders: {
    table: 'stockReminder',
    what: 'waiting stock reminders',
    since: 'confirmed_at',
    days: 365,
    why: 'a product that has not returned within a year is not expected back',
  },
  subscribers: {
    table: 'newsletterSubscriber',
    what: 'subscribers of the newsletter or offers',
    since: null,
    days: null,
    why: 'they unsubscribe by a link in each mail, in the account, or by closing it',
  },
  unconfirmedConsents: {
    table: 'newsletterConsent',
    what: 'newsletter requests whose mailed link was not used',
    since: 'created_at',
    days: 7,
    why: 'the link works for two days; after that a message says that it has expired',
  },
  endedConsents: {
    table: 'newsletterConsent',
    what: 'proof of consent with its text, time and network, after unsubscribing',
    since: 'ended_at',
    days: 1095,
    why: 'recipients of advertising may ask for its legal basis for three years; while mails are sent the proof is retained',
  },
  campaignRecipients: {
    table: 'campaignRecipient',
    what: 'recipients of each campaign',
    since: 'created_at',
    days: 90,
    why: 'no address gets a campaign twice, and questions about one can be answered; no campaign is sent for as long',
  },
  carts: {
    table: 'cart',
    what: 'carts, with the entered addresses',
    since: 'last_modified',
    days: 90,
    why: 'visitors who return within a season find their cart',
  },
  cartIds: {
    table: 'cartAccess',
    what: 'ids of carts, as hashes',
    since: null,
    days: null,
    why: 'deleted with their cart; one for a staff member expires after 60 minutes',
  },
  cartProducts: {
    table: 'cartProduct',
    what: 'contents of carts',
    since: null,
    days: null,
    why: 'deleted with their cart',
  },
  cartSamples: {
    table: 'cartSample',
    what: 'names of samples',
    since: null,
    days: null,
    why: 'deleted with their cart',
  },
  handovers: {
    table: 'cartHandover',
    what: 'transfers of carts to another site',
    since: 'created_at',
    days: 1,
    why: 'a transfer works for five minutes; for the rest of the day a message says that it has expired',
  },
  impersonations: {
    table: 'cartImpersonation',
    what: 'keys with which a staff member may open a cart',
    since: 'created_at',
    days: 1,
    why: 'a key works for fifteen minutes; for the rest of the day a message says that it has expired',
  },
  cartGiftCards: {
    table: 'cartGiftCard',
    what: 'gift cards of carts',
    since: null,
    days: null,
    why: 'deleted with their cart',
  },
  orders: {
    table: 'customerOrder',
    what: 'orders, with their addresses',
    since: 'created_at',
    days: 'retentionYears',
    why: 'tax law requires records of sales and buyers for up to ten years, by country',
  },
  orderCredits: {
    table: 'orderCredit',
    what: 'credits of orders',
    since: null,
    days: null,
    why: 'deleted with their order',
  },
  orderCreditParts: {
    table: 'orderCreditPart',
    what: 'lines, delivery and goodwill of a credit',
    since: null,
    days: null,
    why: 'deleted with their order',
  },
  orderLines: {
    table: 'orderLine',
    what: 'lines of orders',
    since: null,
    days: null,
    why: 'deleted with their order',
  },
  orderSamples: {
    table: 'orderSample',
    what: 'names of ordered samples',
    since: null,
    days: null,
    why: 'deleted with their order',
  },
  orderStatusChanges: {
    table: 'orderStatusChange',
    what: 'changes of order states',
    since: null,
    days: null,
    why: 'deleted with their order',
  },
  orderPromotions: {
    table: 'orderPromotion',
    what: 'promotions used by orders',
    since: null,
    days: null,
    why: 'deleted with their order',
  },
  stockMovements: {
    table: 'stockMovement',
    what: 'stock taken and released by orders',
    since: null,
    days: null,
    why: 'deleted with their order',
  },
  orderNotes: {
    table: 'orderNote',
    what: 'notes of staff about orders',
    since: null,
    days: null,
    why: 'deleted with their order, or when its customer requests erasure',
  },
  invoices: {
    table: 'invoice',
    what: 'invoices and credit notes',
    since: null,
    days: null,
    why: 'deleted with their order',
  },
  payments: {
    table: 'payment',
    what: 'payments of orders',
    since: null,
    days: null,
    why: 'deleted with their order',
  },
  refunds: {
    table: 'refund',
    what: 'refunds',
    since: null,
    days: null,
    why: 'deleted with their order',
  },
  giftCards: {
    table: 'giftCard',
    what: 'gift cards, their numbers and pins as keyed hashes',
    since: null,
    days: null,
    why: 'usable as long as they have a balance',
  },
  giftCardMovements: {
    table: 'giftCardMovement',
    what: 'amounts that orders took from gift cards',
    since: null,
    days: null,
    why: 'deleted with their order',
  },
  withdrawals: {
    table: 'withdrawal',
    what: 'withdrawals from contracts, as written',
    since: 'received_at',
    days: 'retentionYears',
    why: 'they explain refunds, which tax law asks about as long as about the order',
  },
  siloQuotations: {
    table: 'siloQuotation',
    what: 'requests for feed in bulk',
    since: 'created_at',
    days: 365,
    why: 'customers ask about an offer again with the next harvest',
  },
} as const satisfies Record<string, RetentionRule>;

/** Name of a table with personal data. */
export type PersonTableName = (typeof retention)[keyof typeof retention]['table'];

type RuleWithDays = {
  [K in keyof typeof retention]: (typeof retention)[K]['days'] extends number ? K : never;
}[keyof typeof retention];

/** Returns the moment before which data is deleted. */
export const getRetentionLimit = (rule: RuleWithDays, now: Date): Date =>
  new Date(now.getTime() - retention[rule].days * DAY_MS);
