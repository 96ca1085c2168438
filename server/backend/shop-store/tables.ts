import { isNotNull } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from '../core/database/column-types.ts';
import { site } from '../sites/sites/tables.ts';

/** Imports and edits that changed the shop; empty until the first import. */
export const shopImport = pgTable('shop_import', {
  shopImportId: bigint('shop_import_id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  /** SHA-256 of the imported files; `edit` for an edit. */
  contentHash: text('content_hash').notNull(),
  /** Hash of the importing build. Another build may create different rows from the same files. */
  programHash: text('program_hash'),
  /** Parts of the shop that an edit may have changed; null if it may have changed all, as an import does. */
  changedParts: text('changed_parts').array(),
  /** Codes of the languages whose texts an edit changed; null if it changed more than texts of some languages. */
  changedLanguages: text('changed_languages').array(),
  importedAt: instant('imported_at').notNull(),
});

/**
 * Version number of a site, incremented by every import. Processes with names, categories or vocabularies in
 * memory read it first.
 */
export const productListingVersion = pgTable('product_listing_version', {
  siteId: integer('site_id')
    .primaryKey()
    .references(() => site.siteId, { onDelete: 'cascade' }),
  version: integer('version').notNull(),
});

/**
 * Records of the shop in the format of its files: each row of a list and each member of an object. The other
 * tables of the shop are derived from these.
 */
export const shopRecord = pgTable(
  'shop_record',
  {
    /** For example `texts/nl.json`. */
    file: text('file').notNull(),
    /** List or object in the file: `pages`, `facets.horseTypes`; empty for a member of the file itself. */
    list: text('list').notNull(),
    key: text('key').notNull(),
    /** Position in the list, from 0. */
    position: integer('position').notNull(),
    /** Value in the format of the file; null if staff deleted the record. */
    value: jsonb('value').$type<unknown>(),
    /** Time when an import last changed value or position; null if staff added the record. */
    importedAt: instant('imported_at'),
    /** SHA-256 of the imported value before an edit by staff; null if it was not imported or not edited. */
    importedHash: text('imported_hash'),
    /** Time of the last edit by staff; null if the value is the imported one. */
    editedAt: instant('edited_at'),
    /** Id of the editor. */
    editedBy: text('edited_by'),
  },
  (table) => [
    primaryKey({ columns: [table.file, table.list, table.key] }),
    index('shop_record_edited').on(table.file, table.list, table.key).where(isNotNull(table.editedAt)),
  ],
);
