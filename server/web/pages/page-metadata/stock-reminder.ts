import type { ServerPageMetadata } from '../page-kind.ts';

export const stockReminderKind: ServerPageMetadata<'stockReminder'> = {
  listSurrogateKeys: () => [],
};
