import Type from 'typebox';
import { Url } from './primitives.ts';

/** A wish to be told when a variant is in stock again. */
export const StockReminderRequest = Type.Object({
  emailAddress: Type.String({ minLength: 1, maxLength: 300, description: 'Checked like every address' }),
});

/** The same for every address, known or not. */
export const StockReminderAnswer = Type.Object({
  status: Type.Literal('confirmationMailed', {
    description: 'A mail with a link is on its way, unless the address has confirmed the same wish before',
  }),
});

export const StockReminderToken = Type.Object({
  token: Type.String({ minLength: 1, maxLength: 200, description: 'From the mailed link' }),
});

/** The product that a confirmed wish is about. */
export const ConfirmedStockReminder = Type.Object({ title: Type.String(), url: Url });

export const EndedStockReminder = Type.Object({ status: Type.Literal('ended') });
