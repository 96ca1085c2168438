import * as schema from '../schema/schema.ts';
import type { RowWriter } from '../shop-store/write-rows.ts';
import type { ShopRows } from './shop-rows.ts';

/** Writes menus, footers, selling points and notices of the sites. */
export async function writeMenus(writer: RowWriter, rows: ShopRows): Promise<void> {
  await writer.upsert(schema.navigation, rows.navigation, { key: ['navigationId'] });
  await writer.replace(schema.navigationItem, rows.navigationItem, ['navigationId', 'key']);
  await writer.replace(schema.navigationItemTranslation, rows.navigationItemTranslation, [
    'navigationId',
    'key',
    'languageId',
  ]);
  await writer.upsert(schema.footer, rows.footer, { key: ['footerId'] });
  await writer.replace(schema.footerColumn, rows.footerColumn, ['footerId', 'key']);
  await writer.replace(schema.footerColumnTranslation, rows.footerColumnTranslation, [
    'footerId',
    'key',
    'languageId',
  ]);
  await writer.replace(schema.footerLink, rows.footerLink, ['footerId', 'key']);
  await writer.replace(schema.footerLinkTranslation, rows.footerLinkTranslation, [
    'footerId',
    'key',
    'languageId',
  ]);
  await writer.upsert(schema.uspCollection, rows.uspCollection, { key: ['collectionId'] });
  await writer.replace(schema.uspText, rows.uspText, ['collectionId', 'languageId', 'position']);
  await writer.upsert(schema.notification, rows.notification, { key: ['notificationId'] });
  await writer.replace(schema.notificationTranslation, rows.notificationTranslation, [
    'notificationId',
    'languageId',
  ]);
}
