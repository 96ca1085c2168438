import type { CallOptions } from './client.ts';

/** API paths that accept forms with files. They are not part of the contract, whose calls are JSON. */
export type FileFormPath = '/api/returns';

export interface SendFormOptions extends CallOptions {
  /** Value of the `Idempotency-Key` header. */
  readonly idempotencyKey?: string | undefined;
  /** Called with the share that has been sent, from 0 to 1; only in browsers. */
  readonly onProgress?: ((share: number) => void) | undefined;
}

/**
 * Sends a form with files in the name of the visitor.
 *
 * @returns the JSON of the answer, not validated
 * @throws ApiError as the calls of the typed client do
 */
export type SendForm = (path: FileFormPath, form: FormData, options?: SendFormOptions) => Promise<unknown>;
