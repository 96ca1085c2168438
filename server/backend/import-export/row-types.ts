import type * as schema from '../schema/schema.ts';
import type { TableName } from '../schema/table-origins.ts';
import type { ShopTexts } from '../shop-store/read-shop-files.ts';
import type { LanguageRow } from '../shop-store/shop-file-schemas.ts';

export type InsertRow<T extends TableName> = (typeof schema)[T]['$inferInsert'];

/** Language used by any site, with its texts. */
export interface UsedLanguage extends LanguageRow {
  readonly texts: ShopTexts;
}
