import { cleanWithdrawal, listWithdrawalProblems } from '../../../shared/rules/withdrawal.ts';
import type { FormAction, FormFields } from '../../forms/form-action.ts';

/** Everything is right, and is shown once more before it counts. */
export const CONFIRM = 'confirm';

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
  if (step !== CONFIRM) return { status: 'refused', problems: [{ field: null, code: CONFIRM }] };
  const { lines, ...needed } = words;
  const { receivedAt, receiptPath } = await api.createWithdrawal(
    { body: { ...needed, ...(lines && { lines }) } },
    options,
  );
  return { status: 'done', receipt: { receivedAt, path: receiptPath } };
};
