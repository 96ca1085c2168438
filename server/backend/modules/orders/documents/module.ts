import type { MailTexts } from '../../../mail/mail-texts.ts';
import type { BackendModule, ModuleDeps } from '../../../module.ts';
import { ORDER_MESSAGE_JOB } from '../tell-customer.ts';
import { createOrderMessageWorker } from './message-worker.ts';

/** What a customer gets of an order by mail and on paper. */
export function createOrderDocumentModule(deps: ModuleDeps & { readonly texts: MailTexts }): BackendModule {
  return { queuedWorkers: { [ORDER_MESSAGE_JOB]: createOrderMessageWorker(deps) } };
}
