import { createHmac, randomBytes, randomInt, scrypt, timingSafeEqual } from 'node:crypto';
import {
  GIFT_CARD_FIGURES,
  GIFT_CARD_PIN_FIGURES,
  getCheckFigure,
} from '../../../../shared/rules/gift-card-number.ts';
import type { KeyRing, RingKey } from '../../security/key-ring.ts';

/** What only its owner has of a card, in figures. */
export interface CardSecrets {
  readonly number: string;
  readonly pin: string;
}

/** What is kept of them. */
export interface CardHashes {
  readonly numberHash: string;
  readonly pinHash: string;
}

/** Hashes numbers and pins of gift cards by the keys of the shop: what is in the database alone opens no card. */
export interface CardHasher {
  hashNumber(number: string): string;
  /** The hashes of a number under every key that is accepted, the current one first. */
  listNumberHashes(number: string): readonly string[];
  hashPin(pin: string): Promise<string>;
  /** Takes as long where there is no card to compare with. */
  isPin(pin: string, pinHash: string | undefined): Promise<boolean>;
  /** Returns whether a card is hashed with another key than the current one. */
  isOutdated(pinHash: string): boolean;
}

const SALT_BYTES = 16;
const HASH_BYTES = 32;
/**
 * Work of scrypt: 8 MB and some 20 ms. Ten thousand pins are few for any slowness; what keeps them is the key, and for guesses over the
 * net the limit of tries.
 */
const WORK = { N: 2 ** 13, r: 8, p: 1 } as const;

const createFigures = (length: number): string => Array.from({ length }, () => randomInt(10)).join('');

/** Number and pin of a new card. */
export function createCardSecrets(): CardSecrets {
  const figures = createFigures(GIFT_CARD_FIGURES - 1);
  return { number: `${figures}${getCheckFigure(figures)}`, pin: createFigures(GIFT_CARD_PIN_FIGURES) };
}

const derive = (secret: Buffer, salt: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(secret, salt, HASH_BYTES, WORK, (error, hash) => (error ? reject(error) : resolve(hash)));
  });

/**
 * Makes the hasher. The hash of a pin ends with the id of the key, which releases before key rotation ignore.
 *
 * @param keys the shop's own for its cards; under others no card is known
 */
export function createCardHasher(keys: KeyRing): CardHasher {
  const { current } = keys;
  const digest = ({ key }: RingKey, what: 'number' | 'pin', figures: string) =>
    createHmac('sha256', key).update(`${what} ${figures}`).digest();
  const hashNumber = (key: RingKey, number: string) => digest(key, 'number', number).toString('base64url');
  const noSalt = Buffer.alloc(SALT_BYTES);

  return {
    hashNumber: (number) => hashNumber(current, number),
    listNumberHashes: (number) => keys.keys.map((key) => hashNumber(key, number)),

    async hashPin(pin) {
      const salt = randomBytes(SALT_BYTES);
      const hash = await derive(digest(current, 'pin', pin), salt);
      return [salt.toString('base64url'), hash.toString('base64url'), current.id].join('.');
    },

    async isPin(pin, pinHash) {
      const [salt = '', kept = '', keyId] = (pinHash ?? '').split('.');
      const key = keys.find(keyId);
      const hash = await derive(
        digest(key ?? current, 'pin', pin),
        pinHash === undefined ? noSalt : Buffer.from(salt, 'base64url'),
      );
      const expected = Buffer.from(kept, 'base64url');
      return key !== undefined && expected.length === HASH_BYTES && timingSafeEqual(hash, expected);
    },

    isOutdated(pinHash) {
      const [, , keyId] = pinHash.split('.');
      return keys.find(keyId)?.id !== current.id;
    },
  };
}

/** What is kept of a card. */
export async function hashCard(hasher: CardHasher, { number, pin }: CardSecrets): Promise<CardHashes> {
  return { numberHash: hasher.hashNumber(number), pinHash: await hasher.hashPin(pin) };
}
