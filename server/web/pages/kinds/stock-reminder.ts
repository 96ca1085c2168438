import type { PageKindOnServer } from '../page-kind.ts';

export const stockReminderKind: PageKindOnServer<'stockReminder'> = {
  listSurrogateKeys: () => [],
};
