import Type from 'typebox';
import type { ContractsOf } from './call-contract.ts';
import type { stockReminderPaths } from './paths/stock-reminders.ts';
import { Id, Url } from './primitives.ts';

/** A wish to be told when a variant is in stock again. */
export const StockReminderRequest = Type.Object({
  emailAddress: Type.String({ minLength: 1, maxLength: 300, description: 'Checked like every address' }),
});

export const StockReminderToken = Type.Object({
  token: Type.String({ minLength: 1, maxLength: 200, description: 'From the mailed link' }),
});

/** The product that a confirmed wish is about. */
export const ConfirmedStockReminder = Type.Object({ title: Type.String(), url: Url });

export const stockReminderCalls = {
  requestStockReminder: {
    summary: 'Asks for a mail when a sold-out variant is back; counts once the mailed link is confirmed',
    needs: 'open',
    // A repeat is another mail, and its link replaces the one before.
    isIdempotent: false,
    params: Type.Object({ productVariantId: Id }),
    body: StockReminderRequest,
    // The same for every address, known or not.
    answer: null,
    refusals: ['not_found', 'in_stock', 'too_many_attempts'],
  },
  confirmStockReminder: {
    summary: 'Confirms that wish by the token of the mailed link; again and again if need be',
    needs: 'open',
    isIdempotent: true,
    body: StockReminderToken,
    answer: ConfirmedStockReminder,
    refusals: ['not_found', 'token_invalid', 'token_expired'],
  },
  endStockReminder: {
    summary: 'Ends that wish by a token of one of its mails',
    needs: 'open',
    isIdempotent: true,
    body: StockReminderToken,
    answer: null,
    refusals: [],
  },
} as const satisfies ContractsOf<typeof stockReminderPaths>;
