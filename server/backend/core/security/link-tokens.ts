import { createHmac } from 'node:crypto';
import { isSameSecret } from '../../../platform/bearer-token.ts';
import type { KeyRing, RingKey } from './key-ring.ts';
import { hashToken } from './token.ts';

/** Type of a mailed link's target. Part of the token's derivation, so it must never change. */
export type LinkPurpose = 'order' | 'report';

/** Target of a link: its type, and the id of its row. */
export interface LinkTarget {
  readonly purpose: LinkPurpose;
  readonly id: string;
}

/** Row that a key identifies. A key of a former version is not accepted. */
export interface VersionedTarget extends LinkTarget {
  /** UUID. */
  readonly id: string;
  /** Increased to invalidate all keys issued before. */
  readonly version: number;
}

/**
 * Tokens of links that later mails repeat. Derived from their target, so that the database does not store
 * them.
 */
export interface LinkTokens {
  /** Derives the token of a target with the current key: 43 letters, digits, `-` and `_`. */
  derive(target: LinkTarget): string;
  /**
   * Returns true if a token is valid for a target: it was derived with one of the keys, or it has the stored
   * hash, which also holds for a token whose key is no longer in the settings. The duration depends on the
   * number of keys only.
   *
   * @param storedHash SHA-256 in hex; null if none is stored
   */
  isTokenOf(target: LinkTarget, token: string, storedHash: string | null): boolean;
  /**
   * Derives a key that contains the id of its row, so that the row is found without storing the key: 43
   * characters as above.
   */
  deriveKey(target: VersionedTarget): string;
  /** Returns true if a key was derived for a row with one of the keys of the shop. The time depends on their number only. */
  isKeyOf(target: VersionedTarget, key: string): boolean;
}

const ID_BYTES = 16;
const SIGNATURE_BYTES = 16;
const KEY_LENGTH = Math.ceil(((ID_BYTES + SIGNATURE_BYTES) * 4) / 3);

/**
 * Reads the id that a derived key contains. It is not verified: call `isKeyOf`. Returns undefined for a key
 * of another length.
 */
export function parseTargetIdOfKey(key: string): string | undefined {
  if (key.length !== KEY_LENGTH) return undefined;
  const hex = Buffer.from(key, 'base64url').subarray(0, ID_BYTES).toString('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

const deriveTokenWith = ({ key }: RingKey, { purpose, id }: LinkTarget): string =>
  createHmac('sha256', key).update(`${purpose}:${id}`).digest('base64url');

function deriveKeyWith({ key }: RingKey, { purpose, id, version }: VersionedTarget): string {
  const signature = createHmac('sha256', key).update(`${purpose}:${id}:${version}`).digest();
  const idBytes = Buffer.from(id.replaceAll('-', ''), 'hex');
  return Buffer.concat([idBytes, signature.subarray(0, SIGNATURE_BYTES)]).toString('base64url');
}

/** Creates the tokens of a shop from the keys of its links. */
export function createLinkTokens(keys: KeyRing): LinkTokens {
  function isAccepted(token: string, derive: (key: RingKey) => string, storedHash: string | null): boolean {
    // All comparisons run, so that the duration does not reveal which one matched.
    const isDerived = keys.keys.map((key) => isSameSecret(token, derive(key)));
    const isStored = isSameSecret(hashToken(token), storedHash ?? '');
    return isDerived.includes(true) || isStored;
  }

  return {
    derive: (target) => deriveTokenWith(keys.current, target),
    isTokenOf: (target, token, storedHash) =>
      isAccepted(token, (key) => deriveTokenWith(key, target), storedHash),
    deriveKey: (target) => deriveKeyWith(keys.current, target),
    isKeyOf: (target, key) => isAccepted(key, (ringKey) => deriveKeyWith(ringKey, target), null),
  };
}
