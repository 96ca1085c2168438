import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { language } from '../../sites/languages/tables.ts';

/**
 * Terms of the vocabularies: 'material', 'nutrient', 'additive', and the facets 'horseTypes', 'ageGroups',
 * 'labour', 'applications', 'ingredientFlags', 'packaging', 'weightClass'.
 */
export const termTranslation = pgTable(
  'term_translation',
  {
    vocabulary: text('vocabulary').notNull(),
    key: text('key').notNull(),
    languageId: integer('language_id')
      .notNull()
      .references(() => language.languageId),
    name: text('name').notNull(),
  },
  (t) => [primaryKey({ columns: [t.languageId, t.vocabulary, t.key] })],
);
