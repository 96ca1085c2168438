/**
 * Returns the code of a system error, for example 'ECONNRESET'; undefined for any other value. Checks the
 * shape only, because an error may come from another realm, where `instanceof Error` is false.
 */
export function getErrorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
