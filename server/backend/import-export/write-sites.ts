import type { Database } from '../core/database/database.ts';
import * as schema from '../schema/schema.ts';
import type { RowWriter } from '../shop-store/write-rows.ts';
import type { ShopRows } from './shop-rows.ts';

/** Writes sites with their languages and settings, countries, payment methods, parcel points and dealers. */
export async function writeSites(transaction: Database, writer: RowWriter, rows: ShopRows): Promise<void> {
  await writer.upsert(schema.language, rows.language, { key: ['languageId'], unique: ['code'] });
  await writer.upsert(schema.country, rows.country, { key: ['countryId'], unique: ['regionCode'] });
  await writer.replace(schema.countryTranslation, rows.countryTranslation, ['countryId', 'languageId']);
  await writer.upsert(schema.paymentMethod, rows.paymentMethod, {
    key: ['paymentMethodId'],
    unique: ['key'],
  });
  await writer.upsert(schema.site, rows.site, { key: ['siteId'], unique: ['key'] });
  // Updated in place if the host stays the same: deleting the row would delete all addresses and redirects of
  // the language.
  const { siteId, languageId, domain } = schema.siteLanguage;
  const hosts = await transaction.select({ siteId, languageId, domain }).from(schema.siteLanguage);
  const nameHost = (row: { siteId: number; languageId: number; domain: string }) =>
    `${row.siteId} ${row.languageId} ${row.domain}`;
  const known = new Set(hosts.map(nameHost));
  const staying = rows.siteLanguage.filter((row) => known.has(nameHost(row)));
  await writer.upsert(schema.siteLanguage, staying, { key: ['siteId', 'languageId'] });
  await writer.replace(schema.siteLanguage, rows.siteLanguage, ['siteId', 'languageId']);
  await writer.upsert(schema.siteSetting, rows.siteSetting, { key: ['siteId'] });
  await writer.replace(schema.siteDeliveryCountry, rows.siteDeliveryCountry, ['siteId', 'countryId']);
  await writer.replace(schema.siteShippingMethod, rows.siteShippingMethod, ['siteId', 'shippingMethod']);
  await writer.replace(schema.sitePaymentMethod, rows.sitePaymentMethod, ['siteId', 'paymentMethodId']);
  // Carts and orders may refer to a parcel shop that the files no longer have.
  await writer.upsert(schema.parcelShop, rows.parcelShop, { key: ['parcelShopId'], listed: 'isListed' });
  await writer.upsert(schema.dealer, rows.dealer, { key: ['dealerId'], listed: 'isListed' });
}

/** Writes the legal details of the sites and their official notices. */
export async function writeLegal(writer: RowWriter, rows: ShopRows): Promise<void> {
  await writer.replace(schema.legalNotice, rows.legalNotice, ['fileName']);
  await writer.replace(schema.legalProfile, rows.legalProfile, ['siteId']);
  await writer.replace(schema.legalProfileTranslation, rows.legalProfileTranslation, [
    'siteId',
    'languageId',
  ]);
  await writer.replace(schema.legalVatCountry, rows.legalVatCountry, ['siteId', 'countryId']);
}
