/**
 * Tables of the reference backend, for PostgreSQL 15 and for PGlite.
 *
 * Conventions: money is integer euro cents, weight is integer grams, a moment is `timestamptz`. Keys are those of the
 * imported files. Texts live in `…_translation` tables, one row per language; placeholders such as `{brand}` stay in
 * them and are filled per site when they are read. What exists on which site is said by the `site_…` tables alone.
 *
 * Rows of the catalogue and of sites that something else refers to are never deleted, only taken out of the `site_…` tables. A
 * foreign key cascades only into what an import makes anew: never into prices, and never into what a person wrote.
 */
export * from '../audit/tables.ts';
export * from '../catalogue-import/tables.ts';
export * from '../idempotency/tables.ts';
export * from '../jobs/tables.ts';
export * from '../keeper/tables.ts';
export * from '../limits/tables.ts';
export * from '../mail/tables.ts';
export * from '../modules/accounts/tables.ts';
export * from '../modules/carts/tables.ts';
export * from '../modules/categories/tables.ts';
export * from '../modules/content/tables.ts';
export * from '../modules/countries/tables.ts';
export * from '../modules/feed-advice/tables.ts';
export * from '../modules/footers/tables.ts';
export * from '../modules/gift-cards/tables.ts';
export * from '../modules/lab-results/tables.ts';
export * from '../modules/languages/tables.ts';
export * from '../modules/legal/tables.ts';
export * from '../modules/letters/tables.ts';
export * from '../modules/navigations/tables.ts';
export * from '../modules/newsletter/tables.ts';
export * from '../modules/notifications/tables.ts';
export * from '../modules/orders/tables.ts';
export * from '../modules/payments/tables.ts';
export * from '../modules/pictures/tables.ts';
export * from '../modules/places/tables.ts';
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
export * from '../modules/texts/tables.ts';
export * from '../modules/usps/tables.ts';
export * from '../modules/vacancies/tables.ts';
export * from '../modules/withdrawals/tables.ts';
export * from '../modules/words/tables.ts';
export * from '../outbox/tables.ts';
