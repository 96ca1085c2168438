import type Type from 'typebox';
import type { CallPath } from './paths/call-path.ts';
import type { ProblemCode } from './problem.ts';

/**
 * Who may make a call: anybody; who has the unguessable id of a cart of the site; a signed-in customer; one whose password was asked for
 * a moment ago; an employee of the shop.
 */
export type CallNeed = 'open' | 'cart' | 'session' | 'freshSession' | 'keeper';

/** What the contract says of a call beside its path. `params` are the parts of the path, `query` the query string, both as typed values. */
export interface CallContract {
  readonly summary: string;
  readonly needs: CallNeed;
  /** It answers also where an order was placed from the cart that it needs; for every other call there is no such cart. */
  readonly takesOrderedCart?: true;
  /** The same call, made once more, leaves everything as the first one did. */
  readonly isIdempotent: boolean;
  readonly params?: Type.TObject;
  /** Values of the query; where the path says `queryInBody`, they may come in the body as well. */
  readonly query?: Type.TObject;
  readonly body?: Type.TSchema;
  /**
   * Whether the call takes the header `Idempotency-Key`: of several calls with one key only the first counts, the others get its answer.
   * Left out: it takes none.
   */
  readonly key?: 'optional' | 'required';
  /**
   * After several failures, and of a call that takes a hash while many wait for theirs, the call wants a proof of work in the header
   * `x-bot-check-token`; who says `unavailable` there cannot work one out, and has to wait.
   */
  readonly botCheck?: true;
  /**
   * It takes a hash of a password: few may wait for their turn, and who comes after them is told at once to come back in a moment
   * (`too_many_attempts`), so that a flood keeps nobody waiting for long.
   */
  readonly takesHash?: true;
  /** The answer is a file of this name, to be kept. */
  readonly fileName?: string;
  /**
   * It changes nothing and is answered for the moment of a preview, as all are that a cache may keep. Every other call is answered for
   * the present: what somebody does is done now.
   */
  readonly followsPreview?: true;
  /** It is refused in a preview (`order_in_preview`): what is seen there is not what would be had. */
  readonly isRefusedInPreview?: true;
  /** Body of a success (200); null where there is nothing to tell (204). */
  readonly answer: Type.TSchema | null;
  /** Codes of its own refusals, beside those that `listProblemCodes` derives from what it needs and takes. */
  readonly refusals: readonly ProblemCode[];
}

/**
 * What must be true of a call because of its path: reads and what replaces or removes are idempotent by their method; carts and accounts
 * are of one site; and what a cache may keep is open to everybody and tells something.
 */
type ContractOf<P extends CallPath> = CallContract &
  (P['method'] extends 'POST' ? unknown : { readonly isIdempotent: true }) &
  (P['scoped'] extends true ? unknown : { readonly needs: 'open' | 'keeper' }) &
  (P['cache'] extends 'never'
    ? unknown
    : { readonly needs: 'open'; readonly isIdempotent: true; readonly answer: Type.TSchema });

/** The contracts of a noun's calls: one for each of its paths, and none besides. */
export type ContractsOf<P extends Readonly<Record<string, CallPath>>> = {
  readonly [N in keyof P]: ContractOf<P[N]>;
};
