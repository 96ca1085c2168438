import { type Call, createCall } from '../../http/call.ts';
import type { StockReminderService } from './service.ts';

/** The calls of wishes to be told when a variant is back. */
export function createStockReminderCalls(service: StockReminderService): Call[] {
  return [
    createCall('requestStockReminder', (context, input) => service.request(context, input)),
    createCall('confirmStockReminder', (context, { body }) => service.confirm(context, body.token)),
    createCall('endStockReminder', (context, { body }) => service.end(context, body.token)),
  ];
}
