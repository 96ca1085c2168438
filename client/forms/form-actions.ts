import type { FormAction } from './form-action.ts';
import { requestSiloQuotation } from './request-silo-quotation.ts';
import { confirmReview, sendReview } from './send-review.ts';
import { confirmStockReminder, endStockReminder, requestStockReminder } from './stock-reminder.ts';

/** The action of every form, by the name in its hidden field `form`. In the browser this module arrives with the first form that is sent. */
export const formActions: Readonly<Record<string, FormAction>> = {
  'silo-quotation': requestSiloQuotation,
  review: sendReview,
  'review-confirm': confirmReview,
  'stock-reminder': requestStockReminder,
  'stock-reminder-confirm': confirmStockReminder,
  'stock-reminder-unsubscribe': endStockReminder,
};

/** The action of a form; undefined where there is no such form. */
export function findFormAction(name: string): FormAction | undefined {
  return Object.hasOwn(formActions, name) ? formActions[name] : undefined;
}
