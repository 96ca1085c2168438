import { createHmac, randomBytes, randomInt, scrypt, timingSafeEqual } from 'node:crypto';
import {
  GIFT_CARD_NUMBER_DIGITS,
  GIFT_CARD_PIN_DIGITS,
  getCheckDigit,
} from '../../../../shared/rules/gift-card-number.ts';
import type { KeyRing, RingKey } from '../../core/security/key-ring.ts';

/** Number and PIN of a gift card, which only its owner knows. */
export interface CardSecrets {
  readonly number: string;
  readonly pin: string;
}

/** The stored hashes of number and PIN. */
export interface CardHashes {
  readonly numberHash: string;
  readonly pinHash: string;
}

/**
 * Hashes numbers and PINs of gift cards with secret keys, so that the database alone gives access to no card.
 */
export interface CardHasher {
  hashNumber(number: string): string;
  /** Returns the hashes of a number under every accepted key, the current key first. */
  listNumberHashes(number: string): readonly string[];
  hashPin(pin: string): Promise<string>;
  /** Checks a PIN. Takes the same time if there is no card to compare with. */
  verifyPin(pin: string, pinHash: string | undefined): Promise<boolean>;
  /** Returns whether a card is hashed with another key than the current one. */
  isOutdated(pinHash: string): boolean;
}

const SALT_BYTES = 16;
const HASH_BYTES = 32;
/**
 * Cost of scrypt: 8 MB and about 20 ms. Ten thousand PINs can be searched at any cost; the secret key and the
 * rate limit of attempts protect them.
 */
const SCRYPT_COST = { N: 2 ** 13, r: 8, p: 1 } as const;

const createRandomDigits = (length: number): string => Array.from({ length }, () => randomInt(10)).join('');

/** Creates number and PIN of a new card. */
export function createCardSecrets(): CardSecrets {
  const figures = createRandomDigits(GIFT_CARD_NUMBER_DIGITS - 1);
  return { number: `${figures}${getCheckDigit(figures)}`, pin: createRandomDigits(GIFT_CARD_PIN_DIGITS) };
}

const derivePinHash = (secret: Buffer, salt: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(secret, salt, HASH_BYTES, SCRYPT_COST, (error, hash) => (error ? reject(error) : resolve(hash)));
  });

/**
 * Creates the hasher. The hash of a PIN ends with the id of the key, which releases before key rotation
 * ignore.
 *
 * @param keys gift card keys of the installation; cards hashed with other keys are unknown
 */
export function createCardHasher(keys: KeyRing): CardHasher {
  const { current } = keys;
  const digest = ({ key }: RingKey, purpose: 'number' | 'pin', figures: string) =>
    createHmac('sha256', key).update(`${purpose} ${figures}`).digest();
  const hashNumber = (key: RingKey, number: string) => digest(key, 'number', number).toString('base64url');
  const emptySalt = Buffer.alloc(SALT_BYTES);

  return {
    hashNumber: (number) => hashNumber(current, number),
    listNumberHashes: (number) => keys.keys.map((key) => hashNumber(key, number)),

    async hashPin(pin) {
      const salt = randomBytes(SALT_BYTES);
      const hash = await derivePinHash(digest(current, 'pin', pin), salt);
      return [salt.toString('base64url'), hash.toString('base64url'), current.id].join('.');
    },

    async verifyPin(pin, pinHash) {
      const [salt = '', storedHash = '', keyId] = (pinHash ?? '').split('.');
      const key = keys.find(keyId);
      const hash = await derivePinHash(
        digest(key ?? current, 'pin', pin),
        pinHash === undefined ? emptySalt : Buffer.from(salt, 'base64url'),
      );
      const expected = Buffer.from(storedHash, 'base64url');
      return key !== undefined && expected.length === HASH_BYTES && timingSafeEqual(hash, expected);
    },

    isOutdated(pinHash) {
      const [, , keyId] = pinHash.split('.');
      return keys.find(keyId)?.id !== current.id;
    },
  };
}

/** Returns the hashes to store for a card. */
export async function hashCardSecrets(hasher: CardHasher, { number, pin }: CardSecrets): Promise<CardHashes> {
  return { numberHash: hasher.hashNumber(number), pinHash: await hasher.hashPin(pin) };
}
