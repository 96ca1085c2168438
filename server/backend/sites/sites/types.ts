import type { paymentMethod, site, siteLanguage, siteSetting } from './tables.ts';

export type SiteRow = typeof site.$inferSelect;

export type SiteSettingRow = typeof siteSetting.$inferSelect;

export type SiteLanguageRow = typeof siteLanguage.$inferSelect;

export type PaymentMethodRow = typeof paymentMethod.$inferSelect;
