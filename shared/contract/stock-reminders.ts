import Type from 'typebox';
import type { ContractsOf } from './call-contract.ts';
import type { stockReminderPaths } from './paths/stock-reminders.ts';
import { Id, Url } from './primitives.ts';

/** A request for a mail when a variant is in stock again. */
export const StockReminderRequest = Type.Object({
  emailAddress: Type.String({
    minLength: 1,
    maxLength: 300,
    description: 'E-mail address; it is validated like every other address',
  }),
});

export const StockReminderToken = Type.Object({
  token: Type.String({ minLength: 1, maxLength: 200, description: 'Token of the link in the mail' }),
});

/** Product of a confirmed stock reminder. */
export const ConfirmedStockReminder = Type.Object({ title: Type.String(), url: Url });

export const stockReminderCalls = {
  requestStockReminder: {
    summary:
      'Requests a mail when a sold-out variant is in stock again, which takes effect when the link in the mail is confirmed',
    needs: 'open',
    // A repeated call sends another mail, whose link replaces the previous one.
    isIdempotent: false,
    params: Type.Object({ productVariantId: Id }),
    body: StockReminderRequest,
    // The same for every address, known or unknown.
    answer: null,
    refusals: ['not_found', 'in_stock', 'too_many_attempts'],
  },
  confirmStockReminder: {
    summary: 'Confirms a stock reminder with the token of the link in the mail; may be repeated',
    needs: 'open',
    isIdempotent: true,
    body: StockReminderToken,
    answer: ConfirmedStockReminder,
    refusals: ['not_found', 'token_invalid', 'token_expired'],
  },
  endStockReminder: {
    summary: 'Ends a stock reminder with a token of one of its mails',
    needs: 'open',
    isIdempotent: true,
    body: StockReminderToken,
    answer: null,
    refusals: [],
  },
} as const satisfies ContractsOf<typeof stockReminderPaths>;
