import { sql } from 'drizzle-orm';
import { check, date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { country } from '../../sites/countries/tables.ts';
import { language } from '../../sites/languages/tables.ts';
import { site } from '../../sites/sites/tables.ts';

/** A vacancy, shown from its publication date to the last day to apply, both included. */
export const vacancy = pgTable(
  'vacancy',
  {
    vacancyId: integer('vacancy_id').primaryKey().generatedAlwaysAsIdentity(),
    key: text('key').notNull().unique(),
    countryId: integer('country_id')
      .notNull()
      .references(() => country.countryId),
    place: text('place').notNull(),
    /** Hours per week. */
    hoursFrom: integer('hours_from').notNull(),
    hoursTo: integer('hours_to').notNull(),
    publishedOn: date('published_on', { mode: 'string' }).notNull(),
    /** Last day to apply; null: until it is deleted. */
    openUntil: date('open_until', { mode: 'string' }),
  },
  (t) => [
    check('vacancy_hours', sql`${t.hoursFrom} between 1 and ${t.hoursTo} and ${t.hoursTo} <= 48`),
    check('vacancy_period', sql`${t.openUntil} >= ${t.publishedOn}`),
  ],
);

export const vacancyTranslation = pgTable(
  'vacancy_translation',
  {
    vacancyId: integer('vacancy_id')
      .notNull()
      .references(() => vacancy.vacancyId, { onDelete: 'cascade' }),
    languageId: integer('language_id')
      .notNull()
      .references(() => language.languageId),
    title: text('title').notNull(),
    /** Markdown source, so that it can be edited. */
    markdown: text('markdown').notNull(),
  },
  (t) => [primaryKey({ columns: [t.vacancyId, t.languageId] })],
);

/** Sites that show a vacancy. */
export const siteVacancy = pgTable(
  'site_vacancy',
  {
    siteId: integer('site_id')
      .notNull()
      .references(() => site.siteId),
    vacancyId: integer('vacancy_id')
      .notNull()
      .references(() => vacancy.vacancyId, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.siteId, t.vacancyId] })],
);
