import { QueryBuilder } from 'drizzle-orm/pg-core';
import { categoryTranslation } from './tables.ts';

/** Names of categories by language, and when the texts last changed. */
export const categoryNames = new QueryBuilder()
  .select({
    categoryId: categoryTranslation.categoryId,
    languageId: categoryTranslation.languageId,
    name: categoryTranslation.name,
    modifiedAt: categoryTranslation.modifiedAt,
  })
  .from(categoryTranslation)
  .as('category_names');
