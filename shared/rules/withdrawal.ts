import { isEmailAddress, normaliseEmailAddress } from './email-address.ts';
import { cleanLine, cleanText } from './typed-text.ts';

/** Maximum lengths, in characters. */
export const maxWithdrawalFieldLengths = {
  name: 100,
  contract: 100,
  emailAddress: 254,
  lines: 2000,
} as const;

/** Details of a withdrawal from a contract, as typed. */
export interface WithdrawalInput {
  readonly name: string;
  /** Order number, or other details that identify the contract. */
  readonly contract: string;
  readonly emailAddress: string;
  /** Affected products; '' for all of them. */
  readonly lines: string;
}

/** Processing states of a withdrawal: not processed; answered; goods and money settled. */
export const withdrawalStates = ['open', 'answered', 'closed'] as const;
export type WithdrawalState = (typeof withdrawalStates)[number];

export interface WithdrawalProblem {
  readonly field: keyof WithdrawalInput;
  readonly code: 'required' | 'format' | 'maxLength';
}

/** Fields in the order of the form. */
export const withdrawalFields = ['name', 'contract', 'emailAddress', 'lines'] as const;

/** Cleans the details for storage: without control characters and surrounding spaces. */
export const cleanWithdrawal = (words: WithdrawalInput): WithdrawalInput => ({
  name: cleanLine(words.name),
  contract: cleanLine(words.contract),
  emailAddress: normaliseEmailAddress(words.emailAddress),
  lines: cleanText(words.lines),
});

/** Lists the problems of cleaned details, in the order of the form; one problem per field. */
export function listWithdrawalProblems(words: WithdrawalInput): WithdrawalProblem[] {
  return withdrawalFields.flatMap((field): WithdrawalProblem[] => {
    const value = words[field];
    if (value === '') return field === 'lines' ? [] : [{ field, code: 'required' }];
    if ([...value].length > maxWithdrawalFieldLengths[field]) return [{ field, code: 'maxLength' }];
    return field === 'emailAddress' && !isEmailAddress(value) ? [{ field, code: 'format' }] : [];
  });
}
