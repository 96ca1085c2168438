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

export * from '../catalogue/categories/tables.ts';
export * from '../catalogue/prices/tables.ts';
export * from '../catalogue/products/tables.ts';
export * from '../catalogue/promotions/tables.ts';
export * from '../catalogue/reviews/tables.ts';
export * from '../catalogue/search/tables.ts';
export * from '../catalogue/stock/tables.ts';
export * from '../catalogue/vocabulary/tables.ts';
export * from '../commerce/carts/tables.ts';
export * from '../commerce/gift-cards/tables.ts';
export * from '../commerce/orders/tables.ts';
export * from '../commerce/payments/tables.ts';
export * from '../commerce/returns/tables.ts';
export * from '../commerce/silo-quotations/tables.ts';
export * from '../commerce/stock-reminders/tables.ts';
export * from '../commerce/withdrawals/tables.ts';
export * from '../content/content/tables.ts';
export * from '../content/content-editing/tables.ts';
export * from '../content/footers/tables.ts';
export * from '../content/locations/tables.ts';
export * from '../content/navigations/tables.ts';
export * from '../content/notifications/tables.ts';
export * from '../content/pictures/tables.ts';
export * from '../content/previews/tables.ts';
export * from '../content/usps/tables.ts';
export * from '../content/vacancies/tables.ts';
export * from '../core/admin/tables.ts';
export * from '../core/audit/tables.ts';
export * from '../core/idempotency/tables.ts';
export * from '../core/limits/tables.ts';
export * from '../core/mail/tables.ts';
export * from '../core/queue/tables.ts';
export * from '../customers/accounts/tables.ts';
export * from '../customers/newsletter/tables.ts';
export * from '../nutrition/feed-advice/tables.ts';
export * from '../nutrition/lab-results/tables.ts';
export * from '../service-desk/mail-campaigns/tables.ts';
export * from '../shop-store/tables.ts';
export * from '../sites/countries/tables.ts';
export * from '../sites/languages/tables.ts';
export * from '../sites/legal/tables.ts';
export * from '../sites/routing/tables.ts';
export * from '../sites/sites/tables.ts';
