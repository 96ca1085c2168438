import type { ServerPageMetadata } from '../server-page-metadata.ts';

export const stockReminderPageMetadata: ServerPageMetadata<'stockReminder'> = {
  listSurrogateKeys: () => [],
};
