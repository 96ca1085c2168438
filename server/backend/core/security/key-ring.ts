import { deriveKey } from './derive-key.ts';

/** Secrets of one setting during rotation. */
export interface SecretSet {
  /** Used for new values. */
  readonly current: string;
  /** Accepted, but not used for new values: the future current secret. */
  readonly next?: string | undefined;
  /** Accepted as long as values use them, the oldest last. */
  readonly former: readonly string[];
}

/** Key, and the id that is stored with each of its values. */
export interface RingKey {
  /** Eight hexadecimal digits, derived from the secret. */
  readonly id: string;
  /** 32 bytes. */
  readonly key: Buffer;
}

/** Keys of one purpose. New values use the current key; stored ones the key of their id. */
export interface KeyRing {
  readonly current: RingKey;
  /** All accepted keys, the current one first. */
  readonly keys: readonly RingKey[];
  /**
   * Finds the key of a stored value.
   *
   * @param id undefined for a value of a release that stored no ids, which uses the oldest key
   * @returns undefined if the settings do not contain the key
   */
  find(id: string | undefined): RingKey | undefined;
}

/** Number of values of a table per key; null is the key of a release that stored no ids. */
export interface KeyUsageCount {
  readonly keyId: string | null;
  readonly count: number;
}

const ID_BYTES = 4;

/**
 * Derives the keys of one purpose from the secrets of a setting.
 *
 * @param purpose purpose of the keys, which must never change
 */
export function createKeyRing({ current, next, former }: SecretSet, purpose: string): KeyRing {
  const create = (secret: string): RingKey => ({
    id: deriveKey(secret, `${purpose}: key id`).subarray(0, ID_BYTES).toString('hex'),
    key: deriveKey(secret, purpose),
  });
  const first = create(current);
  const others = [...(next === undefined ? [] : [next]), ...former].map(create);
  const keys = [...new Map([first, ...others].map((key) => [key.id, key])).values()];
  const oldestSecret = former.at(-1);
  const oldest = oldestSecret === undefined ? first : create(oldestSecret);
  return {
    current: first,
    keys,
    find: (id) => (id === undefined ? oldest : keys.find((key) => key.id === id)),
  };
}
