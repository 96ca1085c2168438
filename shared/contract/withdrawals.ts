import Type from 'typebox';
import { siteTimeZones } from '../rules/time-zones.ts';
import type { ContractsOf } from './call-contract.ts';
import type { withdrawalPaths } from './paths/withdrawals.ts';

/** What is too long for its field is told by the rules, with the field's own limit. */
const Typed = Type.String({ maxLength: 5000 });

export const withdrawalCalls = {
  createWithdrawal: {
    summary:
      'Withdraws from a contract. The answer is the same whether the shop knows it or not; the receipt confirms what was received and when, not that it is accepted',
    needs: 'open',
    isIdempotent: false,
    key: 'optional',
    body: Type.Object({
      name: Typed,
      contract: Type.String({
        maxLength: 5000,
        description: 'Order number, or what else names the contract',
      }),
      emailAddress: Typed,
      lines: Type.Optional(
        Type.String({ maxLength: 5000, description: 'The goods that are meant, where not all of them are' }),
      ),
    }),
    answer: Type.Object({
      withdrawalId: Type.String(),
      receivedAt: Type.String({ format: 'date-time', description: 'To the second' }),
      timeZone: Type.Enum(siteTimeZones, { description: 'Of the site' }),
      receiptPath: Type.String({
        description:
          'Where its receipt (PDF) can be loaded, on the host of the call; the key in it is the right to do so',
      }),
    }),
    refusals: ['too_many_attempts', 'not_found'],
  },
} as const satisfies ContractsOf<typeof withdrawalPaths>;
