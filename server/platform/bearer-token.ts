import { createHash, timingSafeEqual } from 'node:crypto';

/**
 * Returns true if both secrets are equal. Compares their hashes in constant time, so the duration reveals
 * neither length nor content.
 */
export function isSameSecret(given: string, secret: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(secret));
}

/**
 * Returns true if a request contains the token.
 *
 * @param authorization value of the `Authorization` header
 */
export function hasBearerToken(authorization: string | undefined, token: string): boolean {
  const [, given] = /^Bearer (\S+)$/i.exec(authorization ?? '') ?? [];
  return given !== undefined && isSameSecret(given, token);
}
