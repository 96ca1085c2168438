import { type Call, createCall } from '../../sites/scoped-call.ts';
import type { StockReminderService } from './service.ts';

/** Creates the handlers of back-in-stock reminders. */
export function createStockReminderCalls(service: StockReminderService): Call[] {
  return [
    createCall('requestStockReminder', (context, input) => service.request(context, input)),
    createCall('confirmStockReminder', (context, { body }) => service.confirm(context, body.token)),
    createCall('endStockReminder', (context, { body }) => service.end(context, body.token)),
  ];
}
