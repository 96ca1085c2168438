import { deriveKey } from './derive-key.ts';

/** The secrets of one setting while they are rotated. */
export interface SecretSet {
  /** Used for every new value. */
  readonly current: string;
  /** Accepted, but not used for new values: the current one of the next step. */
  readonly next?: string | undefined;
  /** Accepted as long as values use them; the oldest is the last. */
  readonly former: readonly string[];
}

/** A key, and the id that is stored with each value of it. */
export interface RingKey {
  /** Eight hexadecimal digits, derived from the secret. */
  readonly id: string;
  /** 32 bytes. */
  readonly key: Buffer;
}

/** The keys of one purpose: values are made with the current one, and read with the one that their id names. */
export interface KeyRing {
  readonly current: RingKey;
  /** Every key that is accepted, the current one first. */
  readonly keys: readonly RingKey[];
  /**
   * Finds the key of a stored value.
   *
   * @param id undefined for a value of a release that stored no ids, which is of the oldest key
   * @returns undefined if the settings do not contain the key
   */
  find(id: string | undefined): RingKey | undefined;
}

/** How many values of a table are of a key; null is the key of a release that stored no ids. */
export interface KeyCount {
  readonly keyId: string | null;
  readonly count: number;
}

const ID_BYTES = 4;

/**
 * Derives the keys of one purpose from the secrets of a setting.
 *
 * @param purpose names what the keys are for, and never changes
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
