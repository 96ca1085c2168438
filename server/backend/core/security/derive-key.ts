import { hkdfSync } from 'node:crypto';

/**
 * Derives a key of 32 bytes for one purpose from a secret that all backends of a shop share. Knowing one key
 * reveals nothing about another.
 *
 * @param secret random, 32 characters or more
 * @param purpose purpose of the key, which must never change
 */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
}
