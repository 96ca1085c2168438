import Type from 'typebox';
import { siteTimeZones } from '../rules/time-zones.ts';
import type { ContractsOf } from './call-contract.ts';
import type { withdrawalPaths } from './paths/withdrawals.ts';

/**
 * Text above the maximum of any field. The rules report a text that is too long with the limit of its field.
 */
const TypedText = Type.String({ maxLength: 5000 });

export const withdrawalCalls = {
  createWithdrawal: {
    summary:
      'Declares the withdrawal from a contract. The answer is the same whether the shop knows the contract or not. The receipt confirms what was received and when, not that it is accepted.',
    needs: 'open',
    isIdempotent: false,
    key: 'optional',
    body: Type.Object({
      name: TypedText,
      contract: Type.String({
        maxLength: 5000,
        description: 'Order number, or other details that identify the contract',
      }),
      emailAddress: TypedText,
      lines: Type.Optional(
        Type.String({ maxLength: 5000, description: 'The affected products, if not all' }),
      ),
    }),
    answer: Type.Object({
      withdrawalId: Type.String(),
      receivedAt: Type.String({ format: 'date-time', description: 'Time of receipt, to the second' }),
      timeZone: Type.Enum(siteTimeZones, { description: 'Time zone of the site' }),
      receiptPath: Type.String({
        description:
          'Path of the receipt (PDF) on the host of the call; it contains the key that grants permission to read it',
      }),
    }),
    refusals: ['too_many_attempts', 'not_found'],
  },
} as const satisfies ContractsOf<typeof withdrawalPaths>;
