import { createHmac } from 'node:crypto';
import { isSameSecret } from '../../platform/bearer-token.ts';
import type { KeyRing, RingKey } from './key-ring.ts';
import { hashToken } from './token.ts';

/** What a mailed link leads to. Part of what a token is derived from, so it never changes. */
export type LinkPurpose = 'order';

/** What a link leads to: its kind, and the id of its row. */
export interface LinkTarget {
  readonly purpose: LinkPurpose;
  readonly id: string;
}

/** Tokens of links that later mails repeat: derived from what they open, so that the database does not have to store them. */
export interface LinkTokens {
  /** Derives the token of a target with the current key: 43 letters, digits, `-` and `_`. */
  derive(target: LinkTarget): string;
  /**
   * Says whether a token opens a target: it was derived with one of the keys, or it has the stored hash, which also holds for a token whose
   * key is no longer in the settings. The time depends on the number of keys only.
   *
   * @param storedHash SHA-256 in hex; null where none is stored
   */
  isTokenOf(target: LinkTarget, token: string, storedHash: string | null): boolean;
}

const deriveWith = ({ key }: RingKey, { purpose, id }: LinkTarget): string =>
  createHmac('sha256', key).update(`${purpose}:${id}`).digest('base64url');

/** Makes the tokens of a shop from the keys of its links. */
export function createLinkTokens(keys: KeyRing): LinkTokens {
  return {
    derive: (target) => deriveWith(keys.current, target),
    isTokenOf(target, token, storedHash) {
      // Every comparison is made, so that the time does not show which of them is right.
      const isDerived = keys.keys.map((key) => isSameSecret(token, deriveWith(key, target)));
      const isStored = isSameSecret(hashToken(token), storedHash ?? '');
      return isDerived.includes(true) || isStored;
    },
  };
}
