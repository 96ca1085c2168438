import { isEmailAddress, normaliseEmailAddress } from './email-address.ts';
import { cleanLine, cleanText } from './typed-text.ts';

/** Longest values, in characters. */
export const withdrawalLimits = { name: 100, contract: 100, emailAddress: 254, lines: 2000 } as const;

/** What somebody says to withdraw from a contract. */
export interface WithdrawalWords {
  readonly name: string;
  /** Order number, or what else names the contract. */
  readonly contract: string;
  readonly emailAddress: string;
  /** The goods that are meant; '': all of them. */
  readonly lines: string;
}

/** What staff have done about a withdrawal: nothing yet; answered it; settled goods and money. */
export const withdrawalStates = ['open', 'answered', 'closed'] as const;
export type WithdrawalState = (typeof withdrawalStates)[number];

export interface WithdrawalProblem {
  readonly field: keyof WithdrawalWords;
  readonly code: 'required' | 'format' | 'maxLength';
}

/** In the order of the form. */
export const withdrawalFields = ['name', 'contract', 'emailAddress', 'lines'] as const;

/** The words as they are kept: as they were typed, without control characters and spaces around. */
export const cleanWithdrawal = (words: WithdrawalWords): WithdrawalWords => ({
  name: cleanLine(words.name),
  contract: cleanLine(words.contract),
  emailAddress: normaliseEmailAddress(words.emailAddress),
  lines: cleanText(words.lines),
});

/** What is wrong with cleaned words, in the order of the form; one problem per field. */
export function listWithdrawalProblems(words: WithdrawalWords): WithdrawalProblem[] {
  return withdrawalFields.flatMap((field): WithdrawalProblem[] => {
    const value = words[field];
    if (value === '') return field === 'lines' ? [] : [{ field, code: 'required' }];
    if ([...value].length > withdrawalLimits[field]) return [{ field, code: 'maxLength' }];
    return field === 'emailAddress' && !isEmailAddress(value) ? [{ field, code: 'format' }] : [];
  });
}
