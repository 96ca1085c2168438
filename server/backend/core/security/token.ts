import { createHash, randomBytes } from 'node:crypto';

/** Number of random bytes in a token: 256 bits, which cannot be guessed. */
const TOKEN_BYTES = 32;

/**
 * Creates a token of letters, digits, `-` and `_`. It is sent in one mail and never stored; only its hash is.
 */
export function createToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/**
 * Returns the SHA-256 of a token, in hex. A token is random, so its hash needs neither salt nor a slow
 * function.
 */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
