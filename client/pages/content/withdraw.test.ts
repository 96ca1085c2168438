import { describe, expect, it } from '@jest/globals';
import type { ActionContext } from '../../forms/form-action.ts';
import { readSentForm } from '../../forms/form-action.ts';
import { WITHDRAWAL_CONFIRMED_STEP, withdraw } from './withdraw.ts';

const typedFields = { name: 'Marit', contract: '2026-000001', emailAddress: 'marit@example.com', lines: '' };

/** Sends the form with these fields and returns the API calls. */
async function sendWithdrawal(fields: Record<string, string>) {
  const asked: { idempotencyKey?: string }[] = [];
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  const outcome = await withdraw({
    fields: readSentForm(data),
    options: {},
    api: {
      createWithdrawal: async (input: { idempotencyKey?: string }) => {
        asked.push(input);
        return {
          withdrawalId: 'w',
          receivedAt: '2026-11-05T12:00:00.000Z',
          timeZone: 'Europe/Berlin',
          receiptPath: '/receipt',
        };
      },
    },
  } as unknown as ActionContext);
  return { outcome, asked };
}

describe('withdraw', () => {
  it('shows the withdrawal for review before it is sent, with a new idempotency key each time', async () => {
    const [first, second] = [await sendWithdrawal(typedFields), await sendWithdrawal(typedFields)];
    const keys = [first, second].map(({ outcome, asked }) => {
      expect(asked).toEqual([]);
      if (outcome.status !== 'shown') throw new Error(outcome.status);
      return outcome.values?.idempotencyKey;
    });
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(keys[1]).not.toBe(keys[0]);
  });

  it('sends the idempotency key of the confirmation step, so that a double click withdraws once', async () => {
    const { outcome, asked } = await sendWithdrawal({
      ...typedFields,
      step: WITHDRAWAL_CONFIRMED_STEP,
      idempotencyKey: 'k'.repeat(32),
    });
    expect(outcome.status).toBe('done');
    expect(asked.map(({ idempotencyKey }) => idempotencyKey)).toEqual(['k'.repeat(32)]);
  });
});
