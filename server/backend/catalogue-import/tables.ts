import { isNotNull } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from '../database/columns.ts';

/** Imports and edits that changed what the shop is made of; empty where no shop was imported yet. */
export const shopImport = pgTable('shop_import', {
  shopImportId: bigint('shop_import_id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  /** SHA-256 of the imported files; `edit` for an edit. */
  contentHash: text('content_hash').notNull(),
  /** Hash of the program that imported them: another one may make other rows of the same files. */
  programHash: text('program_hash'),
  importedAt: instant('imported_at').notNull(),
});

/**
 * What the shop is made of, in the words of its files: each row of a list and each member of an object in a file. The tables of the shop are
 * made from these.
 */
export const shopRecord = pgTable(
  'shop_record',
  {
    /** For example `texts/nl.json`. */
    file: text('file').notNull(),
    /** List or object within the file: `pages`, `facets.horseTypes`; empty for a member of the file itself. */
    list: text('list').notNull(),
    key: text('key').notNull(),
    /** Place in the list, from 0 on. */
    position: integer('position').notNull(),
    /** As in the file; null where the keeper has taken it out. */
    value: jsonb('value').$type<unknown>(),
    /** When an import last brought another value or place; null where only the keeper has it. */
    importedAt: instant('imported_at'),
    /** SHA-256 of what an import had brought before the keeper changed it; null where nothing was, or nobody has. */
    importedHash: text('imported_hash'),
    /** When the keeper last changed it; null where it is what an import brought. */
    editedAt: instant('edited_at'),
    /** Id of who did. */
    editedBy: text('edited_by'),
  },
  (table) => [
    primaryKey({ columns: [table.file, table.list, table.key] }),
    index('shop_record_edited').on(table.file, table.list, table.key).where(isNotNull(table.editedAt)),
  ],
);
