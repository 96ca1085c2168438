import type Type from 'typebox';
import type { CallPath } from './paths/call-path.ts';
import type { ProblemCode } from './problem.ts';

/**
 * Permission that a call requires: none; the unguessable id of a cart of the site; a session of a customer; a
 * session whose password was confirmed recently; a session of a staff member.
 */
export type CallPermission = 'open' | 'cart' | 'session' | 'freshSession' | 'staff';

/**
 * Contract of a call in addition to its path. `params` are the path parameters, `query` the query string,
 * both as typed values.
 */
export interface CallContract {
  readonly summary: string;
  readonly needs: CallPermission;
  /** The call accepts a cart from which an order was placed. All other calls treat such a cart as missing. */
  readonly acceptsOrderedCart?: true;
  /** A repeated call has no further effect. */
  readonly isIdempotent: boolean;
  readonly params?: Type.TObject;
  /** Query parameters; if the path has `queryInBody`, they may be sent in the body instead. */
  readonly query?: Type.TObject;
  readonly body?: Type.TSchema;
  /**
   * Whether the call accepts the `Idempotency-Key` header: of several calls with the same key only the first
   * takes effect, and the others get its answer. If omitted, the call does not accept it.
   */
  readonly key?: 'optional' | 'required';
  /**
   * After several failures, the call requires a proof of work in the `x-bot-check-token` header. A call that
   * hashes a password also requires it while many hashes are queued. A client that sends `unavailable` cannot
   * compute a proof and has to wait.
   */
  readonly botCheck?: true;
  /**
   * The call hashes a password. The queue for hashing is short, and further calls are rejected at once with
   * `too_many_attempts`, so that a flood of calls does not cause long waits.
   */
  readonly hashesPassword?: true;
  /** The answer is a download with this file name. */
  readonly fileName?: string;
  /**
   * The call only reads and is answered for the time of a preview, like all cacheable calls. All other calls
   * are answered for the present, because actions take effect now.
   */
  readonly followsPreview?: true;
  /**
   * The call is rejected in a preview (`order_in_preview`), because prices and stock of a preview are not
   * those of an order.
   */
  readonly isRefusedInPreview?: true;
  /** Body of a success (200); null if there is none (204). */
  readonly answer: Type.TSchema | null;
  /**
   * Problem codes of this call, in addition to those that `listProblemCodes` derives from its other
   * properties.
   */
  readonly refusals: readonly ProblemCode[];
}

/**
 * Constraints that follow from the path of a call. Reads, replacements and deletions are idempotent by their
 * method. Carts and accounts belong to one site. A cacheable call is open to everyone, idempotent and has an
 * answer.
 */
type ContractOf<P extends CallPath> = CallContract &
  (P['method'] extends 'POST' ? unknown : { readonly isIdempotent: true }) &
  (P['scoped'] extends true ? unknown : { readonly needs: 'open' | 'staff' }) &
  (P['cache'] extends 'never'
    ? unknown
    : { readonly needs: 'open'; readonly isIdempotent: true; readonly answer: Type.TSchema });

/** Contracts of a module's calls: exactly one for each of its paths. */
export type ContractsOf<P extends Readonly<Record<string, CallPath>>> = {
  readonly [N in keyof P]: ContractOf<P[N]>;
};
