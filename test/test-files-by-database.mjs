/**
 * Test files that run on both databases if a PostgreSQL server is available: `postgresql` runs all files of
 * `integration/` and `extended/` on it, and the suites of those names run these on the embedded database.
 * Without a server, these suites run all their files on the embedded database.
 *
 * Both databases are PostgreSQL and return the same results. They differ in how they are opened, stored and
 * closed, in their connections and concurrency, in how a driver represents values and errors, and in query
 * plans. A file belongs in this list if it opens, ends or breaks a database itself, or depends on one of
 * those differences; `scripts/test-files-by-database.test.mjs` finds most of them by their imports. The journeys are
 * a sample of all other files and use most tables. The contents of calls, pages, mails and lists, and
 * authorisation, are tested on the server only. The server is stricter: it returns large numbers as text, has
 * many connections, and cancels long statements. A transaction that queries outside its own handle would wait
 * for ever on the embedded database; both databases refuse it.
 */
export const testFilesOnBothDatabases = [
  // Databases that are opened, retained, found damaged and closed, and used by several processes or backends.
  'accounts-on-two-backends',
  'backend-database',
  'damaged-data-directory',
  'rate-limits',
  'reviews-command',
  'table-origins',
  // Transactions, locks, jobs that wait for each other, failed writes, and broken connections.
  'backend-outbox',
  'failed-writes',
  'keyed-calls',
  'queue',
  'queries-in-transactions',
  'transactions',
  // Large writes and reads: imports, exports and edits, alone and concurrent, and their interruption.
  'partial-shop-reads',
  'import-during-traffic',
  'interrupted-imports',
  'shop-export',
  // Values and plans: every call of the contract once, full-text search, lists, and query plans.
  'backend-calls',
  'listing-cache',
  'product-search',
  'query-plans',
  // Journeys: from a cart to a paid order and its mails, and from an account to its stored data.
  'cart-orders',
  'gift-cards',
  'orders',
  'personal-data',
  'restored-backup',
  'sign-in',
  // An edit of stock concurrent with another change.
  'stock-corrections',
];

/**
 * Files that break, block or share connections. They run on the server only, because the embedded database
 * has one connection in one process.
 */
export const testFilesOnServerOnly = ['broken-connections', 'import-command', 'slow-database'];

/** Pattern for the paths of the files that run on one database only. */
export const oneDatabasePathPattern = `/(?:integration|extended)/(?:[^/]+/)?(?!(?:${testFilesOnBothDatabases.join('|')})\\.test\\.ts$)[^/]+\\.test\\.ts$`;
