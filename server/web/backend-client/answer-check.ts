import type Type from 'typebox';
import { Compile } from 'typebox/compile';
import { callContracts } from '../../../shared/contract/calls.ts';
import type { CallName } from '../../../shared/contract/paths.ts';

type AnswerCheck = ReturnType<typeof Compile>;

/** Compiled on first use and the same for everyone: they are made from the contract alone. */
const checks = new Map<CallName, AnswerCheck>();

function getCheck(name: CallName, schema: Type.TSchema): AnswerCheck {
  let check = checks.get(name);
  if (!check) {
    check = Compile(schema);
    checks.set(name, check);
  }
  return check;
}

/** Whether a call has nothing to tell: whatever comes with its success is no answer. */
export function isWithoutAnswer(name: CallName): boolean {
  return callContracts[name].answer === null;
}

/**
 * What is wrong with the answer of a call, or null where it is as the contract says.
 *
 * @returns place and rule of the first mismatch, for example '/0/domain must be string'; never a value of the data
 */
export function findAnswerFault(name: CallName, value: unknown): string | null {
  const schema: Type.TSchema | null = callContracts[name].answer;
  if (schema === null) return null;
  const check = getCheck(name, schema);
  if (check.Check(value)) return null;
  const first = check.Errors(value)[0];
  return first ? `${first.instancePath} ${first.message}`.trim() : 'does not match';
}
