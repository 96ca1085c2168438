import type { CallOptions } from './client.ts';

/** Paths of the API that take forms with files; they are no calls of the contract, which are JSON. */
export type FormPath = '/api/returns';

export interface SendFormOptions extends CallOptions {
  /** For the header `Idempotency-Key`. */
  readonly idempotencyKey?: string | undefined;
  /** Told how much has left, from 0 to 1; by browsers only. */
  readonly onProgress?: ((share: number) => void) | undefined;
}

/**
 * Sends a form with files in the visitor's own name.
 *
 * @returns the answer's JSON, not checked
 * @throws ApiError as the calls of the typed client do
 */
export type SendForm = (path: FormPath, form: FormData, options?: SendFormOptions) => Promise<unknown>;
