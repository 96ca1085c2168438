import type { MailTexts } from '../../../core/mail/mail-texts.ts';
import type { BackendModule, ModuleDeps } from '../../../sites/backend-module.ts';
import { ORDER_MESSAGE_JOB } from '../order-messages.ts';
import { selectInvoicesOfDocument } from '../queries.ts';
import { createOrderMessageWorker } from './order-message-worker.ts';

/** Creates the module of order mails and documents. */
export function createOrderDocumentModule(deps: ModuleDeps & { readonly texts: MailTexts }): BackendModule {
  return {
    queueWorkers: { [ORDER_MESSAGE_JOB]: createOrderMessageWorker(deps) },
    documentReferences: [selectInvoicesOfDocument],
  };
}
