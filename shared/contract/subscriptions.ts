import Type from 'typebox';
import type { ContractsOf } from './call-contract.ts';
import type { subscriptionPaths } from './paths/subscriptions.ts';
import { Id, Nullable } from './primitives.ts';
import { ProductSummary } from './products.ts';

/** Mails that an account receives in addition to those of its orders. */
const subscriptionChoices = {
  newsletter: Type.Boolean(),
  offers: Type.Boolean(),
  labResults: Type.Boolean({ description: 'A mail when the result of a lab test is available' }),
} as const;

export const Subscriptions = Type.Object({
  ...subscriptionChoices,
  stockReminders: Type.Array(
    Type.Object({
      stockReminderId: Id,
      title: Type.String(),
      product: Nullable(ProductSummary),
    }),
    { description: 'Confirmed stock reminders of this address that are pending' },
  ),
});
export type Subscriptions = Type.Static<typeof Subscriptions>;

export const subscriptionCalls = {
  fetchSubscriptions: {
    summary: 'Returns which mails the account receives',
    needs: 'session',
    isIdempotent: true,
    answer: Subscriptions,
    refusals: [],
  },
  updateSubscriptions: {
    summary: 'Changes which mails the account receives; omitted values are not changed',
    needs: 'session',
    isIdempotent: true,
    body: Type.Object({
      newsletter: Type.Optional(subscriptionChoices.newsletter),
      offers: Type.Optional(subscriptionChoices.offers),
      labResults: Type.Optional(subscriptionChoices.labResults),
      endedStockReminderIds: Type.Optional(Type.Array(Id, { maxItems: 500 })),
    }),
    answer: null,
    refusals: ['too_many_attempts'],
  },
} as const satisfies ContractsOf<typeof subscriptionPaths>;
