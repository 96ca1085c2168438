import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { bulkhead, isBulkheadRejectedError } from 'cockatiel';
import { readPassword } from '../../../shared/rules/account/password.ts';
import type { KeyRing, RingKey } from './key-ring.ts';

/**
 * What one hash costs (OWASP, Password Storage Cheat Sheet): 19 MiB of memory and two passes. Raising a figure makes older hashes
 * outdated; they are made anew when their owner signs in.
 */
export const HASH_COST = { memory: 19_456, passes: 2, parallelism: 1 } as const;
export type HashCost = Readonly<Record<keyof typeof HASH_COST, number>>;
const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** Hashes at a time: each takes a core for its time, and pages are served beside them. */
const AT_ONCE = 2;
/** Who waits for their turn. A second's worth; whoever comes after that is turned away at once. */
const MOST_WAITING = 30;

/** All that hash are busy: whoever asks is to come back in a moment. */
export class HasherBusyError extends Error {
  constructor() {
    super('Too many passwords are being hashed');
    this.name = 'HasherBusyError';
  }
}

/** What became of a comparison. */
export interface PasswordMatch {
  readonly isRight: boolean;
  /** It was hashed with another cost or another key than those of today, or is not in its normal form. */
  readonly isOutdated: boolean;
}

/** Keeps passwords so that nobody who reads the database knows them. Both take the same time and reject with HasherBusyError. */
export interface PasswordHasher {
  /** What is kept of a password: a PHC string. */
  hash(password: string): Promise<string>;
  /**
   * Compares a password with what is kept.
   *
   * @param kept null where there is nobody: it takes as long, and is never right
   */
  verify(password: string, kept: string | null): Promise<PasswordMatch>;
  /** Whether half of those who may wait do. */
  isHalfFull(): boolean;
}

/** Hashes a password again under the current key and cost. @returns null while all hash: the former hash then stays until the next sign-in */
export async function rehash(
  passwordHasher: Pick<PasswordHasher, 'hash'>,
  password: string,
): Promise<string | null> {
  try {
    return await passwordHasher.hash(password);
  } catch (error) {
    if (error instanceof HasherBusyError) return null;
    throw error;
  }
}

interface Kept {
  /** Undefined in a hash that was written while there was one key only. */
  readonly keyId: string | undefined;
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
  readonly salt: Buffer;
  readonly hash: Buffer;
}

const KEPT =
  /^\$argon2id\$v=19\$m=(\d{1,8}),t=(\d{1,3}),p=(\d{1,2})(?:,keyid=([\da-f]{8}))?\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

const toBase64 = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '');

/** @throws Error for what no hasher has written */
function readKept(text: string): Kept {
  const [, memory, passes, parallelism, keyId, salt = '', hash = ''] = KEPT.exec(text) ?? [];
  if (hash === '') throw new Error('What is kept of a password is not an Argon2id hash');
  return {
    keyId,
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  };
}

const deriveHash: (algorithm: 'argon2id', parameters: Argon2Parameters) => Promise<Buffer> =
  promisify(argon2);

/**
 * Makes the hasher of a backend.
 *
 * @param peppers from the environment and never in the database: without them a hash cannot be tested
 * @param cost of a new hash, memory in KiB
 */
export function createPasswordHasher(peppers: KeyRing, cost: HashCost = HASH_COST): PasswordHasher {
  const turns = bulkhead(AT_ONCE, MOST_WAITING);
  // Releases before key rotation cannot read a hash with an id; while there is one key, they may work on the same database.
  const keyWord = peppers.keys.length > 1 ? `,keyid=${peppers.current.id}` : '';

  async function derive(
    password: string,
    { salt, hash, memory, passes, parallelism }: Kept,
    { key: pepper }: RingKey,
  ): Promise<Buffer> {
    try {
      return await turns.execute(() =>
        deriveHash('argon2id', {
          message: password,
          nonce: salt,
          tagLength: hash.length,
          secret: pepper,
          memory,
          passes,
          parallelism,
        }),
      );
    } catch (error) {
      if (isBulkheadRejectedError(error)) throw new HasherBusyError();
      throw error;
    }
  }

  const createEmpty = (): Kept => ({
    ...cost,
    keyId: peppers.current.id,
    salt: randomBytes(SALT_BYTES),
    hash: Buffer.alloc(HASH_BYTES),
  });

  return {
    isHalfFull: () => turns.queueSlots <= MOST_WAITING / 2,
    async hash(password) {
      const empty = createEmpty();
      const { memory, passes, parallelism, salt } = empty;
      const hash = await derive(readPassword(password), empty, peppers.current);
      return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}${keyWord}$${toBase64(salt)}$${toBase64(hash)}`;
    },
    async verify(password, text) {
      const kept = text === null ? createEmpty() : readKept(text);
      const pepper = peppers.find(kept.keyId);
      const isKnown = text !== null && pepper !== undefined;
      // As many hashes in every case: also where the key is unknown.
      const compare = async (form: string): Promise<boolean> => {
        const hash = await derive(form, kept, pepper ?? peppers.current);
        return isKnown && timingSafeEqual(hash, kept.hash);
      };
      const normal = readPassword(password);
      const isNormal = await compare(normal);
      // Hashes of earlier releases are of the password as it was typed.
      const isTyped = normal !== password && (await compare(password));
      const { memory, passes, parallelism } = kept;
      return {
        isRight: isNormal || isTyped,
        isOutdated:
          isTyped ||
          memory !== cost.memory ||
          passes !== cost.passes ||
          parallelism !== cost.parallelism ||
          pepper?.id !== peppers.current.id,
      };
    },
  };
}
