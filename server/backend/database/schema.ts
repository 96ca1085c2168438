/**
 * Tables of the reference backend, for PostgreSQL 15 and for PGlite.
 *
 * Conventions: money is integer euro cents, weight is integer grams, a moment is `timestamptz`. Keys are
 * those of the imported files. Texts are in `…_translation` tables, one row per language. They contain
 * placeholders such as `{brand}`, which are replaced per site when they are read. Only the `site_…` tables
 * determine what a site has.
 *
 * Referenced rows of the catalogue and of sites are never deleted, only removed from the `site_…` tables.
 * Foreign keys cascade only into data that an import recreates: never into prices, and never into data
 * entered by a person.
 */

export * from '../admin/tables.ts';
export * from '../audit/tables.ts';
export * from '../catalogue-import/tables.ts';
export * from '../idempotency/tables.ts';
export * from '../jobs/tables.ts';
export * from '../limits/tables.ts';
export * from '../mail/tables.ts';
export * from '../modules/accounts/tables.ts';
export * from '../modules/campaigns/tables.ts';
export * from '../modules/carts/tables.ts';
export * from '../modules/categories/tables.ts';
export * from '../modules/content/tables.ts';
export * from '../modules/content-entries/tables.ts';
export * from '../modules/countries/tables.ts';
export * from '../modules/feed-advice/tables.ts';
export * from '../modules/footers/tables.ts';
export * from '../modules/gift-cards/tables.ts';
export * from '../modules/lab-results/tables.ts';
export * from '../modules/languages/tables.ts';
export * from '../modules/legal/tables.ts';
export * from '../modules/locations/tables.ts';
export * from '../modules/navigations/tables.ts';
export * from '../modules/newsletter/tables.ts';
export * from '../modules/notifications/tables.ts';
export * from '../modules/orders/tables.ts';
export * from '../modules/payments/tables.ts';
export * from '../modules/pictures/tables.ts';
export * from '../modules/previews/tables.ts';
export * from '../modules/prices/tables.ts';
export * from '../modules/products/tables.ts';
export * from '../modules/promotions/tables.ts';
export * from '../modules/returns/tables.ts';
export * from '../modules/reviews/tables.ts';
export * from '../modules/routing/tables.ts';
export * from '../modules/search/tables.ts';
export * from '../modules/silo-quotations/tables.ts';
export * from '../modules/sites/tables.ts';
export * from '../modules/stock/tables.ts';
export * from '../modules/stock-reminders/tables.ts';
export * from '../modules/usps/tables.ts';
export * from '../modules/vacancies/tables.ts';
export * from '../modules/vocabulary/tables.ts';
export * from '../modules/withdrawals/tables.ts';
export * from '../outbox/tables.ts';
