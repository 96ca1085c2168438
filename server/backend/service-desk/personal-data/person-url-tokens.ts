import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { PersonIdentity } from '../../core/privacy/personal-data-source.ts';

/**
 * Encrypts a person for use in a page address, with the permitted use and an expiry. Only the backend can
 * decrypt it.
 */
export interface PersonUrlTokens {
  seal(person: PersonIdentity, use: PersonTokenUse, until: Date): string;
  /** @returns null if the key was not created here for this use, or has expired */
  open(key: string, use: PersonTokenUse, now: Date): PersonIdentity | null;
}

type PersonTokenUse = 'page' | 'export';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Creates the encryption. @param secret secret of 32 bytes, the same in every backend */
export function createPersonUrlTokens(secret: Buffer): PersonUrlTokens {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'people on admin pages', 32));
  return {
    seal({ siteId, emailAddress }, use, until) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, iv);
      const text = JSON.stringify([use, until.getTime(), siteId, emailAddress]);
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
    },
    open(text, use, now) {
      const bytes = Buffer.from(text, 'base64url');
      if (bytes.length <= IV_BYTES + TAG_BYTES) return null;
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES));
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      let opened: unknown;
      try {
        const part = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES));
        opened = JSON.parse(Buffer.concat([part, decipher.final()]).toString('utf8'));
      } catch {
        // The key was forged or altered.
        return null;
      }
      if (!Array.isArray(opened)) return null;
      const [sealedUse, until, siteId, emailAddress] = opened as unknown[];
      const isRight =
        sealedUse === use &&
        typeof until === 'number' &&
        until > now.getTime() &&
        typeof siteId === 'number' &&
        typeof emailAddress === 'string';
      return isRight ? { siteId, emailAddress } : null;
    },
  };
}
