/**
 * Files of `integration/` that run on both databases, where there is a server: `postgresql` runs all files on it, `integration` these
 * on the embedded database as well. Without a server the embedded one runs all of them.
 *
 * Both are PostgreSQL, so that what is asked of them is answered alike. What differs is how they are opened, kept and closed, how a
 * connection is come by, who else is at work, what a driver makes of values and errors, and how statements are planned. A file belongs
 * here that opens a database by itself, ends or breaks one, or has something of it in view beside what callers are told:
 * `scripts/both-databases.test.mjs` finds those by what they import. The journeys are a sample of all other files, and go by way of
 * most tables. What calls, pages, mails and lists say, and who is let in, is proven once, on the server: it is the stricter one (it gives
 * large numbers as text, has many connections, and ends what takes long). A transaction that asks on another handle than its own,
 * for which the embedded database would wait for ever, is refused on both.
 */
const ON_BOTH = [
  // Opened, kept, found damaged, closed; used by several processes or backends.
  'account-backends',
  'backend-database',
  'damaged-data-directory',
  'import-command',
  'limits',
  'reviews-command',
  'tables',
  // Transactions, locks, jobs that wait for each other, writes that fail, and lines that break.
  'backend-outbox',
  'broken-connections',
  'failed-writes',
  'job-queue',
  'keyed-calls',
  'outbox-events',
  'queries-in-transactions',
  'slow-database',
  'transactions',
  // Large writes and reads: imports, exports, edits, alone and beside others, and what is interrupted.
  'edits-of-a-part',
  'import-while-open',
  'interrupted-imports',
  'shop-edits',
  'shop-export',
  // Values and plans: every call of the contract once, texts that are searched, lists, what is read how often.
  'backend-calls',
  'listings',
  'product-reads',
  'product-search',
  'query-plans',
  'search',
  // Journeys: from a cart to a paid order and its mails, from an account to all that is kept of it, gift cards, letters.
  'account-orders',
  'cart-orders',
  'carts',
  'gift-cards',
  'letters',
  'orders',
  'payments',
  'personal-data',
  'registration',
  'sign-in',
];

/** The files that run on one database only, as jest takes them: a pattern of their paths. */
export const onOneDatabase = `/(?:integration|exhaustive)/(?:[^/]+/)?(?!(?:${ON_BOTH.join('|')})\\.test\\.ts$)[^/]+\\.test\\.ts$`;
