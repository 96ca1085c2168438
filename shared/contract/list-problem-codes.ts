import type { CallContract, CallPermission } from './call-contract.ts';
import type { CallPath } from './paths/call-path.ts';
import { type ProblemCode, problemKinds } from './problem.ts';

/**
 * Codes for callers without permission. A cart of another site is reported as not found, so that an id
 * discloses nothing.
 */
const problemCodesByPermission: Readonly<Record<CallPermission, readonly ProblemCode[]>> = {
  open: [],
  cart: ['not_found'],
  session: ['not_authenticated'],
  freshSession: ['not_authenticated', 'reauthentication_required'],
  staff: ['not_authenticated'],
};

/** Lists every code that a call may return, by status: its own codes and those derived from its contract. */
export function listProblemCodes(path: CallPath, contract: CallContract): readonly ProblemCode[] {
  const { params, query, body, key, botCheck, isRefusedInPreview, needs, refusals } = contract;
  const codes = new Set<ProblemCode>([
    // From the `datetime` header, which every call reads.
    'validation_failed',
    ...(query || body || key === 'required' || path.scoped ? (['parameter_missing'] as const) : []),
    ...(params ? (['malformed_url'] as const) : []),
    ...(body || path.queryInBody
      ? (['malformed_json', 'body_too_large', 'unsupported_media_type'] as const)
      : []),
    ...(key ? (['idempotency_key_reused'] as const) : []),
    ...(botCheck ? (['bot_check_required'] as const) : []),
    ...(isRefusedInPreview ? (['order_in_preview'] as const) : []),
    // Browsers report the origin of a request; only reads are accepted from any origin.
    ...(path.method === 'GET' ? [] : (['foreign_request'] as const)),
    ...problemCodesByPermission[needs],
    ...refusals,
    'internal_error',
    'backend_unavailable',
  ]);
  return [...codes].toSorted((a, b) => problemKinds[a].status - problemKinds[b].status || a.localeCompare(b));
}
