import { attachSamplesToAccount, detachSamplesFromOrders } from '../../../nutrition/lab-results/queries.ts';
import type { OrderReactions } from '../order-reactions.ts';
import { createSamples, dropSamplesWithoutResult } from './order-samples.ts';

/** Creates the samples of the roughage tests of a paid order, and drops those of a cancelled one. */
export const sampleOrderReactions: OrderReactions = {
  paid: (transaction, { order, now }) => createSamples(transaction, order, now),
  cancelled: (transaction, { order }) => dropSamplesWithoutResult(transaction, order.orderId),
  attached: attachSamplesToAccount,
  deleting: detachSamplesFromOrders,
};
