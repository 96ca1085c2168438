import { cleanWithdrawal, listWithdrawalProblems } from '../../../shared/rules/withdrawal.ts';
import type { FormAction, FormFields } from '../../forms/form-action.ts';
import { createIdempotencyKey } from '../../store/idempotency-key.ts';

/** What the button of the second step sends: only then it counts. */
export const CONFIRMED_STEP = 'confirmed';

/** The withdrawal that a form holds, and all that is wrong with it. */
export function readWithdrawal(fields: FormFields) {
  const words = cleanWithdrawal({
    name: fields.get('name'),
    contract: fields.get('contract'),
    emailAddress: fields.get('emailAddress'),
    lines: fields.get('lines'),
  });
  return { words, problems: listWithdrawalProblems(words) };
}

/** Withdraws from a contract in two steps: what was typed is shown, and counts when it is confirmed. Nothing is kept in between. */
export const withdraw: FormAction = async ({ api, fields, options }) => {
  const { words, problems } = readWithdrawal(fields);
  const step = fields.get('step');
  if (problems.length > 0 || step === 'change') return { status: 'refused', problems };
  // With the key of the step that confirms it, a double click withdraws once.
  if (step !== CONFIRMED_STEP) {
    return { status: 'shown', values: { idempotencyKey: createIdempotencyKey() } };
  }
  const { lines, ...needed } = words;
  const idempotencyKey = fields.get('idempotencyKey');
  const { receivedAt, timeZone, receiptPath } = await api.createWithdrawal(
    {
      body: { ...needed, ...(lines && { lines }) },
      ...(idempotencyKey && { idempotencyKey }),
    },
    options,
  );
  return { status: 'done', receipt: { receivedAt, timeZone, path: receiptPath } };
};
