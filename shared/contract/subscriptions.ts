import Type from 'typebox';
import type { ContractsOf } from './call-contract.ts';
import type { subscriptionPaths } from './paths/subscriptions.ts';
import { Id, Nullable } from './primitives.ts';
import { ProductSummary } from './products.ts';

/** What mails somebody gets besides those of their orders. */
const choices = {
  newsletter: Type.Boolean(),
  offers: Type.Boolean(),
  labResults: Type.Boolean({ description: 'When the result of a lab test is ready' }),
} as const;

export const Subscriptions = Type.Object({
  ...choices,
  stockReminders: Type.Array(
    Type.Object({
      stockReminderId: Id,
      title: Type.String(),
      product: Nullable(ProductSummary),
    }),
    { description: 'Confirmed wishes of this address that wait' },
  ),
});
export type Subscriptions = Type.Static<typeof Subscriptions>;

export const subscriptionCalls = {
  fetchSubscriptions: {
    summary: 'What mails the account gets',
    needs: 'session',
    isIdempotent: true,
    answer: Subscriptions,
    refusals: [],
  },
  updateSubscriptions: {
    summary: 'Changes what mails the account gets; what is left out stays as it is',
    needs: 'session',
    isIdempotent: true,
    body: Type.Object({
      newsletter: Type.Optional(choices.newsletter),
      offers: Type.Optional(choices.offers),
      labResults: Type.Optional(choices.labResults),
      endedStockReminderIds: Type.Optional(Type.Array(Id, { maxItems: 500 })),
    }),
    answer: null,
    refusals: ['too_many_attempts'],
  },
} as const satisfies ContractsOf<typeof subscriptionPaths>;
