import type Type from 'typebox';
import { Compile } from 'typebox/compile';
import { callContracts } from '../../../shared/contract/calls.ts';
import type { CallName } from '../../../shared/contract/paths.ts';

type AnswerCheck = ReturnType<typeof Compile>;

/** Compiled on first use and shared: they depend on the contract alone. */
const checksByCall = new Map<CallName, AnswerCheck>();

function getCheck(name: CallName, schema: Type.TSchema): AnswerCheck {
  let check = checksByCall.get(name);
  if (!check) {
    check = Compile(schema);
    checksByCall.set(name, check);
  }
  return check;
}

/** Returns true if a call has no response body. A body sent with a success is ignored. */
export function isWithoutAnswer(name: CallName): boolean {
  return callContracts[name].answer === null;
}

/**
 * Checks the answer of a call against the contract.
 *
 * @returns path and rule of the first mismatch, for example '/0/domain must be string', never a value of the
 *   data; null if the answer is valid
 */
export function findAnswerFault(name: CallName, value: unknown): string | null {
  const schema: Type.TSchema | null = callContracts[name].answer;
  if (schema === null) return null;
  const check = getCheck(name, schema);
  if (check.Check(value)) return null;
  const first = check.Errors(value)[0];
  return first ? `${first.instancePath} ${first.message}`.trim() : 'does not match';
}
