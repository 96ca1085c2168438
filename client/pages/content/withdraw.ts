import { cleanWithdrawal, listWithdrawalProblems } from '../../../shared/rules/withdrawal.ts';
import type { FormAction, FormFields } from '../../forms/form-action.ts';
import { createIdempotencyKey } from '../../store/idempotency-key.ts';

/** Button value of the confirmation step. Only this step submits the withdrawal. */
export const WITHDRAWAL_CONFIRMED_STEP = 'confirmed';

/** Reads and validates the withdrawal of a form. */
export function readWithdrawal(fields: FormFields) {
  const words = cleanWithdrawal({
    name: fields.get('name'),
    contract: fields.get('contract'),
    emailAddress: fields.get('emailAddress'),
    lines: fields.get('lines'),
  });
  return { words, problems: listWithdrawalProblems(words) };
}

/**
 * Withdraws from a contract in two steps: the typed values are shown for review and submitted on
 * confirmation. Nothing is stored in between.
 */
export const withdraw: FormAction = async ({ api, fields, options }) => {
  const { words, problems } = readWithdrawal(fields);
  const step = fields.get('step');
  if (problems.length > 0 || step === 'change') return { status: 'refused', problems };
  // The idempotency key of the confirmation step makes a double click withdraw once.
  if (step !== WITHDRAWAL_CONFIRMED_STEP) {
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
