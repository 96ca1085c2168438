import { createHmac, randomBytes, randomInt, scrypt, timingSafeEqual } from 'node:crypto';
import {
  GIFT_CARD_FIGURES,
  GIFT_CARD_PIN_FIGURES,
  getCheckFigure,
} from '../../../../shared/rules/gift-card-number.ts';

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
  hashPin(pin: string): Promise<string>;
  /** Takes as long where there is no card to compare with. */
  isPin(pin: string, pinHash: string | undefined): Promise<boolean>;
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
 * Makes the hasher.
 *
 * @param key the shop's own for its cards (`readCardKey`); under another one no card is known
 */
export function createCardHasher(key: Buffer): CardHasher {
  const digest = (what: 'number' | 'pin', figures: string) =>
    createHmac('sha256', key).update(`${what} ${figures}`).digest();
  const noSalt = Buffer.alloc(SALT_BYTES);

  return {
    hashNumber: (number) => digest('number', number).toString('base64url'),

    async hashPin(pin) {
      const salt = randomBytes(SALT_BYTES);
      const hash = await derive(digest('pin', pin), salt);
      return `${salt.toString('base64url')}.${hash.toString('base64url')}`;
    },

    async isPin(pin, pinHash) {
      const [salt = '', kept = ''] = (pinHash ?? '').split('.');
      const hash = await derive(
        digest('pin', pin),
        pinHash === undefined ? noSalt : Buffer.from(salt, 'base64url'),
      );
      const expected = Buffer.from(kept, 'base64url');
      return expected.length === HASH_BYTES && timingSafeEqual(hash, expected);
    },
  };
}

/** What is kept of a card. */
export async function hashCard(hasher: CardHasher, { number, pin }: CardSecrets): Promise<CardHashes> {
  return { numberHash: hasher.hashNumber(number), pinHash: await hasher.hashPin(pin) };
}
