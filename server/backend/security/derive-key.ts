import { hkdfSync } from 'node:crypto';

/**
 * A key of 32 bytes for one purpose, from a secret that all backends of a shop share: what is known of one key tells nothing of another.
 *
 * @param secret random, of 32 characters or more
 * @param purpose names what the key is for, and never changes
 */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
}
