import { QueryBuilder } from 'drizzle-orm/pg-core';
import { language } from './tables.ts';

/** Languages with their code (`nl`), their culture (`nl-NL`) and their own name. */
export const languages = new QueryBuilder()
  .select({
    languageId: language.languageId,
    code: language.code,
    culture: language.culture,
    localizedName: language.localizedName,
  })
  .from(language)
  .as('languages');
