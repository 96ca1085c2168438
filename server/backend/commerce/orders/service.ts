export {
  createCreditForm,
  creditFields,
  creditFromForm,
  hasCreditInput,
  listCreditableLines,
} from './admin-credits.tsx';
export { type CreditOptions, type CreditRefusal, creditMethods } from './credit-parts.ts';
export { type DocumentAmount, listDocumentAmounts } from './document-amounts.ts';
export {
  type KnownNumber,
  type RaisedSeries,
  raiseNumbersAfterRestore,
} from './number-series-after-restore/raise-number-series.ts';
export { enqueueOrderMessage } from './order-messages.ts';
export { splitPaymentCosts } from './payment-costs.ts';
export { placeReplacement } from './place-replacement.ts';
