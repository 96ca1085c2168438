import type { BackendModule, ModuleDeps } from '../../module.ts';
import { createNotificationCalls } from './calls.ts';

/** The notices of the sites. */
export function createNotificationModule({ database }: ModuleDeps): BackendModule {
  return { calls: createNotificationCalls(database) };
}
