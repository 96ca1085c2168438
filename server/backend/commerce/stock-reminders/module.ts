import type { BackendModule, ModuleDeps } from '../../sites/backend-module.ts';
import { createStockReminderCalls } from './calls.ts';
import { createSendRemindersJob } from './jobs.ts';
import { stockReminderPersonalData } from './personal-data.ts';
import { createStockReminderService } from './service.ts';

/** Creates the module of reminders that are sent when a variant is in stock again. */
export function createStockReminderModule(deps: ModuleDeps): BackendModule {
  return {
    calls: createStockReminderCalls(createStockReminderService(deps)),
    jobs: [createSendRemindersJob(deps)],
    personalData: [stockReminderPersonalData],
  };
}
