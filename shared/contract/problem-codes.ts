import type { CallContract, CallNeed } from './call-contract.ts';
import type { CallPath } from './paths/call-path.ts';
import { type ProblemCode, problemKinds } from './problem.ts';

/** What callers are told who may not make a call. A cart that is not of this site is not there, so that an id tells nothing. */
const refusalsOfNeed: Readonly<Record<CallNeed, readonly ProblemCode[]>> = {
  open: [],
  cart: ['not_found'],
  session: ['not_authenticated'],
  freshSession: ['not_authenticated', 'reauthentication_required'],
  keeper: ['not_authenticated'],
};

/** Every code that a call may answer, by status: its own, and those that follow from what it needs and takes. */
export function listProblemCodes(path: CallPath, contract: CallContract): readonly ProblemCode[] {
  const { params, query, body, key, botCheck, isRefusedInPreview, needs, refusals } = contract;
  const codes = new Set<ProblemCode>([
    // The header `datetime`, which every call reads.
    'validation_failed',
    ...(query || body || key === 'required' || path.scoped ? (['parameter_missing'] as const) : []),
    ...(params ? (['malformed_url'] as const) : []),
    ...(body || path.queryInBody
      ? (['malformed_json', 'body_too_large', 'unsupported_media_type'] as const)
      : []),
    ...(key ? (['idempotency_key_reused'] as const) : []),
    ...(botCheck ? (['bot_check_required'] as const) : []),
    ...(isRefusedInPreview ? (['order_in_preview'] as const) : []),
    // A browser says where a request comes from; only reads may come from anywhere.
    ...(path.method === 'GET' ? [] : (['foreign_request'] as const)),
    ...refusalsOfNeed[needs],
    ...refusals,
    'internal_error',
    'backend_unavailable',
  ]);
  return [...codes].toSorted((a, b) => problemKinds[a].status - problemKinds[b].status || a.localeCompare(b));
}
