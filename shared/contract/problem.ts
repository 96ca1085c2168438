import Type from 'typebox';
import { adviceRefusals } from '../rules/feed-advice/feed-advice.ts';
import { Cents, Id } from './primitives.ts';

/** RFC 9457 problem document: the body of every API answer that is not a success. */
export const Problem = Type.Object({
  type: Type.String({ pattern: '^urn:problem:[a-z_]+$', description: '`urn:problem:` followed by the code' }),
  title: Type.String(),
  status: Type.Integer(),
  code: Type.String({ description: 'Stable, machine-readable name of the problem' }),
  detail: Type.Optional(Type.String()),
  errors: Type.Optional(
    Type.Array(
      Type.Object({ field: Type.String(), code: Type.String(), detail: Type.Optional(Type.String()) }),
    ),
  ),
});
export type Problem = Type.Static<typeof Problem>;

interface ProblemKind {
  readonly status: number;
  readonly title: string;
  /** Additional members of the document, which a caller can act on. */
  readonly members?: Type.TObject;
}

/** Every code of the backend with its status: 400 is invalid input, 409 a refusal by a rule of the shop. */
export const problemKinds = {
  parameter_missing: { status: 400, title: 'A required parameter is missing' },
  validation_failed: { status: 400, title: 'The request is not valid' },
  malformed_json: { status: 400, title: 'The body is not valid JSON' },
  malformed_url: { status: 400, title: 'The URL is not encoded correctly' },
  file_refused: { status: 400, title: 'A file is not what is asked for' },
  token_invalid: { status: 400, title: 'The token is not known' },
  not_authenticated: { status: 401, title: 'Nobody is signed in' },
  invalid_credentials: { status: 401, title: 'E-mail address and password are not known together' },
  reauthentication_required: { status: 401, title: 'The password must be given again' },
  account_not_activated: { status: 403, title: 'The account must be activated first' },
  bot_check_required: {
    status: 403,
    title: 'A proof of work is needed before another try',
    members: Type.Object({
      difficulty: Type.Integer({
        minimum: 1,
        description: 'Number of leading zero bits that the answer must have',
      }),
    }),
  },
  foreign_request: { status: 403, title: 'The request comes from a page of another site' },
  not_found: { status: 404, title: 'Not found' },
  method_not_allowed: { status: 405, title: 'The path does not have this method' },
  too_many_lines: { status: 409, title: 'The cart has as many lines as it may have' },
  address_name_taken: { status: 409, title: 'Another address of the account has the name' },
  sample_name_taken: { status: 409, title: 'Another sample of this test has the name' },
  discount_code_unknown: { status: 409, title: 'The code is not known, or is over' },
  discount_code_used_up: { status: 409, title: 'The code was used as often as it may be' },
  dutch_addresses_on_dutch_site_only: {
    status: 409,
    title: 'Orders to Dutch addresses are possible on the Dutch site only',
  },
  country_not_delivered: { status: 409, title: 'The site does not send to this country' },
  parcel_too_heavy: { status: 409, title: 'A piece is too heavy for the parcel point' },
  dealer_without_pickup: { status: 409, title: 'Nothing can be fetched at this dealer' },
  gift_card_refused: { status: 409, title: 'The gift card cannot be used' },
  samples_unnamed: { status: 409, title: 'Every sample needs a name' },
  order_in_preview: { status: 409, title: 'Nothing can be ordered in a preview' },
  order_in_progress: { status: 409, title: 'The order is being placed' },
  order_not_payable: { status: 409, title: 'Nothing can be paid for this order' },
  order_not_cancellable: { status: 409, title: 'The order cannot be cancelled any more' },
  email_address_taken: { status: 409, title: 'Another account has the e-mail address by now' },
  combination_over_limit: { status: 409, title: 'The other feeds of the horse leave no room for this one' },
  selenium_limit: { status: 409, title: 'The feeds of the horse would have too much added selenium' },
  too_many_addresses: { status: 409, title: 'The account has saved as many addresses as it may' },
  too_many_saved: { status: 409, title: 'The account has saved as many rations as it may' },
  advice_not_determined: {
    status: 409,
    title: 'The feeding-advice model gives no ration',
    members: Type.Object({ reason: Type.Enum([...adviceRefusals]) }),
  },
  in_stock: { status: 409, title: 'The product is in stock' },
  insufficient_stock: {
    status: 409,
    title: 'There is less in stock than was asked for',
    members: Type.Object({
      lines: Type.Array(
        Type.Object({
          productVariantId: Id,
          amount: Type.Integer({ minimum: 0, description: 'Available pieces' }),
        }),
      ),
    }),
  },
  discount_code_minimum: {
    status: 409,
    title: 'The code needs an order of at least this amount',
    members: Type.Object({ amount: Cents }),
  },
  checkout_not_ready: {
    status: 409,
    title: 'The order is not complete yet',
    members: Type.Object({
      step: Type.Enum(['billing', 'delivery', 'payment'], {
        description: 'First step with missing details',
      }),
    }),
  },
  total_changed: {
    status: 409,
    title: 'The order comes to another amount by now',
    members: Type.Object({ totalAmount: Cents }),
  },
  amount_to_pay_changed: {
    status: 409,
    title: 'The gift card pays less than expected',
    members: Type.Object({ amount: Cents }),
  },
  token_expired: { status: 410, title: 'The token is no longer valid' },
  body_too_large: { status: 413, title: 'The body is too large' },
  unsupported_media_type: { status: 415, title: 'The body must be application/json' },
  idempotency_key_reused: { status: 422, title: 'The Idempotency-Key was used for something else' },
  too_many_attempts: { status: 429, title: 'Too many attempts, try again later' },
  internal_error: { status: 500, title: 'An unexpected error occurred' },
  payment_unavailable: { status: 503, title: 'The payment provider cannot be used now, try again later' },
  backend_unavailable: { status: 503, title: 'The database cannot be used now, try again later' },
} as const satisfies Record<string, ProblemKind>;

type ProblemKinds = typeof problemKinds;
export type ProblemCode = keyof ProblemKinds;

/** Codes whose documents have additional members. */
export type DetailedProblemCode = {
  [C in ProblemCode]: ProblemKinds[C] extends { readonly members: Type.TObject } ? C : never;
}[ProblemCode];
/** Type of the additional members of a code. */
export type ProblemMembers<C extends DetailedProblemCode> = Type.Static<ProblemKinds[C]['members']>;

/** Returns the schema of the additional members of a code; undefined if it has none. */
export function getProblemMembersSchema(code: ProblemCode): Type.TObject | undefined {
  const kind: ProblemKind = problemKinds[code];
  return kind.members;
}
