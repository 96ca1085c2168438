import loadable from '@loadable/component';
import { STOCK_REMINDER_PATTERN } from '../../../shared/rules/path-constants.ts';
import type { StaticRoute } from '../page-definition.ts';

/** Page of a mailed stock reminder link. `token` is null if the link is invalid. */
export interface StockReminderData {
  readonly kind: 'stockReminder';
  readonly step: 'confirm' | 'unsubscribe';
  readonly token: string | null;
}

export const stockReminderPage: StaticRoute<StockReminderData> = {
  kind: 'stockReminder',
  path: () => STOCK_REMINDER_PATTERN,
  cachePolicy: 'private',
  query: 'mailedLink',
  load: async (context) => (await import('../page-loaders.ts')).loadStockReminder(context),
  component: loadable(() => import('./StockReminderPage.tsx'), {
    resolveComponent: (module) => module.StockReminderPage,
  }),
  actions: {
    'stock-reminder-confirm': async () => (await import('./actions.ts')).confirmStockReminder,
    'stock-reminder-unsubscribe': async () => (await import('./actions.ts')).endStockReminder,
  },
};
