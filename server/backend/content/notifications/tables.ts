import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { language } from '../../sites/languages/tables.ts';
import { site } from '../../sites/sites/tables.ts';

export const notification = pgTable('notification', {
  notificationId: integer('notification_id').primaryKey(),
  siteId: integer('site_id')
    .notNull()
    .references(() => site.siteId, { onDelete: 'cascade' }),
});

export const notificationTranslation = pgTable(
  'notification_translation',
  {
    notificationId: integer('notification_id')
      .notNull()
      .references(() => notification.notificationId, { onDelete: 'cascade' }),
    languageId: integer('language_id')
      .notNull()
      .references(() => language.languageId),
    text: text('text').notNull(),
  },
  (t) => [primaryKey({ columns: [t.notificationId, t.languageId] })],
);
