import { createHash, timingSafeEqual } from 'node:crypto';

/** Whether a secret is the one that is known. Both sides are hashed, so neither length nor content of the secret shows in the time that it takes. */
export function isSameSecret(given: string, secret: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(secret));
}

/**
 * Whether a request shows a secret.
 *
 * @param authorization the header
 */
export function hasBearerToken(authorization: string | undefined, token: string): boolean {
  const [, given] = /^Bearer (\S+)$/i.exec(authorization ?? '') ?? [];
  return given !== undefined && isSameSecret(given, token);
}
