import * as schema from '../schema/schema.ts';
import type { RowWriter } from '../shop-store/write-rows.ts';
import type { ShopRows } from './shop-rows.ts';

/** Writes pages, articles and landing pages with their texts. */
export async function writeContent(writer: RowWriter, rows: ShopRows): Promise<void> {
  await writer.upsert(schema.contentPage, rows.contentPage, {
    key: ['contentPageId'],
    unique: ['key'],
  });
  await writer.upsert(schema.contentPageTranslation, rows.contentPageTranslation, {
    key: ['contentPageId', 'languageId'],
    touched: { column: 'modifiedAt', watched: ['title', 'metaDescription', 'summary', 'blocks', 'slug'] },
  });
  await writer.replace(schema.siteContentPage, rows.siteContentPage, ['siteId', 'contentPageId']);
  await writer.replace(schema.contentPageCategory, rows.contentPageCategory, ['contentPageId']);
  await writer.replace(schema.contentPageClip, rows.contentPageClip, ['contentPageId']);
  await writer.replace(schema.contentPageCaption, rows.contentPageCaption, ['contentPageId', 'languageId']);
  await writer.replace(schema.contentPageScope, rows.contentPageScope, ['contentPageId', 'facet', 'value']);
  await writer.replace(schema.contentPageProduct, rows.contentPageProduct, ['contentPageId', 'productId']);
  await writer.replace(schema.contentPageRelation, rows.contentPageRelation, [
    'contentPageId',
    'relatedContentPageId',
  ]);
}
