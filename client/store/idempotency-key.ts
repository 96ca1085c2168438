/** A key for the header `Idempotency-Key`: of all calls that bring it only the first counts. 128 bits at random. */
export function createIdempotencyKey(): string {
  // `crypto.randomUUID` is missing where the page came over plain http.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
