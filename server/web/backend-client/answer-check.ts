import { Compile } from 'typebox/compile';
import { callSchemas } from '../../../shared/contract/calls.ts';
import type { CallName } from '../../../shared/contract/paths.ts';

type AnswerCheck = ReturnType<typeof Compile>;

/** Compiled on first use and the same for everyone: they are made from the contract alone. */
const checks = new Map<CallName, AnswerCheck>();

function getCheck(name: CallName): AnswerCheck {
  let check = checks.get(name);
  if (!check) {
    check = Compile(callSchemas[name].answer);
    checks.set(name, check);
  }
  return check;
}

/**
 * What is wrong with the answer of a call, or null where it is as the contract says.
 *
 * @returns place and rule of the first mismatch, for example '/0/domain must be string'; never a value of the data
 */
export function findAnswerFault(name: CallName, value: unknown): string | null {
  const check = getCheck(name);
  if (check.Check(value)) return null;
  const first = check.Errors(value)[0];
  return first ? `${first.instancePath} ${first.message}`.trim() : 'does not match';
}
