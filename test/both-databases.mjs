/**
 * Test files that run on both databases if a PostgreSQL server is available: `postgresql` runs all files of `integration/` and
 * `extended/` on it, and the suites of those names run these on the embedded database. Without a server they run all files there.
 *
 * Both databases are PostgreSQL and answer alike. They differ in how they are opened, stored and closed, in their connections and
 * concurrent work, in how a driver represents values and errors, and in how statements are planned. A file belongs here if it opens,
 * ends or breaks a database itself, or depends on one of those differences; `scripts/both-databases.test.mjs` finds most of them by
 * their imports. The journeys are a sample of all other files and reach most tables. What calls, pages, mails and lists contain, and
 * who is authorised, is proved once, on the server: it is stricter (it returns large numbers as text, has many connections, and ends
 * long statements). A transaction that queries outside of its own handle, which would wait for ever on the embedded database, is
 * refused on both.
 */
export const filesOnBoth = [
  // Opened, kept, found damaged, closed; used by several processes or backends.
  'account-backends',
  'backend-database',
  'damaged-data-directory',
  'limits',
  'reviews-command',
  'tables',
  // Transactions, locks, jobs that wait for each other, writes that fail, and lines that break.
  'backend-outbox',
  'failed-writes',
  'job-queue',
  'keyed-calls',
  'outbox-events',
  'queries-in-transactions',
  'transactions',
  // Large writes and reads: imports, exports, edits, alone and beside others, and what is interrupted.
  'edits-of-a-part',
  'import-while-open',
  'interrupted-imports',
  'shop-export',
  // Values and plans: every call of the contract once, texts that are searched, lists, how statements are planned.
  'backend-calls',
  'listings',
  'product-search',
  'query-plans',
  // Journeys: from a cart to a paid order and its mails, from an account to all that is stored of it.
  'cart-orders',
  'gift-cards',
  'orders',
  'personal-data',
  'restore',
  'sign-in',
  // An edit of stock next to a change that is under way.
  'stock-corrections',
];

/**
 * Files that break, block or share connections and have no test for the embedded database, which has one connection in one process.
 * They run on the server alone.
 */
export const filesOnServer = ['broken-connections', 'import-command', 'slow-database'];

/** Pattern of the paths of the files that run on one database only. */
export const onOneDatabase = `/(?:integration|extended)/(?:[^/]+/)?(?!(?:${filesOnBoth.join('|')})\\.test\\.ts$)[^/]+\\.test\\.ts$`;
