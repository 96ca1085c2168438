import { createHash, randomBytes } from 'node:crypto';

/** Random bytes of a token: 256 bits, so that none is ever guessed. */
const TOKEN_BYTES = 32;

/** A new token: letters, digits, `-` and `_`. It goes into one mail and is kept nowhere; what is kept is its hash. */
export function createToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** SHA-256 of a token, in hex. A token is random, so its hash needs no salt and no slowness. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
