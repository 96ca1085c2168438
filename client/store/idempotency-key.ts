/**
 * Creates a value for the header `Idempotency-Key`. Of all calls with the same key only the first counts. 128
 * random bits.
 */
export function createIdempotencyKey(): string {
  // `crypto.randomUUID` is unavailable on pages served over plain http.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
