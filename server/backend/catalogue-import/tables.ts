import { bigint, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../database/columns.ts';

/** Imports that changed what the shop is made of; empty where no shop was imported yet. */
export const shopImport = pgTable('shop_import', {
  shopImportId: bigint('shop_import_id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  /** SHA-256 of the imported files. */
  contentHash: text('content_hash').notNull(),
  /** Hash of the program that imported them: another one may make other rows of the same files. */
  programHash: text('program_hash'),
  importedAt: instant('imported_at').notNull(),
});
