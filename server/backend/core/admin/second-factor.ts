import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { KeyRing, RingKey } from '../security/key-ring.ts';

const CODE_PERIOD_SECONDS = 30;
/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20;
/** Purpose of the key that encrypts secrets, derived from the pepper of passwords. */
export const SECOND_FACTOR_KEY_PURPOSE = 'second factors of staff';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** One-time codes (RFC 6238: SHA-1, six digits, 30 seconds, which all authenticator apps support). */
export interface SecondFactors {
  /** Creates an encrypted secret. */
  create(): Buffer;
  /**
   * Encrypts a secret again with the current key.
   *
   * @returns null if it already uses the current key
   * @throws Error if no key decrypts it
   */
  renew(kept: Buffer): Buffer | null;
  /**
   * Verifies a code against the present one and those of 30 seconds before and after it.
   *
   * @param lastStep time step of the last accepted code
   * @returns the time step of the code, to be stored; null if it is wrong or was used before
   */
  verify(kept: Buffer, code: string, lastStep: number, now: Date): number | null;
  /** Finds the id of the key that encrypts a secret; undefined if the key is not in the settings. */
  findKeyId(kept: Buffer): string | undefined;
  /** Returns the set-up data for an app: the secret as text, and the address for its QR code. */
  describe(kept: Buffer, name: string): { readonly secret: string; readonly url: string };
}

/**
 * Creates the second factors of a shop.
 *
 * @param keys keys from secrets outside the database
 */
export function createSecondFactors(keys: KeyRing): SecondFactors {
  /** @throws Error if the key is wrong (the GCM tag does not match) */
  function decrypt(encryptedSecret: Buffer, { key }: RingKey): Buffer {
    const decipher = createDecipheriv('aes-256-gcm', key, encryptedSecret.subarray(0, IV_BYTES));
    decipher.setAuthTag(encryptedSecret.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    return Buffer.concat([decipher.update(encryptedSecret.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
  }

  function encrypt(secret: Buffer): Buffer {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', keys.current.key, iv);
    const encrypted = Buffer.concat([cipher.update(secret), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), encrypted]);
  }

  function findKeyOf(encryptedSecret: Buffer): RingKey | undefined {
    return keys.keys.find((key) => {
      try {
        decrypt(encryptedSecret, key);
        return true;
      } catch {
        // Encrypted with another key, so the next one is tried.
        return false;
      }
    });
  }

  function open(encryptedSecret: Buffer): { readonly secret: Buffer; readonly key: RingKey } {
    const key = findKeyOf(encryptedSecret);
    if (!key) throw new Error('No key in the settings decrypts this second factor');
    return { secret: decrypt(encryptedSecret, key), key };
  }

  const createCodes = (encryptedSecret: Buffer, name: string) =>
    new TOTP({
      issuer: 'Shop',
      label: name,
      secret: new Secret({ buffer: Uint8Array.from(open(encryptedSecret).secret).buffer }),
      period: CODE_PERIOD_SECONDS,
      digits: 6,
    });

  return {
    create: () => encrypt(randomBytes(SECRET_BYTES)),
    renew(encryptedSecret) {
      const { secret, key } = open(encryptedSecret);
      return key.id === keys.current.id ? null : encrypt(secret);
    },
    findKeyId: (encryptedSecret) => findKeyOf(encryptedSecret)?.id,
    verify(encryptedSecret, code, lastStep, now) {
      const figures = code.replaceAll(/\s/g, '');
      if (!/^\d{6}$/.test(figures)) return null;
      const timestamp = now.getTime();
      const delta = createCodes(encryptedSecret, '').validate({ token: figures, timestamp, window: 1 });
      if (delta === null) return null;
      const step = Math.floor(timestamp / 1000 / CODE_PERIOD_SECONDS) + delta;
      return step > lastStep ? step : null;
    },
    describe(encryptedSecret, name) {
      const codes = createCodes(encryptedSecret, name);
      return { secret: codes.secret.base32, url: codes.toString() };
    },
  };
}
